#include "skerry/detail/algorithms/cma_es_island.hpp"

#include "skerry/detail/algorithms/make_island.hpp"

#include "puzzles/landscapes/real_functions.hpp"
#include "support/function_of.hpp"
#include "unit/engine/algorithms/island_checks.hpp"

#include <numbers>

namespace skerry::cma_es_island_test {
namespace {

constexpr CmaEsKind cma_es_kinds[] = {CmaEsKind::alone, CmaEsKind::with_differential_evolution};

using Genome = Reals<4>;

const test::FunctionOfReals sphere({-3, 7}, test::sum_of_squares);

/// An ellipsoid whose axes, the longest a thousand times the shortest, are no axes of the box.
const test::FunctionOfReals turned_ellipsoid({-5, 5}, [](const Genome& x) {
  const double turned[] = {x[0] + x[1] + x[2] + x[3] - 2, x[0] - x[1] + x[2] - x[3],
                           x[0] + x[1] - x[2] - x[3], x[0] - x[1] - x[2] + x[3]};
  return turned[0] * turned[0] + 1e2 * turned[1] * turned[1] + 1e4 * turned[2] * turned[2] +
         1e6 * turned[3] * turned[3];
});

const RealFunction rosenbrock(RealFunction::Kind::rosenbrock, 6);

/// Many local optima, and a rule that forbids the best of them. What is left are fitnesses from 0.99496 on.
const test::FunctionOfReals ruled_rastrigin({-2, 5}, [outside = false](const Genome& x) mutable {
  Score score{std::max(0.0, 0.5 - x[0]), 0};
  for (const double gene : x) {
    outside = outside || gene < -2 || gene > 5;
    score.fitness += gene * gene - 10 * std::cos(2 * std::numbers::pi * gene) + 10;
  }
  if (outside) score.fitness = -1;
  return score;
});

TEST(CmaEs, FindsTheBestOfOneValley) {
  for (const CmaEsKind kind : cma_es_kinds) {
    EXPECT_LT(test::evolved(30, sphere, CmaEs{.kind = kind})->best_key().cost, 1e-10);
    EXPECT_LT(test::evolved(30, turned_ellipsoid, CmaEs{.kind = kind})->best_key().cost, 1e-10);
    EXPECT_LT(test::evolved(80, rosenbrock, CmaEs{.kind = kind, .initial_step = 0.2}, 2)->best_key().cost, 1e-10);
  }
}

TEST(CmaEs, RestartsUntilItHasFoundTheBestOfManyValleysWithinTheRules) {
  for (const CmaEsKind kind : cma_es_kinds) {
    const auto island = test::evolved(60, ruled_rastrigin, CmaEs{.kind = kind, .offspring = 400});
    EXPECT_EQ(island->best_key().violation, 0);
    EXPECT_NEAR(island->best_key().cost, 0.99496, 1e-5);
  }
}

TEST(CmaEs, MakesAsManyEvaluationsAsItMayAndNoMore) {
  for (const CmaEsKind kind : cma_es_kinds) {
    for (const std::uint64_t most : {40U, 41U, 139U, 1000U, 2345U}) {
      const auto island = make_island(sphere, CmaEs{.kind = kind}, 1, 0);
      island->limit_evaluations(most);
      island->initialise();
      while (!island->lacks_evaluations()) island->evolve(1);
      EXPECT_EQ(island->statistics().back().evaluations, most);
    }
  }
}

TEST(CmaEs, ResumesBitForBit) {
  for (const CmaEsKind kind : cma_es_kinds) {
    test::expect_resumes_bit_for_bit([&] { return make_island(rosenbrock, CmaEs{.kind = kind}, 3, 0); });
    // A run that has begun anew, and differential evolution in its turn.
    const auto make = [&] {
      return make_island(ruled_rastrigin, CmaEs{.kind = kind, .population = 7, .offspring = 30}, 3, 0);
    };
    const auto whole = make();
    whole->initialise();
    whole->evolve(101);
    const auto resumed = make();
    resumed->load(whole->save());
    whole->evolve(40);
    resumed->evolve(40);
    EXPECT_EQ(resumed->save(), whole->save());
  }
}

TEST(CmaEs, SearchesDifferentlyOnTheIslandsOfARunIfBothSearch) {
  const auto changed_after = [](const CmaEs& settings, std::uint32_t number, std::size_t islands) {
    const auto island = make_island(sphere, settings, 3, number, std::tuple<>(), islands);
    island->initialise();
    const auto before = island->population().keys;
    island->evolve(1);
    std::size_t changed = 0;
    for (std::size_t slot = 0; slot < before.size(); ++slot) {
      const bool same = island->population().keys[slot].cost == before[slot].cost;
      changed += same ? 0 : 1;
      EXPECT_TRUE(same || slot < 16) << slot;
    }
    return changed;
  };
  const CmaEs both{.kind = CmaEsKind::with_differential_evolution};
  EXPECT_GT(changed_after(both, 0, 2), 0U);
  EXPECT_GT(changed_after(both, 1, 5), 0U);
  EXPECT_EQ(changed_after(both, 1, 4), 0U) << "its samples stay out of the population";
  EXPECT_EQ(changed_after(both, 0, 1), 0U);
  test::expect_resumes_bit_for_bit([&] { return make_island(rosenbrock, both, 3, 0, std::tuple<>(), 4); });
  test::expect_resumes_bit_for_bit([&] { return make_island(rosenbrock, both, 3, 2, std::tuple<>(), 4); });
}

TEST(CmaEs, BeginsItsNextRunAtAnImmigrantThatIsBetter) {
  // Without immigrants, so small a step leads from no other valley to the best one in one run.
  const test::FunctionOfReals two_valleys({-10, 10}, [](const Genome& x) {
    const auto valley = [&](double at, double depth) {
      return std::hypot(std::hypot(x[0] - at, x[1] - at), std::hypot(x[2] - at, x[3] - at)) - depth;
    };
    return std::min(valley(-4, 0), 100 * valley(9, 0) - 1);
  });
  const auto island = make_island(two_valleys, CmaEs{.population = 4, .initial_step = 0.01}, 5, 0);
  island->initialise();
  island->evolve(1);
  const Genome immigrant{9.001, 9.001, 9.001, 9.001};
  std::vector<Key> keys(island->sort().begin(), island->sort().end());
  keys.back() = key_of(two_valleys.evaluate(immigrant), Direction::minimise);
  const std::vector<std::byte> kept(island->pack(0, 3).begin(), island->pack(0, 3).end());
  const std::span<std::byte> inbox = island->inbox(4 * sizeof(immigrant));
  std::ranges::copy(kept, inbox.begin());
  std::ranges::copy(std::as_bytes(std::span(&immigrant, 1)), inbox.begin() + 3 * sizeof(immigrant));
  island->settle(keys);
  island->evolve(60);
  EXPECT_LT(island->best_key().cost, -1 + 1e-6);
}

TEST(CmaEs, RefusesADamagedState) {
  const auto island = test::evolved(3, sphere, CmaEs{}, 5);
  const std::vector<std::byte> sound = island->save();
  const std::size_t size = sound.size();
  // The last are the size of the state, the best individual, and the factor, whose last entry is positive.
  std::vector<std::byte> factor = sound;
  factor[size - 8 - sizeof(Genome) - 1] ^= std::byte{0x80};
  EXPECT_THROW(island->load(factor), DataError);
  EXPECT_THROW(island->load(std::span(sound).first(size - 8)), DataError);
  EXPECT_NO_THROW(island->load(sound));
  const auto smaller = make_island(sphere, CmaEs{.population = 10}, 5, 0);
  EXPECT_THROW(smaller->load(sound), DataError);
}

TEST(CmaEs, AllocatesNothingForAnIndividual) {
  for (const CmaEsKind kind : cma_es_kinds) {
    const auto island = test::evolved(60, ruled_rastrigin, CmaEs{.kind = kind}, 6);
    EXPECT_LT(test::allocations_once_warm(*island, 60, 20), 100U)
        << "2000 individuals, and rows of new bests";
  }
}

}  // namespace
}  // namespace skerry::cma_es_island_test
