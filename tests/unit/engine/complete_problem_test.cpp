#include "skerry/detail/problem/complete_problem.hpp"

#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/genomes.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "support/function_of.hpp"
#include "support/testing.hpp"
#include "unit/engine/algorithms/island_checks.hpp"

namespace skerry {
namespace {

/// This is all that a user has to write.
struct Sorting {
  using Genome = Permutation<12>;
  double evaluate(const Genome& order) const {
    double inversions = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) inversions += order[j] > order[i];
    }
    return inversions;
  }
};
static_assert(Problem<Sorting> && !CompleteProblem<Sorting> && CompleteProblem<Complete<Sorting>>);
static_assert(std::is_same_v<Complete<OneMax>, OneMax>, "a problem that says all is left as it is");

const test::FunctionOfReals sphere({-5, 5}, test::sum_of_squares);

Genetic small() {
  return {.population = 30, .offspring = 30, .crossover_rate = 0.9, .mutation_rate = 0.5};
}

template <typename P>
double best_after(std::uint64_t generations, const Algorithm& settings, const P& problem) {
  const auto island = test::evolved(generations, problem, settings);
  return score_of(island->best_key(), island->direction()).fitness;
}

TEST(CompleteProblem, TheDefaultsSolveTheSimplestProblemOfEachGenome) {
  const auto found_by_default = [](const auto& problem, const Algorithm& algorithm = Genetic{}) {
    return best_after(100, algorithm, problem);  // a run makes so many generations unless it is told otherwise
  };
  using OwnSteps = SelfAdaptiveReals<8>;
  using Both = Composite<BitString<40>, Permutation<10>>;
  EXPECT_EQ(found_by_default(test::most_ones()), 64);
  EXPECT_LT(found_by_default(sphere), 1e-3);
  EXPECT_LT(found_by_default(sphere, DifferentialEvolution{}), 1e-3);
  EXPECT_LT(found_by_default(test::FunctionOf<OwnSteps>({-5, 5},
                                                        [](const OwnSteps& x) {
                                                          double sum = 0;
                                                          for (std::size_t i = 0; i < 8; ++i)
                                                            sum += x[i] * x[i];
                                                          return sum;
                                                        })),
            1e-3);
  EXPECT_EQ(found_by_default(test::FunctionOf<Integers<10>>({-5, 5}, test::sum_of_squares)), 0);
  EXPECT_EQ(found_by_default(Sorting{}), 0);
  const auto misplaced = [](const Both& genome) {
    const auto& [bits, order] = genome;
    double count = 40 - static_cast<double>(bits.count());
    for (std::size_t place = 0; place < order.size(); ++place) count += order[place] == place ? 0 : 1;
    return count;
  };
  EXPECT_EQ(found_by_default(test::FunctionOf<Both>({}, misplaced)), 0);
}

TEST(CompleteProblem, StockGenomesSearchLocally) {
  const LocalSearch settings{.population = 30, .offspring = 30};
  EXPECT_EQ(best_after(400, settings, test::most_ones()), 64);
  EXPECT_LT(best_after(2000, settings, sphere), 1);
}

TEST(CompleteProblem, EveryOperatorOfAGenomeIsASetting) {
  for (const std::string_view crossover : Stock<Permutation<12>>::crossovers) {
    for (const std::string_view mutation : Stock<Permutation<12>>::mutations) {
      Genetic settings = small();
      settings.operators.crossover = crossover;
      settings.operators.mutation = mutation;
      EXPECT_LT(best_after(200, settings, Sorting{}), 3) << crossover << " " << mutation;
    }
  }
}

TEST(CompleteProblem, ASettingThatDoesNotFitIsOneSentence) {
  Genetic settings{.operators = {.crossover = "pmx"}};
  EXPECT_THAT(
      [&] { check_island(sphere, settings); },
      ThrowsMessage<UsageError>("crossover is \"pmx\", which does not belong to reals; those that do: sbx, "
                                "blx_alpha, uniform, line"));
  EXPECT_THAT([&] { check_island(OneMax(8), settings); },
              ThrowsMessage<UsageError>(
                  "crossover is \"pmx\", but this problem has a crossover of its own; leave the key out"));
  settings.operators = {.gaussian_step = 0};
  EXPECT_THAT([&] { check_island(sphere, settings); },
              ThrowsMessage<UsageError>("gaussian_step is 0; it is above 0 and at most 1"));
  EXPECT_THAT([] { (Algorithm(Genetic{.operators = {.gene_rate = 1.4}})); },
              ThrowsMessage<UsageError>("gene_rate is 1.4; a rate lies in [0, 1]"));
  EXPECT_THAT([&] { check_island(OneMax(8), settings); },
              ThrowsMessage<UsageError>(HasSubstr("leave the keys out")));
  EXPECT_NO_THROW(check_island(OneMax(8), Genetic{.operators = {.gene_rate = 0.1}}));
  EXPECT_NO_THROW(check_island(OneMax(8), Genetic{.mutation_rate = 0.5, .operators = {.gene_rate = 0.1}}));
  const Genetic growing{.mutation_growth = 2, .mutation_most = 0.1};
  EXPECT_THAT([&] { check_island(sphere, growing); },
              ThrowsMessage<UsageError>("mutation_most is 0.1 and mutation_rate 1; the rate grows from "
                                        "mutation_rate to mutation_most, which is not below it"));
  EXPECT_THAT([&] { check_island(OneMax(8), growing); },
              ThrowsMessage<UsageError>(HasSubstr("mutation_most is 0.1 and gene_rate 0.125")));
  EXPECT_THAT([&] { check_island(sphere, Genetic{.selection = "greedy"}); },
              ThrowsMessage<UsageError>("selection is \"greedy\"; it is one of linear_ranking, tournament, "
                                        "proportional, reciprocal, tate_smith, shuffled_tournament"));
  EXPECT_THAT([&] { check_island(sphere, Genetic{.replacement = "none"}); },
              ThrowsMessage<UsageError>("replacement is \"none\"; it is one of plus, generational"));
  EXPECT_NO_THROW(check_island(sphere, DifferentialEvolution{}));
  EXPECT_THAT([&] { check_island(Sorting{}, DifferentialEvolution{}); },
              ThrowsMessage<UsageError>(HasSubstr("needs a problem whose genome is skerry::Reals")));
}

