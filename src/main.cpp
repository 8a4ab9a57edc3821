#include "skerry/main.hpp"

#include "app/commands/commands.hpp"
#include "puzzles/registry.hpp"

#include <utility>
#include <vector>

#ifdef SKERRY_DESIGNER
#include "designer/commands.hpp"
#else
#include "skerry/error.hpp"

#include <memory>
#include <string>

namespace skerry {
namespace {

Command missing(const std::string& path) {
  return {.path = path,
          .summary = "This program was built without it",
          .declare = [path](CommandLine& line) -> Command::Action {
            const auto unread = std::make_shared<std::vector<std::string> >();
            line.all_words(*unread);
            return [path, unread](Program&) -> ExitStatus {
              throw Error(ExitStatus::failed,
                          path +
                              " needs the library Clp, without which this program was built; install "
                              "coinor-libclp-dev and configure with -DSKERRY_DESIGNER=ON");
            };
          }};
}

std::vector<Command> designer_commands() {
  return {missing("front"), missing("generate party"), missing("map"), missing("validate")};
}

}  // namespace
}  // namespace skerry
#endif

namespace {

constexpr const char* new_help =
    "Examples:\n"
    "  skerry new\n"
    "      lists what can be made: puzzles, configurations, projects in C++, scripts, experiments, jobs\n"
    "  skerry new party players.csv --formation 4-4-2\n"
    "      players.toml, a puzzle for the players of that table: skerry run players.toml\n"
    "  skerry new configuration qap --output mine.toml\n"
    "      a configuration of a shipped problem, with comments\n"
    "\n"
    "Options:\n"
    "  --formation LINES  the lines of a party from the back, such as 4-4-2, or 2-1-2 of another sport\n"
    "  --price COLUMN     whose sum is to be small (default: one that is named price, cost, ...)\n"
    "  --roles COLUMN     who may stand where (default: one that is named roles, position, ...)\n"
    "  --output PATH      what is made (default: named after its subject or kind, here)\n"
    "  --force            overwrites it\n"
    "\n"
    "Exit status: 0; 2 for mistakes in the call, 3 in a table.";

}  // namespace

int main(int argc, char** argv) {
  std::vector<skerry::Command> commands = skerry::designer_commands();
  commands.push_back(skerry::analysis_command(
      "new", "Makes a puzzle, a configuration, a project or a job to begin with", new_help));
  return skerry::run_program(argc, argv, skerry::shipped_modules(std::move(commands)));
}
