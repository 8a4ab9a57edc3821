#include "puzzles/latin/puzzle_problem.hpp"

#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/population/genome_buffer.hpp"

#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/generate.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/sudoku/grids.hpp"

namespace skerry {
namespace {

using Sudoku4 = sudoku::PuzzleProblem<2>;
using Sudoku9 = sudoku::PuzzleProblem<3>;
using Skyscraper = skyscraper::PuzzleProblem;
using skyscraper::test::brute_count;
using sudoku::test::brute_count;

static_assert(Problem<Sudoku9> && HasFeatures<Sudoku9> && HasObjectives<Sudoku9> && RepairsCounted<Sudoku9>);
static_assert(Draws<Skyscraper> && Judges<Skyscraper> && Parses<Skyscraper> && Describes<Skyscraper>);

sudoku::Puzzle whole_sudoku(std::uint32_t order, std::uint64_t seed) {
  Random random(seed);
  sudoku::Puzzle all(order);
  all.givens = sudoku::random_grid(order, random);
  return all;
}

skyscraper::Puzzle whole_skyscraper(std::uint32_t size, std::uint64_t seed) {
  Random random(seed);
  return skyscraper::all_hints_of(skyscraper::random_latin_square(size, random), size);
}

template <std::uint32_t order>
sudoku::PuzzleProblem<order> sudoku_problem(std::uint64_t seed) {
  return {whole_sudoku(order, seed), sudoku::puzzle_choice(order)};
}

Skyscraper skyscraper_problem(std::uint32_t size, std::uint64_t seed) {
  return {whole_skyscraper(size, seed), skyscraper::puzzle_choice(size)};
}

/// Returns a genome that shows few hints: those that two samples have in common.
template <class P>
typename P::Genome sparse(const P& problem, Random& random) {
  auto genome = problem.sample(random);
  const auto other = problem.sample(random);
  for (std::size_t word = 0; word < genome.words.size(); ++word) genome.words[word] &= other.words[word];
  return genome;
}

template <class P>
void expect_one_solution_where_feasible(P problem, std::uint64_t seed) {
  Random random(seed);
  int feasible = 0;
  constexpr int samples = 25;
  for (int i = 0; i < samples; ++i) {
    const auto genome = i % 2 == 0 ? problem.sample(random) : sparse(problem, random);
    const bool one = brute_count(problem.puzzle_of(genome), 2) == 1;
    EXPECT_EQ(problem.evaluate(genome).violation == 0, one) << problem.describe(genome);
    EXPECT_EQ(problem.judge(genome).front().met, one);
    feasible += one ? 1 : 0;
  }
  EXPECT_GT(feasible, 0);
  EXPECT_LT(feasible, samples);
}

TEST(PuzzleProblem, IsFeasibleExactlyWhereAllGridsHoldOneSolution) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_one_solution_where_feasible(sudoku_problem<2>(seed), seed);
    expect_one_solution_where_feasible(skyscraper_problem(4, seed), seed);
  }
}

/// Returns the level that decides a puzzle, by the settings of the levels alone, and the cells left open by
/// all before.
template <class Inference, class Levels, class Puzzle>
std::pair<std::uint32_t, std::uint32_t> level_of(const Levels& levels, const Puzzle& puzzle) {
  std::uint32_t open = 0;
  for (std::uint32_t level = 0; level < levels.size(); ++level) {
    Inference inference(puzzle, levels[level].settings);
    EXPECT_TRUE(inference.start());
    const auto& found = inference.candidates();
    if (found.all_resolved()) return {level, open};
    open += found.cell_count() - found.resolved;
  }
  return {3, open};
}

TEST(PuzzleProblem, SudokuMeasuresAreThoseOfThePuzzle) {
  const sudoku::Puzzle grid = whole_sudoku(3, 4);
  const auto known = sudoku::puzzle_quantities(3);
  constexpr std::array<std::string_view, 4> names = {"givens", "unpaired", "difficulty", "hardest_inference"};
  Sudoku9 problem(grid, latin::choice_of(known, "difficulty", names, {}));
  Random random(9);
  std::vector<double> values(4);
  for (int i = 0; i < 60; ++i) {
    const auto genome = i % 2 == 0 ? problem.sample(random) : sparse(problem, random);
    const sudoku::Puzzle puzzle = problem.puzzle_of(genome);
    std::uint32_t unpaired = 0;
    for (std::uint32_t cell = 0; cell < 81; ++cell)
      unpaired += puzzle.givens[cell] != 0 && puzzle.givens[80 - cell] == 0 ? 1 : 0;
    const auto [level, open] = level_of<sudoku::Inference>(sudoku::PuzzleKind<3>::levels, puzzle);
    problem.features(genome, values);
    EXPECT_EQ(values, (std::vector<double>{double(puzzle.given_count()), double(unpaired), double(open),
                                           double(level)}));
    const auto solved = sudoku::solve(puzzle, 2);
    const Score score = problem.evaluate(genome);
    EXPECT_EQ(score.fitness, open);
    EXPECT_EQ(score.violation == 0, solved.solutions == 1);
    if (score.violation == 0) {
      EXPECT_EQ(level == 3, sudoku::rate(puzzle) == Difficulty::unreasonable);
    }
  }
}

