#include "puzzles/registry.hpp"

#include "puzzles/jump_maze/problem.hpp"
#include "puzzles/onemax/onemax.hpp"
#include "puzzles/party/problem.hpp"
#include "puzzles/real_function/real_function.hpp"
#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"
#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/guided.hpp"
#include "puzzles/sudoku/layout.hpp"

namespace skerry {

namespace {

std::unique_ptr<AnyProblem> make_skyscraper(const std::string& type, const Settings& table, Files& files) {
  const bool cells = table.choice("encoding", "rows", {"rows", "cells"}) == "cells";
  const ProblemType encoded = cells ? problem_type<skyscraper::ClassicProblem>(type)
                                    : problem_type<skyscraper::LatinRowsProblem>(type);
  return encoded.make(type, table, files);
}

/// The genetic algorithms are compiled for each order.
std::unique_ptr<AnyProblem> make_sudoku(const std::string& type, const Settings& table, Files& files) {
  const bool classic = table.choice("operators", "guided", {"guided", "classic"}) == "classic";
  sudoku::Puzzle puzzle = sudoku::read_puzzle(table, files);
  return sudoku::with_layout(puzzle.order, [&](auto layout) -> std::unique_ptr<AnyProblem> {
    using Classic = sudoku::ClassicProblem<layout.order()>;
    using Guided = sudoku::GuidedProblem<layout.order()>;
    if (classic)
      return std::make_unique<ConcreteProblem<Classic>>(
          type, Classic(std::move(puzzle), sudoku::read_candidates(table)));
    return std::make_unique<ConcreteProblem<Guided>>(
        type, Guided(std::move(puzzle), sudoku::read_guided_settings(table)));
  });
}

/// Genomes are compiled for the sizes that fit into as many words.
ProblemType jump_maze_of(std::uint32_t size, const std::string& type) {
  switch (jump_maze::words_for(size)) {
    case 1:
      return problem_type<jump_maze::JumpMazeProblem<1>>(type);
    case 2:
      return problem_type<jump_maze::JumpMazeProblem<2>>(type);
    case 4:
      return problem_type<jump_maze::JumpMazeProblem<4>>(type);
    default:
      return problem_type<jump_maze::JumpMazeProblem<8>>(type);
  }
}

std::unique_ptr<AnyProblem> make_jump_maze(const std::string& type, const Settings& table, Files& files) {
  return jump_maze_of(jump_maze::read_size(table), type).make(type, table, files);
}

}  // namespace

const std::vector<ProblemType>& shipped_problems() {
  static const std::vector<ProblemType> problems = {
      {"jump_maze", make_jump_maze},
      problem_type<OneMax>("onemax"),
      problem_type<party::PartyProblem>("party"),
      problem_type<RealFunction>("real_function"),
      {"skyscraper", make_skyscraper},
      {"sudoku", make_sudoku},
  };
  return problems;
}

}  // namespace skerry
