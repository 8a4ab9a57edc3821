#include "skerry/detail/algorithms/map_elites_island.hpp"

#include "skerry/detail/algorithms/make_island.hpp"

#include "support/testing.hpp"
#include "unit/engine/algorithms/island_checks.hpp"

namespace skerry {
namespace {

/// Points of a square, over its two coordinates. Without a name of its own it is feasible everywhere.
struct Square {
  using Genome = Reals<2>;
  Direction direction() const { return Direction::maximise; }
  Box<2> bounds() const { return Box<2>(0, 1); }
  Score evaluate(const Genome& x) const {
    const bool allowed = x[0] > forbidden_below;
    return {allowed ? 0 : forbidden_below - x[0], std::cos(20 * x[0]) + x[1]};
  }
  std::vector<Feature> features() const {
    return {{.name = "x", .cells = cells}, {.name = "y", .cells = cells}};
  }
  void features(const Genome& x, std::span<double> values) const {
    values[0] = x[0] > no_number_above ? std::nan("") : x[0];
    values[1] = x[1];
  }

  std::uint64_t cells = 12;
  double forbidden_below = -1;
  double no_number_above = 2;
};

const MapElites usual{.population = 20, .offspring = 30, .worst_fitness = -1.0};

auto square_island(const Square& problem = {}, const MapElites& settings = usual, std::uint64_t seed = 1,
                   std::uint32_t number = 0) {
  return make_island(problem, settings, seed, number);
}

auto evolved_square(std::uint64_t generations, const Square& problem = {},
                    const MapElites& settings = usual) {
  return test::evolved(generations, problem, settings);
}

/// Returns the best key of each filled cell.
std::map<std::uint64_t, Key> map_of(const Island& island) {
  const SolutionSet set = island.solution_set();
  std::map<std::uint64_t, Key> best;
  for (std::size_t i = 0; i < set.size(); ++i) best[set.cells[i]] = set.keys[i];
  return best;
}

TEST(MapElites, NeverLosesACellNorWorsensAnElite) {
  for (const CellKind kind : {CellKind::grid, CellKind::centroidal}) {
    MapElites settings = usual;
    settings.cells = kind;
    settings.centroids = 100;
    const auto island = evolved_square(0, {}, settings);
    auto before = map_of(*island);
    for (int generation = 0; generation < 60; ++generation) {
      island->evolve(1);
      const auto after = map_of(*island);
      for (const auto& [cell, key] : before) {
        ASSERT_TRUE(after.contains(cell));
        EXPECT_FALSE(key < after.at(cell));
      }
      before = after;
    }
    EXPECT_GT(before.size(), 90U) << "of 144 or 100 cells";
  }
}

TEST(MapElites, StatesCoverageAndScoreOfWhatItHolds) {
  const auto island = evolved_square(40);
  const auto best = map_of(*island);
  double score = 0;
  for (const auto& [cell, key] : best) score += std::max(0.0, score_of(key, Direction::maximise).fitness + 1);
  EXPECT_EQ(island->statistics().back().coverage, static_cast<double>(best.size()) / 144);
  EXPECT_NEAR(island->statistics().back().qd_score, score, 1e-9);
}

TEST(MapElites, CountsTheScoreFromZeroWhereFitnessIsMaximised) {
  MapElites settings = usual;
  settings.worst_fitness.reset();
  const auto island = evolved_square(0, {}, settings);
  double score = 0;
  for (const auto& [cell, key] : map_of(*island))
    score += std::max(0.0, score_of(key, Direction::maximise).fitness);
  EXPECT_NEAR(island->statistics().back().qd_score, score, 1e-9);
}

TEST(MapElites, DrawsItsPopulationFromItsMap) {
  const auto island = evolved_square(0);
  for (int generation = 0; generation < 20; ++generation) {
    island->evolve(1);
    const SolutionSet set = island->solution_set();
    for (const Key& key : island->population().keys) EXPECT_THAT(set.keys, testing::Contains(key));
  }
}

TEST(MapElites, KeepsInfeasibleElitesAsParentsButCountsThemAsEmpty) {
  const Square problem{.forbidden_below = 0.5};
  const auto island = evolved_square(50, problem);
  const SolutionSet set = island->solution_set();
  for (std::size_t i = 0; i < set.size(); ++i) {
    EXPECT_EQ(set.keys[i].violation, 0);
    EXPECT_GT(set.values[2 * i], 0.5);
  }
  EXPECT_EQ(island->statistics().back().coverage, static_cast<double>(set.size()) / 144);
  EXPECT_THAT(island->population().keys, testing::Contains(testing::Field(&Key::violation, testing::Gt(0))));
}

TEST(MapElites, KeepsNothingWhoseFeaturesAreNoNumbers) {
  const Square none{.no_number_above = -1};
  const auto island = evolved_square(5, none);
  EXPECT_EQ(island->solution_set().size(), 0U);
  EXPECT_EQ(island->statistics().back().coverage, 0);
  EXPECT_LT(island->best_key().cost, 0) << "it goes on searching";

  const auto half = evolved_square(30, Square{.no_number_above = 0.5});
  const SolutionSet set = half->solution_set();
  EXPECT_GT(set.size(), 40U);
  for (std::size_t i = 0; i < set.size(); ++i) EXPECT_LE(set.values[2 * i], 0.5);
}

TEST(MapElites, ResumesBitForBit) {
  for (const double no_number_above : {2.0, 0.3, -1.0}) {
    const Square problem{.forbidden_below = 0.2, .no_number_above = no_number_above};
    test::expect_resumes_bit_for_bit([&] { return square_island(problem); });
  }
}

/// Sends all that belongs to others away, as the island of a run of that many.
std::vector<std::vector<std::byte>> send_all_home(Island& island, std::uint32_t own, std::size_t islands) {
  std::vector<std::vector<std::byte>> batches(islands);
  island.send_home(own, batches);
  return batches;
}

TEST(MapElites, ExchangesHomeWithoutALoss) {
  const auto first = square_island();
  const auto second = square_island({}, usual, 1, 1);
  for (const auto* island : {&first, &second}) {
    (*island)->initialise();
    (*island)->evolve(15);
  }
  auto expected = map_of(*first);
  for (const auto& [cell, key] : map_of(*second)) {
    const auto [at, inserted] = expected.emplace(cell, key);
    if (!inserted && key < at->second) at->second = key;
  }
  const auto from_first = send_all_home(*first, 0, 2);
  const auto from_second = send_all_home(*second, 1, 2);
  EXPECT_TRUE(from_first[0].empty());
  first->come_home(from_second[0]);
  second->come_home(from_first[1]);
  first->all_home();
  second->all_home();
  std::map<std::uint64_t, Key> found;
  for (const auto& [cell, key] : map_of(*first)) {
    EXPECT_EQ(cell % 2, 0U);
    found[cell] = key;
  }
  for (const auto& [cell, key] : map_of(*second)) {
    EXPECT_EQ(cell % 2, 1U);
    found[cell] = key;
  }
  EXPECT_EQ(found, expected);
}

TEST(MapElites, ResumesBitForBitWithAnEmptyMap) {
  const auto whole = evolved_square(0);
  send_all_home(*whole, 999, 1000);  // none of the 144 cells is its own
  whole->all_home();
  EXPECT_EQ(whole->solution_set().size(), 0U);
  const auto middle = whole->save();
  const auto resumed = square_island();
  resumed->load(middle);
  EXPECT_EQ(resumed->solution_set().size(), 0U) << "its population belongs to others";
  whole->evolve(3);
  resumed->evolve(3);
  EXPECT_EQ(resumed->save(), whole->save());
}

TEST(MapElites, RefusesADamagedState) {
  const auto island = evolved_square(0);
  const std::vector<std::byte> sound = island->save();
  for (std::size_t size = 0; size < sound.size(); size += 7)
    EXPECT_THROW(square_island()->load(std::span(sound).first(size)), DataError);
  const auto smaller = square_island(Square{.cells = 3});
  EXPECT_THROW(smaller->load(sound), DataError) << "it has cells that the other does not have";
  EXPECT_NO_THROW(island->load(sound));
}

TEST(MapElites, RefusesAMapOfTooManyCells) {
  EXPECT_THROW(square_island(Square{.cells = 100'000}), UsageError);
  EXPECT_THROW(square_island(Square{.cells = std::uint64_t{1} << 40}), UsageError);
}

TEST(MapElites, AllocatesNothingForAnIndividualOnceItsCellsAreFull) {
  const auto island = evolved_square(50, Square{.cells = 3});
  EXPECT_LT(test::allocations_once_warm(*island, 0, 20), 100U)
      << "600 individuals, and the rows of new bests";
}

}  // namespace
}  // namespace skerry
