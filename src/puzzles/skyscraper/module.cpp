#include "puzzles/skyscraper/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/commands.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"

#include <memory>
#include <string>

namespace skerry::skyscraper {
namespace {

std::unique_ptr<AnyProblem> make(const std::string& type, const Settings& table, Files& files) {
  const bool cells = table.choice("encoding", "rows", {"rows", "cells"}) == "cells";
  const ProblemType encoded =
      cells ? problem_type<ClassicProblem>(type) : problem_type<LatinRowsProblem>(type);
  return encoded.make(type, table, files);
}

}  // namespace

Module module() {
  return {.problem = {"skyscraper", make}, .commands = {generate_command(), solve_command()}};
}

}  // namespace skerry::skyscraper
