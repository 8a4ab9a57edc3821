#include "skerry/app/files.hpp"
#include "skerry/app/program.hpp"

#include "app/commands/commands.hpp"
#include "app/run/configuration_arguments.hpp"
#include "app/run/load.hpp"
#include "app/run/puzzle_request.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/output_file.hpp"
#include "app/terminal/text_argument.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace skerry {
namespace {

constexpr const char* draw_examples =
    "Examples:\n"
    "  skerry draw {config} --output problem.svg\n"
    "      the problem, for a browser or a document\n"
    "  skerry draw {config} solution.txt --output solution.svg\n"
    "      a solution in it, with what it meets and what it breaks\n"
    "  skerry draw {config} solution.txt --text\n"
    "      the same for the terminal\n"
    "  skerry run {config} --json --quiet | jq -r .solution | \\\n"
    "      skerry draw {config} - > solution.svg\n"
    "\n"
    "Exit status: 0; 2 where the problem draws nothing, 3 where the text is no solution.";

struct DrawOptions {
  ConfigurationArguments configuration;
  std::string solution;
  bool text = false;
  std::string output;
};

ExitStatus draw(const DrawOptions& options, Program& program) {
  Files files;
  const Loaded loaded =
      load(puzzle_request(options.configuration, program, files), program.problems(), files);
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

void declare(CommandLine& line, DrawOptions& options) {
  line.argument("CONFIG", &options.configuration.file, "The configuration, a TOML file");
  line.optional_argument("SOLUTION", &options.solution, "A solution in its text form; - for standard input");
  declare_settings(line, options.configuration.settings, "Another value for a key of the file");
  line.flag("--text", &options.text, "Draw with characters, not as SVG");
  line.option("--output", &options.output, "The file of the drawing (default: standard output)",
              {.value = "FILE"});
}

}  // namespace

Command draw_command() {
  return {.path = "draw",
          .summary = "Draws a problem, or a solution of it, as SVG or as text",
          .footer = draw_examples,
          .declare = with_options(declare, draw)};
}

}  // namespace skerry
