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
            line.argument("ARGUMENT", unread.get(), "Not read");
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

int main(int argc, char** argv) {
  std::vector<skerry::Command> commands = skerry::designer_commands();
  commands.push_back(skerry::new_command());
  return skerry::run_program(argc, argv, skerry::shipped_modules(std::move(commands)));
}
