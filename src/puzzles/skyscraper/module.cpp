#include "skerry/app/concrete_problem.hpp"

#include "puzzles/registry.hpp"
#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"

#include <memory>
#include <string>
#include <string_view>

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
  return {.problem = {.name = "skyscraper",
                      .make = make,
                      .read_puzzle = [](std::string_view text,
                                        const std::string& file) { parse_puzzles(text, file); },
                      .puzzle_configuration = "configs/skyscraper/island.toml"},
          .commands = commands()};
}

}  // namespace skerry::skyscraper
