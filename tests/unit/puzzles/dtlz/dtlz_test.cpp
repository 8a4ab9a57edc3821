#include "skerry/app/settings.hpp"
#include "skerry/detail/fronts/crowded_order.hpp"
#include "skerry/detail/fronts/front_measures.hpp"
#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include "puzzles/landscapes/test_fronts.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::dtlz {
namespace {

using Kind = Dtlz::Kind;

constexpr std::array every_kind{Kind::dtlz1, Kind::dtlz2, Kind::dtlz3, Kind::dtlz4};

std::vector<double> values_at(const Dtlz& problem, const Dtlz::Genome& x) {
  std::vector<double> values(problem.objectives().size());
  problem.objectives(x, values);
  return values;
}

Dtlz read_dtlz(const std::string& keys) {
  const Settings settings = Settings::parse(keys, "dtlz.toml", Settings::Kind::configuration);
  Files files;
  Dtlz problem(settings, files);
  settings.reject_unknown_keys();
  return problem;
}

/// Returns what is the same for all points of the true front: the sum, or the sum of squares.
double size_of(Kind kind, const std::vector<double>& values) {
  return kind == Kind::dtlz1
             ? std::reduce(values.begin(), values.end()) / 0.5
             : std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}

TEST(Dtlz, HasTheObjectivesOfTheDefinitionByHand) {
  // f1 = 1/2 x1 x2, f2 = 1/2 x1 (1 - x2), f3 = 1/2 (1 - x1)
  const auto plane = values_at({Kind::dtlz1, 3, 4}, {0.5, 0.25, 0.5, 0.5});
  EXPECT_DOUBLE_EQ(plane[0], 0.0625);
  EXPECT_DOUBLE_EQ(plane[1], 0.1875);
  EXPECT_DOUBLE_EQ(plane[2], 0.25);
  // f1 = c1 c2, f2 = c1 s2, f3 = s1, all times 1 + g
  const auto sphere = values_at({Kind::dtlz2, 3, 3}, {1.0 / 3, 0.5, 1});
  EXPECT_DOUBLE_EQ(sphere[0], 1.25 * std::sqrt(0.75) * std::numbers::sqrt2 / 2);
  EXPECT_DOUBLE_EQ(sphere[1], 1.25 * std::sqrt(0.75) * std::numbers::sqrt2 / 2);
  EXPECT_DOUBLE_EQ(sphere[2], 1.25 * 0.5);
  EXPECT_DOUBLE_EQ(Dtlz(Kind::dtlz2, 3, 4).evaluate({0, 0, 0, 0.75}), 0.25 + 0.0625);
  EXPECT_DOUBLE_EQ(Dtlz(Kind::dtlz1, 3, 3).evaluate({0, 0, 0.55}), 100 * (0.0025 + 2));
  EXPECT_DOUBLE_EQ(Dtlz(Kind::dtlz3, 3, 3).evaluate({0, 0, 0.6}), 100 * 0.01);
  EXPECT_NEAR(values_at({Kind::dtlz4, 2, 2}, {0.99, 0.5})[1],
              std::sin(std::pow(0.99, 100) * std::numbers::pi / 2), 1e-12);
}

TEST(Dtlz, AllSolutionsLieOnTheFrontOrBeyondIt) {
  for (const Kind kind : every_kind) {
    Random random(static_cast<std::uint64_t>(kind));
    for (int trial = 0; trial < 200; ++trial) {
      const std::size_t objectives = 2 + random.below(6);
      const Dtlz problem(kind, objectives, objectives + random.below(4));
      Dtlz::Genome x;
      x.resize(problem.bounds().size());
      for (double& gene : x) gene = random.uniform();
      EXPECT_NEAR(size_of(kind, values_at(problem, x)) / (1 + problem.evaluate(x)), 1, 1e-12);
      for (std::size_t i = objectives - 1; i < x.size(); ++i) x[i] = 0.5;
      EXPECT_EQ(problem.evaluate(x), 0);
    }
  }
}

TEST(Dtlz, TheKnownFrontIsAFrontOfTheRightSize) {
  for (const Kind kind : every_kind) {
    for (const std::size_t objectives : {2U, 3U, 5U, 15U}) {
      const Dtlz problem(kind, objectives, objectives + 4);
      const auto front = problem.known_front();
      const std::size_t points = front.size() / objectives;
      EXPECT_LE(points, 500U);
      EXPECT_GE(points, objectives);
      std::vector<std::uint32_t> fronts(points);
      EXPECT_EQ(NonDominatedSort().sort({front, objectives}, {}, fronts), 1U);
      for (std::size_t point = 0; point < points; ++point) {
        const auto at = front.begin() + static_cast<std::ptrdiff_t>(point * objectives);
        EXPECT_NEAR(size_of(kind, {at, at + static_cast<std::ptrdiff_t>(objectives)}), 1, 1e-12);
      }
      EXPECT_EQ(FrontMeasures(problem.objectives(), front).igd_plus(front), 0);
    }
  }
}

TEST(Dtlz, TheKnownFrontHasNearlyTheHypervolumeOfTheTrueOne) {
  const auto volume = [](Kind kind) {
    const Dtlz problem(kind, 3, 7);
    return FrontMeasures(problem.objectives(), {}).hypervolume(problem.known_front());
  };
  // The cube up to the references, without the pyramid or the eighth of a ball below the front.
  EXPECT_NEAR(volume(Kind::dtlz1), std::pow(0.55, 3) - std::pow(0.5, 3) / 6, 0.003);
  EXPECT_NEAR(volume(Kind::dtlz2), std::pow(1.1, 3) - std::numbers::pi / 6, 0.03);
}

TEST(Dtlz, ReadsItsKeysAndRefusesOthers) {
  EXPECT_EQ(read_dtlz("").bounds().size(), 12U);
  EXPECT_EQ(read_dtlz("").objectives().size(), 3U);
  EXPECT_EQ(read_dtlz("function = \"dtlz1\"\nobjectives = 5").bounds().size(), 9U);
  EXPECT_EQ(read_dtlz("dimension = 3").bounds().size(), 3U);
  EXPECT_THROW(read_dtlz("dimension = 2"), UsageError);
  EXPECT_THROW(read_dtlz("objectives = 1"), UsageError);
  EXPECT_THROW(read_dtlz("objectives = 16"), UsageError);
  EXPECT_THROW(read_dtlz("function = \"dtlz7\""), UsageError);
}

}  // namespace
}  // namespace skerry::dtlz
