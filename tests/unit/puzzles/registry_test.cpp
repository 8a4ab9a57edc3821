#include "puzzles/registry.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(Registry, EveryModuleHasAProblemAndCommandsOfDifferentNames) {
  std::set<std::string> names;
  std::set<std::string> paths;
  for (const Module& module : shipped_modules()) {
    EXPECT_TRUE(names.insert(module.problem.name).second) << module.problem.name;
    for (const Command& command : module.commands) {
      EXPECT_TRUE(paths.insert(command.path).second) << command.path;
      EXPECT_FALSE(command.summary.empty() || command.footer.empty()) << command.path;
    }
  }
}

}  // namespace
}  // namespace skerry
