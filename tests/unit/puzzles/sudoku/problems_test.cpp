#include "skerry/detail/algorithms/genetic_island.hpp"

#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/draw_svg.hpp"
#include "puzzles/sudoku/guided.hpp"
#include "puzzles/sudoku/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/allocations.hpp"
#include "unit/puzzles/sudoku/grids.hpp"
#include "unit/puzzles/sudoku/reference.hpp"

namespace skerry::sudoku {
namespace {

template <std::uint32_t order>
using Classic = ClassicProblem<order>;
template <std::uint32_t order>
using Guided = GuidedProblem<order>;

static_assert(Problem<Classic<3>> && CrossesInPairs<Classic<3>> && !Improves<Classic<3>>);
static_assert(Draws<Classic<3>> && Draws<Guided<3>> && Validates<Guided<3>>);
static_assert(Problem<Guided<5>> && Improves<Guided<5>> && CountsEvaluations<Guided<5>>);

template <std::uint32_t order>
Puzzle random_puzzle(double given_chance, Random& random) {
  return test::puzzle_of(order, test::random_grid(order, random), given_chance, random);
}

template <class P>
void expect_sound(P& problem, const typename P::Genome& genome) {
  EXPECT_TRUE(problem.valid(genome));
  const Puzzle& puzzle = problem.puzzle();
  for (std::uint32_t cell = 0; cell < puzzle.cell_count(); ++cell) {
    EXPECT_TRUE(puzzle.givens[cell] == 0 || puzzle.givens[cell] == genome[cell]);
  }
  EXPECT_EQ(problem.evaluate(genome), (Score{0, double(fitness(puzzle.order, genome.values))}));
  EXPECT_EQ(problem.parse(problem.describe(genome), "text"), genome);
  EXPECT_EQ(problem.draw_text(&genome), problem.describe(genome));
  EXPECT_EQ(problem.draw(&genome), draw_svg(puzzle, genome.values));
}

template <std::uint32_t order>
void expect_classic_operators(std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "order " << order << ", seed " << seed);
  Random random(seed);
  const Puzzle puzzle = random_puzzle<order>(random.uniform() * 0.6, random);
  Classic<order> classic(puzzle);
  const auto a = classic.sample(random);
  const auto b = classic.sample(random);
  typename Classic<order>::Genome first;
  typename Classic<order>::Genome second;
  classic.crossover_pair(a, b, first, second, random);
  for (const auto& genome : {a, b, first, second}) expect_sound(classic, genome);
  // At least two rows of each child come from the other parent.
  const auto common_rows = [](const Cells<order>& x, const Cells<order>& y) {
    int common = 0;
    for (std::uint32_t row = 0; row < x.size; ++row) {
      const auto from = x.values.begin() + row * x.size;
      common += std::equal(from, from + x.size, y.values.begin() + row * x.size);
    }
    return common;
  };
  EXPECT_GE(common_rows(first, b), 2);
  EXPECT_GE(common_rows(second, a), 2);

  const Allowed<order> allowed = candidate_array<order>(cells_of<order>(puzzle.givens));
  auto mutated = first;
  classic.mutate(mutated, 0.3, random);
  expect_sound(classic, mutated);
  EXPECT_GE(classic.evaluate(mutated).fitness, classic.evaluate(first).fitness);
  for (std::uint32_t cell = 0; cell < mutated.count; ++cell) {
    EXPECT_TRUE(mutated[cell] == first[cell] || (allowed[cell] >> (mutated[cell] - 1U) & 1U) != 0);
  }
}

TEST(SudokuProblems, ClassicFillsSingleCandidatesWhereItIsTold) {
  const Puzzle puzzle = test::read_one("123.34..2.......");
  const auto known = [&](CandidateArray candidates) {
    Classic<2> classic(puzzle, candidates);
    Random random(1);
    std::array<std::uint32_t, 16> seen{};
    for (int i = 0; i < 200; ++i) {
      const auto genome = classic.sample(random);
      for (std::uint32_t cell = 0; cell < 16; ++cell) seen[cell] |= 1U << genome[cell];
    }
    return std::ranges::count_if(seen, [](std::uint32_t values) { return std::has_single_bit(values); });
  };
  EXPECT_EQ(known(CandidateArray::once), 6);
  // The 4 is repeated in row 1 and in column 1.
  EXPECT_EQ(known(CandidateArray::repeated), 8);
}

TEST(SudokuProblems, ClassicOperatorsKeepBoxesAndGivens) {
  for (std::uint64_t seed = 0; seed < skerry::test::random_cases(30U); ++seed) {
    expect_classic_operators<2>(seed);
    expect_classic_operators<3>(seed);
    expect_classic_operators<4>(seed);
    expect_classic_operators<5>(seed);
  }
}

template <std::uint32_t order>
void expect_guided_operators(std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "order " << order << ", seed " << seed);
  Random random(seed);
  const Puzzle puzzle = random_puzzle<order>(random.uniform() * 0.6, random);
  for (const Assistance inference : {Assistance::none, Assistance::prepare, Assistance::repair}) {
    Guided<order> guided(puzzle, {.inference = inference});
    const auto a = guided.sample(random);
    const auto b = guided.sample(random);
    auto child = guided.crossover(a, b, random);
    for (std::uint32_t box = 0; box < a.size; ++box) {
      const auto from = [&](const Cells<order>& parent) {
        for (std::uint32_t at = 0; at < a.size; ++at) {
          const std::uint32_t cell = cell_of(order, 2 * a.size + box, at);
          if (child[cell] != parent[cell]) return false;
        }
        return true;
      };
      EXPECT_TRUE(from(a) || from(b));
    }
    guided.mutate(child, 0.3, random);
    for (const auto& genome : {a, b, child}) expect_sound(guided, genome);
    Score score = guided.evaluate(child);
    const Score before = score;
    guided.improve(child, score, 500, random);
    expect_sound(guided, child);
    EXPECT_EQ(score, guided.evaluate(child));
    EXPECT_GE(score.fitness, before.fitness);
    EXPECT_EQ(guided.take_evaluations() > 0, before.fitness < *guided.optimum());
    EXPECT_EQ(guided.take_evaluations(), 0U);
    const std::uint64_t left = 500 + random.below(1000);
    guided.limit_evaluations(left);
    guided.improve(child, score, 500, random);
    EXPECT_LE(guided.take_evaluations(), left);
  }
}

