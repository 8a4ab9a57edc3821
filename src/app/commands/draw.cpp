#include "skerry/app/files.hpp"

#include "app/commands/overrides.hpp"
#include "app/commands/program.hpp"
#include "app/run/load.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/output_file.hpp"
#include "app/terminal/text_argument.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skerry {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  skerry draw configs/skyscraper/island.toml --output puzzle.svg\n"
    "      the puzzle, for a browser or a document\n"
    "  skerry draw configs/skyscraper/island.toml solution.txt --output solution.svg\n"
    "      a solution in it, with what it meets and what it breaks\n"
    "  skerry draw configs/sudoku/island.toml --set problem.index=2 --text\n"
    "      another puzzle of the file, for the terminal\n"
    "  skerry run configs/skyscraper/island.toml --json --quiet | jq -r .solution | \\\n"
    "      skerry draw configs/skyscraper/island.toml - > solution.svg\n"
    "\n"
    "Exit status: 0; 2 where the problem draws nothing, 3 where the text is no solution.";

struct DrawOptions {
  std::string config;
  std::string solution;
  std::vector<std::string> settings;
  bool text = false;
  std::string output;
};

ExitStatus draw(const DrawOptions& options, const std::vector<ProblemType>& problems) {
  Files files;
  const Loaded loaded = load(load_request(options.config, options.settings, {}), problems, files);
  std::optional<std::vector<std::byte>> solution;
  if (!options.solution.empty()) {
    const auto [text, name] = read_text(options.solution, files);
    solution = loaded.problem->parse(text, name);
  }
  const std::string drawn =
      options.text ? loaded.problem->draw_text(solution) : loaded.problem->draw(solution);
  if (options.output.empty()) {
    print_result(drawn);
  } else {
    OutputFile output(options.output);
    output.write(drawn);
    output.close();
  }
  return ExitStatus::done;
}

}  // namespace

void add_draw(CLI::App& app, Program& program) {
  auto options = std::make_shared<DrawOptions>();
  CLI::App* command = app.add_subcommand("draw", "Draws a problem, or a solution of it, as SVG or as text");
  command->footer(examples);
  command->add_option("CONFIG", options->config, "The configuration, a TOML file")->required();
  command->add_option("SOLUTION", options->solution, "A solution in its text form; - for standard input");
  add_overrides(*command, options->settings, "Another value for a key of the file");
  command->add_flag("--text", options->text, "Draw with characters, not as SVG");
  command->add_option("--output", options->output, "Where to; stdout without it")->type_name("FILE");
  command->callback([options, &program] {
    program.on_first_rank = [options, &program] { return draw(*options, program.problems()); };
  });
}

}  // namespace skerry
