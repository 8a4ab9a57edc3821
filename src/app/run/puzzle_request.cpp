#include "app/run/puzzle_request.hpp"

#include "skerry/app/settings.hpp"

#include "app/run/configuration_arguments.hpp"
#include "app/config/toml_string.hpp"

#include <filesystem>
#include <string>

#include <fmt/core.h>

namespace skerry {

LoadRequest puzzle_request(const ConfigurationArguments& arguments, const Program& program, Files& files) {
  LoadRequest request = load_request(arguments);
  const std::filesystem::path file = arguments.file;
  const Settings settings =
      Settings::parse(files.read_configuration(file), file, Settings::Kind::configuration);
  if (settings.has("problem")) return request;
  for (const ProblemType& type : program.problems()) {
    if (!type.is_puzzle || !type.is_puzzle(settings)) continue;
    request.config = file.string() + " as a configuration";
    files.provide(request.config, fmt::format("[problem]\ntype = {}\ninstance = {}\n", toml_string(type.name),
                                              toml_string(file.filename().string())));
    return request;
  }
  return request;
}

}  // namespace skerry