TEST(PuzzleProblem, SkyscraperMeasuresAreThoseOfThePuzzle) {
  constexpr std::uint32_t size = 5;
  const auto known = skyscraper::puzzle_quantities(size);
  constexpr std::array<std::string_view, 5> names = {"clues", "givens", "hints", "hardest_inference",
                                                     "rating"};
  Skyscraper problem(whole_skyscraper(size, 2), latin::choice_of(known, "hints", names, {}));
  EXPECT_EQ(problem.features().back().least, 1);
  EXPECT_EQ(problem.features().back().cells, 16U);
  Random random(9);
  std::vector<double> values(5);
  int rated = 0;
  for (int i = 0; i < 60; ++i) {
    const auto genome = i % 2 == 0 ? problem.sample(random) : sparse(problem, random);
    const skyscraper::Puzzle puzzle = problem.puzzle_of(genome);
    const double clues = 4 * size - double(std::ranges::count(puzzle.clues, 0));
    const double givens = size * size - double(std::ranges::count(puzzle.givens, 0));
    const auto [level, open] = level_of<skyscraper::Inference>(skyscraper::PuzzleKind::levels, puzzle);
    problem.features(genome, values);
    const bool unique = skyscraper::solve(puzzle, 2).solutions == 1;
    const auto rating = latin::rating_of(explain(puzzle, board_of(puzzle)));
    EXPECT_EQ(values,
              (std::vector<double>{clues, givens, clues + givens, double(level), rating.value_or(0)}));
    EXPECT_EQ(rating.has_value(), unique);
    EXPECT_EQ(problem.evaluate(genome).violation == 0, unique);
    rated += rating ? 1 : 0;
  }
  EXPECT_GT(rated, 10);
}

TEST(PuzzleProblem, HalfATurnOfSkyscrapersTwiceIsNone) {
  const skyscraper::Puzzle all = whole_skyscraper(5, 1);
  using Kind = skyscraper::PuzzleKind;
  std::set<std::uint32_t> met;
  for (std::uint32_t number = 0; number < Kind::hint_count(all); ++number) {
    const std::uint32_t other = Kind::opposite(all, number);
    EXPECT_EQ(Kind::opposite(all, other), number);
    EXPECT_EQ(number < Kind::clue_count(all), other < Kind::clue_count(all));
    met.insert(other);
  }
  EXPECT_EQ(met.size(), Kind::hint_count(all));
  EXPECT_EQ(Kind::opposite(all, 0), 9U);    // the first of the top and the last of the bottom
  EXPECT_EQ(Kind::opposite(all, 10), 19U);  // the first of the left and the last of the right
  EXPECT_EQ(Kind::opposite(all, 20), 44U);
}

template <class P>
void expect_repaired(P problem) {
  Random random(5);
  int repaired = 0;
  for (int i = 0; i < 30; ++i) {
    auto genome = sparse(problem, random);
    const auto before = genome;
    if (problem.evaluate(genome).violation == 0) continue;
    ++repaired;
    Evaluations<P> evaluations(problem);
    problem.repair(genome, evaluations, random);
    EXPECT_EQ(problem.evaluate(genome).violation, 0);
    EXPECT_EQ(evaluations.made(), genome.count() - before.count());
    for (std::size_t word = 0; word < genome.words.size(); ++word)
      EXPECT_EQ(before.words[word] & ~genome.words[word], 0U) << "a hint was taken away";
    EXPECT_EQ(problem.parse(problem.describe(genome), "text"), genome);
  }
  EXPECT_GT(repaired, 5);
}

TEST(PuzzleProblem, RepairShowsHintsUntilThereIsOneSolution) {
  expect_repaired(sudoku_problem<2>(1));
  expect_repaired(sudoku_problem<3>(1));
  expect_repaired(skyscraper_problem(6, 1));
}

template <class Inference, class P, class Levels, class Parse>
void expect_elites_of_their_cells(P problem, const Levels& levels, Parse parse) {
  MapElites settings;
  settings.crossover_rate = 0.2;
  settings.operators.gene_rate = 0.03;
  auto island = make_island(problem, Algorithm(settings), 1, 0);
  island->initialise();
  island->evolve(100);
  const SolutionSet set = island->solution_set();
  EXPECT_GE(set.size(), 40U);
  std::set<double> found;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto genome = unpack_genome<typename P::Genome>(set.genome(i));
    const auto puzzles = parse(problem.describe(genome), "text");
    ASSERT_EQ(puzzles.size(), 1U);
    EXPECT_EQ(solve(puzzles.front(), 2).solutions, 1U);
    EXPECT_EQ(set.values[2 * i + 1], level_of<Inference>(levels, puzzles.front()).first);
    found.insert(set.values[2 * i + 1]);
  }
  EXPECT_EQ(found.size(), 4U) << "not all levels of inference are on the map";
}

TEST(PuzzleProblem, EveryEliteIsAPuzzleOfOneSolutionAndItsInference) {
  const auto parse = [](std::string_view text, const std::string& name) {
    return sudoku::parse_puzzles(text, name);
  };
  expect_elites_of_their_cells<sudoku::Inference>(sudoku_problem<3>(1), sudoku::PuzzleKind<3>::levels, parse);
  expect_elites_of_their_cells<skyscraper::Inference>(
      skyscraper_problem(6, 1), skyscraper::PuzzleKind::levels, skyscraper::parse_puzzles);
}

TEST(PuzzleProblem, RefusesPuzzlesOfOtherGrids) {
  const Sudoku4 problem = sudoku_problem<2>(1);
  std::string text = "................";
  text[5] = static_cast<char>('1' + whole_sudoku(2, 1).givens[5] % 4);
  EXPECT_THAT([&] { problem.parse(text, "other.txt"); },
              ThrowsMessage<DataError>(HasSubstr("row 2 column 2 is ")));
  EXPECT_THAT([&] { problem.parse(std::string(81, '.'), "other.txt"); },
              ThrowsMessage<DataError>(HasSubstr("81 cells; those of this configuration have 16")));
  EXPECT_THAT([&] { problem.parse(text + "\n" + text, "other.txt"); },
              ThrowsMessage<DataError>(HasSubstr("there are 2 puzzles")));
}

}  // namespace
}  // namespace skerry
