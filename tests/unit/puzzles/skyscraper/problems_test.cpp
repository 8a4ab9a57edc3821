#include "skerry/detail/algorithms/genetic_island.hpp"

#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/draw_svg.hpp"
#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/engine/algorithms/island_checks.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

namespace skerry::skyscraper {
namespace {

static_assert(Problem<ClassicProblem> && CrossesInPairs<ClassicProblem> && !Improves<ClassicProblem>);
static_assert(Draws<ClassicProblem> && Draws<LatinRowsProblem>);
static_assert(Problem<LatinRowsProblem> && Improves<LatinRowsProblem> && CountsEvaluations<LatinRowsProblem>);

Puzzle random_puzzle(std::uint32_t size, Random& random) {
  return test::puzzle_around(random_latin_square(size, random), size, 0.8, 0.1, random);
}

void expect_sound(const GridProblem& problem, const Rows& genome) {
  EXPECT_TRUE(problem.valid(genome));
  const Grid grid = grid_of(genome, problem.size());
  EXPECT_EQ(problem.evaluate(genome), (Score{0, 0.0 - penalty(problem.puzzle(), grid)}));
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint8_t given = problem.puzzle().givens[cell];
    EXPECT_TRUE(given == 0 || given == grid[cell]);
  }
  EXPECT_EQ(problem.parse(problem.describe(genome), "text"), genome);
  EXPECT_EQ(problem.draw_text(&genome), problem.describe(genome));
  EXPECT_EQ(problem.draw(&genome), draw_svg(problem.puzzle(), grid));
}

TEST(SkyscraperProblems, OperatorsMakeGrids) {
  for (auto&& [seed, random] : seeds(60)) {
    const std::uint32_t size = 2 + random.below(6);
    const Puzzle puzzle = random_puzzle(size, random);
    ClassicProblem classic(puzzle);
    Rows a = classic.sample(random);
    Rows b = classic.sample(random);
    Rows first;
    Rows second;
    classic.crossover_pair(a, b, first, second, random);
    for (std::size_t cell = 0; cell < max_cells; ++cell) {
      EXPECT_TRUE((first.cells[cell] == a.cells[cell] && second.cells[cell] == b.cells[cell]) ||
                  (first.cells[cell] == b.cells[cell] && second.cells[cell] == a.cells[cell]));
    }
    classic.mutate(first, 0.3, random);
    for (const Rows& genome : {a, b, first, second}) expect_sound(classic, genome);

    for (const Assistance inference : {Assistance::none, Assistance::prepare, Assistance::repair}) {
      LatinRowsProblem rows(puzzle, {.inference = inference});
      a = rows.sample(random);
      b = rows.sample(random);
      Rows child = rows.crossover(a, b, random);
      rows.mutate(child, 0.3, random);
      for (const Rows& genome : {a, b, child}) expect_sound(rows, genome);
      Score score = rows.evaluate(child);
      const Score before = score;
      rows.improve(child, score, 2000, random);
      expect_sound(rows, child);
      EXPECT_EQ(score, rows.evaluate(child));
      EXPECT_GE(score.fitness, before.fitness);
      EXPECT_EQ(rows.take_evaluations() > 0, before.fitness < 0);
      EXPECT_EQ(rows.take_evaluations(), 0U);
      const std::uint64_t left = 2000 + random.below(1000);
      rows.limit_evaluations(left);
      rows.improve(child, score, 2000, random);
      EXPECT_LE(rows.take_evaluations(), left);
    }
  }
}

TEST(SkyscraperProblems, MutationDrawsCellsAnewAtItsRate) {
  ClassicProblem classic{Puzzle(9)};
  Random random(4);
  std::array<std::uint32_t, 10> values{};
  std::uint32_t changed = 0;
  constexpr std::uint32_t rounds = 20'000;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    Rows genome;  // zeros, so that every cell that is drawn can be seen
    classic.mutate(genome, 0.09, random);
    for (const std::uint8_t value : grid_of(genome, 9)) {
      ++values[value];
      changed += value != 0 ? 1 : 0;
    }
  }
  const double cells = 81.0 * rounds;
  EXPECT_NEAR(changed / cells, 0.09, 5 * std::sqrt(0.09 * 0.91 / cells));
  for (std::uint32_t value = 1; value <= 9; ++value) EXPECT_NEAR(values[value] / cells, 0.01, 0.0005);
}

TEST(SkyscraperProblems, IslandsSolveThePublishedPuzzles) {
  for (const std::string_view text : {published::small, published::seven, published::hard}) {
    for (const Assistance inference : {Assistance::prepare, Assistance::repair}) {
      const LatinRowsProblem problem(test::read_one(text), {.inference = inference});
      Genetic settings;
      settings.population = settings.offspring = 10;
      settings.improve_rate = 1;
      settings.improve_budget = 20'000;
      GeneticIsland<LatinRowsProblem> island(problem, settings, 3, 0);
      island.initialise();
      for (int epoch = 0; epoch < 100 && island.best_key().cost > 0; ++epoch) island.evolve(10);
      EXPECT_EQ(island.best_key(), (Key{0, 0})) << text;
    }
  }
}

TEST(SkyscraperProblems, AResumedIslandGoesOnAsTheOther) {
  Genetic settings;
  settings.population = settings.offspring = 10;
  settings.improve_rate = 1;
  settings.improve_budget = 0;  // no local search, so that no grid is solved too early
  settings.without_crossover = WithoutCrossover::random_immigrant;
  Random random(2);
  const Puzzle puzzle = test::puzzle_around(random_latin_square(7, random), 7, 0.3, 0, random);
  const auto expect_resumable = [&](const auto& problem) {
    skerry::test::expect_resumes_bit_for_bit([&] { return make_island(problem, settings, 7, 0); });
  };
  expect_resumable(ClassicProblem(puzzle));
  for (const Assistance inference : {Assistance::none, Assistance::prepare, Assistance::repair})
    expect_resumable(LatinRowsProblem(puzzle, {.inference = inference}));
}

TEST(SkyscraperProblems, APuzzleWithoutSolutionIsRefusedWithItsLines) {
  Puzzle puzzle(4);
  puzzle.where = "mine.txt:3";
  puzzle.clue(Side::left, 1) = 4;
  puzzle.clue(Side::right, 1) = 4;
  for (const Assistance inference : {Assistance::none, Assistance::prepare, Assistance::repair}) {
    EXPECT_THAT([&] { LatinRowsProblem(puzzle, {.inference = inference}); },
                ThrowsMessage<Error>(AllOf(HasSubstr("no solution"), HasSubstr("row 2 (clues 4 and 4)"),
                                           HasSubstr("mine.txt:3"))));
  }
  EXPECT_THAT([] { LatinRowsProblem(Puzzle(10), {.inference = Assistance::none}); },
              ThrowsMessage<Error>(AllOf(HasSubstr("row 1"), HasSubstr("400000"), HasSubstr("cells"))));
}

}  // namespace
}  // namespace skerry::skyscraper