TEST(SudokuProblems, GuidedOperatorsKeepBoxesAndGivens) {
  for (std::uint64_t seed = 0; seed < skerry::test::random_cases(20U); ++seed) {
    expect_guided_operators<2>(seed);
    expect_guided_operators<3>(seed);
    expect_guided_operators<4>(seed);
    expect_guided_operators<5>(seed);
  }
}

/// A resumed run requires this, since it does not know which grids were repaired before.
TEST(SudokuProblems, ImprovingDependsOnNoGridImprovedBefore) {
  for (auto&& [seed, random] : seeds(20)) {
    const Guided<4> fresh(random_puzzle<4>(0.35, random), {});
    Guided<4> used = fresh;
    const auto improved = [&](Guided<4> problem, auto genome) {
      Random same(99);
      Score score = problem.evaluate(genome);
      problem.improve(genome, score, 200, same);
      return genome;
    };
    for (int i = 0; i < 10; ++i) {
      auto genome = used.sample(random);
      Score score = used.evaluate(genome);
      used.improve(genome, score, 200, random);
    }
    const auto genome = used.sample(random);
    EXPECT_EQ(improved(used, genome), improved(fresh, genome));
  }
}

TEST(SudokuProblems, WhatInferenceDecidesIsFixedBeforeTheRun) {
  Random random(5);
  Puzzle puzzle = random_puzzle<3>(1, random);
  puzzle.givens[0] = puzzle.givens[40] = 0;
  Guided<3> none(puzzle, {.inference = Assistance::none});
  Guided<3> prepared(puzzle, {.inference = Assistance::prepare});
  EXPECT_EQ(none.sample(random), prepared.sample(random));
  EXPECT_EQ(prepared.evaluate(prepared.sample(random)), (Score{0, 162}));
}

TEST(SudokuProblems, RefuseWhatInferenceFindsImpossible) {
  // Row 1 lacks 4, but the column of its only open cell has a 4.
  Puzzle puzzle(2);
  puzzle.givens = {1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0};
  puzzle.where = "here:7";
  EXPECT_THAT([&] { Guided<2>(puzzle, {.inference = Assistance::repair}); },
              ThrowsMessage<Error>(AllOf(HasSubstr("there is no solution"), HasSubstr("(here:7)"))));
  EXPECT_NO_THROW(Guided<2>(puzzle, {.inference = Assistance::none}));
}

TEST(SudokuProblems, LineCountsKnowWhatASwapChanges) {
  for (auto&& [seed, random] : seeds(20)) {
    Classic<3> problem(random_puzzle<3>(0.3, random));
    auto cells = problem.sample(random);
    LineCounts<3> counts(cells);
    for (int step = 0; step < 200; ++step) {
      const std::uint32_t a = random.below(81);
      const std::uint32_t b = random.below(81);
      if (cells[a] == cells[b]) continue;
      const auto before = static_cast<std::int32_t>(fitness_of(cells));
      const std::int32_t gain = counts.gain(a, cells[a], b, cells[b]);
      counts.swap(a, cells[a], b, cells[b]);
      std::swap(cells[a], cells[b]);
      ASSERT_EQ(static_cast<std::int32_t>(fitness_of(cells)), before + gain);
    }
  }
}

TEST(SudokuProblems, NothingIsAllocatedForAnIndividual) {
  Random random(6);
  Guided<4> problem(random_puzzle<4>(0.35, random), {});
  Genetic settings;
  settings.population = settings.offspring = 10;
  settings.improve_rate = 1;
  settings.improve_budget = 100;
  GeneticIsland<Guided<4>> island(problem, settings, 1, 0);
  island.set_recording(false);
  island.initialise();
  island.evolve(5);
  const std::size_t before = skerry::test::allocations();
  island.evolve(20);
  EXPECT_EQ(skerry::test::allocations(), before);
}

TEST(SudokuProblems, IslandsSolveNineteenGivensWithAndWithoutRepair) {
  // This is no. 4 of configs/instances/sudoku/hard.txt: it has one solution, and inference alone does not
  // find it.
  const Puzzle puzzle =
      test::read_one(".8.4...7..5.....4.......9.....8.1......5....4..9...3.65.........4..2......7.9.2..");
  ASSERT_EQ(puzzle.given_count(), 19U);
  for (const Assistance inference : {Assistance::prepare, Assistance::repair}) {
    Genetic settings;
    settings.population = settings.offspring = 10;
    settings.selection = "tournament";
    settings.improve_rate = 1;
    settings.improve_budget = inference == Assistance::repair ? 200 : 20'000;
    settings.restart_after = 50;
    Guided<3> problem(puzzle, {.inference = inference});
    GeneticIsland<Guided<3>> island(problem, settings, 1, 0);
    island.initialise();
    for (int epoch = 0; epoch < 200 && island.best_key().cost > -162; ++epoch) island.evolve(10);
    EXPECT_EQ(island.best_key(), (Key{0, -162}));
  }
}

}  // namespace
}  // namespace skerry::sudoku