/// This problem declares one of the operators that its genome brings.
struct OwnMutation : Sorting {
  void mutate(Genome& order, double, Random&) const { std::swap(order[0], order[1]); }
};

TEST(CompleteProblem, WhatTheProblemDeclaresWins) {
  auto problem = completed(OwnMutation{});
  Random random(1);
  Permutation<12> order = problem.sample(random);
  const Permutation<12> before = order;
  problem.mutate(order, 1, random);
  EXPECT_EQ(order[0], before[1]);
  EXPECT_EQ(order[1], before[0]);
  EXPECT_THROW(completed(OwnMutation{}, {.mutation = "swap"}), UsageError);
  EXPECT_NO_THROW(completed(OwnMutation{}, {.crossover = "ox"}));
}

TEST(CompleteProblem, ReadsItsTextAndRefusesWhatIsNoGenome) {
  auto problem = completed(Sorting{});
  Random random(3);
  const Permutation<12> order = problem.sample(random);
  EXPECT_EQ(problem.parse(problem.describe(order), "order.txt"), order);
  EXPECT_THAT(
      [&] { problem.parse("0 1 2 3 4 5 6 7 8 9 10 10", "order.txt"); },
      ThrowsMessage<DataError>("entry 10 stands at the places 10 and 11; a permutation has each of 0 to 11 "
                               "once (order.txt)"));
  EXPECT_THROW(problem.parse("0 1 2 3 4 5 6 7 8 9 10 11 0", "order.txt"), DataError);
  EXPECT_EQ(fault_of(problem, order), "");
  EXPECT_THAT(fault_of(problem, Permutation<12>{}), HasSubstr("entry 0 stands at the places 0 and 1"));
}

TEST(CompleteProblem, AllocatesNothingForAnIndividual) {
  for (const bool reals : {true, false}) {
    std::unique_ptr<Island> island = make_island(sphere, small(), 1, 0);
    if (!reals) island = make_island(Sorting{}, small(), 1, 0);
    island->initialise();
    EXPECT_LT(test::allocations_once_warm(*island, 50, 20), 20U) << "600 individuals";
  }
}

/// Its local search tries swaps, each of which is an evaluation, by evaluate() or by the difference alone. If
/// it is strict, genomes are infeasible until they are repaired.
struct Searched : Sorting {
  bool strict = false;
  Score evaluate(const Genome& order) const {
    return strict ? Score{order[0] == 0 ? 0.0 : 1.0, 0} : Score{0, Sorting::evaluate(order)};
  }
  void improve(Genome& order, Score& score, auto& evaluate, Random& random) {
    while (evaluate.left() > 1) {
      Genome changed = order;
      swap_mutation(std::span(changed.genes), random);
      const Score its_score = evaluate(changed);
      evaluate.count();
      if (its_score.fitness > score.fitness) continue;
      order = changed;
      score = its_score;
    }
  }
  void repair(Genome& order, Evaluations<Searched>& evaluate, Random&) const {
    while (evaluate(order).violation > 0) std::rotate(order.begin(), order.begin() + 1, order.end());
  }
};
static_assert(Improves<Complete<Searched>>);

TEST(Evaluations, OfImproveAndRepairCountByThemselves) {
  Genetic settings = small();
  const auto repaired = test::evolved(1, Searched{{}, true}, settings);
  EXPECT_EQ(repaired->statistics().back().feasible, 30U);
  EXPECT_GT(repaired->statistics().back().evaluations, 30U + 3 * 20);
  settings.improve_rate = 1;
  settings.improve_budget = 40;
  const auto improved = test::evolved(3, Searched{}, settings);
  EXPECT_EQ(improved->statistics().back().evaluations, 30U + 3 * 30 * 41);
}

}  // namespace
}  // namespace skerry
