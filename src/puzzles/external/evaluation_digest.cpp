#include "puzzles/external/evaluation_digest.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/genome_json.hpp"
#include "trace/checkpoint/digest.hpp"

#include <nlohmann/json.hpp>

namespace skerry::external {

std::string evaluation_digest(const Settings& problem, const Declaration& declaration,
                              const std::vector<std::string>& inputs) {
  std::string genome;
  append_json(declaration.space, genome);
  nlohmann::json all = {{"command", declaration.command},
                        {"maximise", declaration.direction == Direction::maximise},
                        {"genome", genome},
                        {"inputs", inputs}};
  if (const auto& mode = declaration.files) {
    const Settings files = problem.table("files");
    all["files"] = {mode->parameters, mode->input, mode->result};
    for (const char* key : {"fitness_pattern", "violation_pattern"})
      if (files.has(key)) all[key] = files.text(key);
  }
  return hexadecimal(digest_of(all.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)));
}

}  // namespace skerry::external
