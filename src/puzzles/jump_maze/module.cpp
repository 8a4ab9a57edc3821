#include "skerry/app/concrete_problem.hpp"
#include "skerry/app/settings.hpp"

#include "puzzles/jump_maze/problem.hpp"
#include "puzzles/registry.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace skerry::jump_maze {
namespace {

/// Genomes are compiled for each number of words, and serve all sizes that fit into it.
ProblemType type_of(std::uint32_t size, const std::string& type) {
  switch (words_for(size)) {
    case 1:
      return problem_type<JumpMazeProblem<1>>(type);
    case 2:
      return problem_type<JumpMazeProblem<2>>(type);
    case 4:
      return problem_type<JumpMazeProblem<4>>(type);
    default:
      return problem_type<JumpMazeProblem<8>>(type);
  }
}

std::unique_ptr<AnyProblem> make(const std::string& type, const Settings& table, Files& files) {
  return type_of(read_size(table), type).make(type, table, files);
}

}  // namespace

Module module() {
  return {.problem = {"jump_maze", make}, .commands = {}};
}

}  // namespace skerry::jump_maze
