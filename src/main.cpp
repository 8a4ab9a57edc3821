#include "skerry/main.hpp"

#include "puzzles/registry.hpp"

#ifdef SKERRY_DESIGNER
#include "designer/commands.hpp"
#else
#include "skerry/error.hpp"

#include <memory>
#include <string>
#include <vector>

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
  return {missing("generate party"), missing("map"), missing("validate")};
}

}  // namespace
}  // namespace skerry
#endif

int main(int argc, char** argv) {
  return skerry::run_program(argc, argv, skerry::shipped_modules(skerry::designer_commands()));
}
