#include "puzzles/landscapes/test_fronts.hpp"

#include "skerry/detail/fronts/crowded_order.hpp"
#include "skerry/detail/fronts/front_measures.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/configured.hpp"

#include <numbers>

namespace skerry {
namespace test_fronts_test {

using dtlz::Dtlz;
using zdt::Zdt;

/// Expects that no point of the known front dominates another, and returns the front.
template <class P>
std::vector<double> front_of(const P& problem) {
  const std::vector<double> front = problem.known_front();
  const std::size_t objectives = problem.objectives().size();
  std::vector<std::uint32_t> fronts(front.size() / objectives);
  EXPECT_EQ(NonDominatedSort().sort({front, objectives}, {}, fronts), 1U);
  EXPECT_EQ(FrontMeasures(problem.objectives(), front).igd_plus(front), 0);
  return front;
}

/// Returns the hypervolume of the known front.
template <class P>
double volume_of(const P& problem) {
  return FrontMeasures(problem.objectives(), {}).hypervolume(problem.known_front());
}

constexpr std::array every_kind{Dtlz::Kind::dtlz1, Dtlz::Kind::dtlz2, Dtlz::Kind::dtlz3, Dtlz::Kind::dtlz4};

std::vector<double> values_at(const Dtlz& problem, const Dtlz::Genome& x) {
  std::vector<double> values(problem.objectives().size());
  problem.objectives(x, values);
  return values;
}

/// Returns what is the same for all points of the true front: the sum, or the sum of squares.
double size_of(Dtlz::Kind kind, const std::vector<double>& values) {
  return kind == Dtlz::Kind::dtlz1
             ? std::reduce(values.begin(), values.end()) / 0.5
             : std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}

TEST(Dtlz, HasTheObjectivesOfTheDefinitionByHand) {
  // f1 = 1/2 x1 x2, f2 = 1/2 x1 (1 - x2), f3 = 1/2 (1 - x1)
  const auto plane = values_at({Dtlz::Kind::dtlz1, 3, 4}, {0.5, 0.25, 0.5, 0.5});
  EXPECT_DOUBLE_EQ(plane[0], 0.0625);
  EXPECT_DOUBLE_EQ(plane[1], 0.1875);
  EXPECT_DOUBLE_EQ(plane[2], 0.25);
  // f1 = c1 c2, f2 = c1 s2, f3 = s1, all times 1 + g
  const auto sphere = values_at({Dtlz::Kind::dtlz2, 3, 3}, {1.0 / 3, 0.5, 1});
  EXPECT_DOUBLE_EQ(sphere[0], 1.25 * std::sqrt(0.75) * std::numbers::sqrt2 / 2);
  EXPECT_DOUBLE_EQ(sphere[1], 1.25 * std::sqrt(0.75) * std::numbers::sqrt2 / 2);
  EXPECT_DOUBLE_EQ(sphere[2], 1.25 * 0.5);
  EXPECT_DOUBLE_EQ(Dtlz(Dtlz::Kind::dtlz2, 3, 4).evaluate({0, 0, 0, 0.75}), 0.25 + 0.0625);
  EXPECT_DOUBLE_EQ(Dtlz(Dtlz::Kind::dtlz1, 3, 3).evaluate({0, 0, 0.55}), 100 * (0.0025 + 2));
  EXPECT_DOUBLE_EQ(Dtlz(Dtlz::Kind::dtlz3, 3, 3).evaluate({0, 0, 0.6}), 100 * 0.01);
  EXPECT_NEAR(values_at({Dtlz::Kind::dtlz4, 2, 2}, {0.99, 0.5})[1],
              std::sin(std::pow(0.99, 100) * std::numbers::pi / 2), 1e-12);
}

TEST(Dtlz, AllSolutionsLieOnTheFrontOrBeyondIt) {
  for (const Dtlz::Kind kind : every_kind) {
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
  for (const Dtlz::Kind kind : every_kind) {
    for (const std::size_t objectives : {2U, 3U, 5U, 15U}) {
      const Dtlz problem(kind, objectives, objectives + 4);
      const auto front = front_of(problem);
      const std::size_t points = front.size() / objectives;
      EXPECT_LE(points, 500U);
      EXPECT_GE(points, objectives);
      for (std::size_t point = 0; point < points; ++point) {
        const auto at = front.begin() + static_cast<std::ptrdiff_t>(point * objectives);
        EXPECT_NEAR(size_of(kind, {at, at + static_cast<std::ptrdiff_t>(objectives)}), 1, 1e-12);
      }
    }
  }
}

TEST(Dtlz, TheKnownFrontHasNearlyTheHypervolumeOfTheTrueOne) {
  // The cube up to the references, without the pyramid or the eighth of a ball below the front.
  EXPECT_NEAR(volume_of(Dtlz(Dtlz::Kind::dtlz1, 3, 7)), std::pow(0.55, 3) - std::pow(0.5, 3) / 6, 0.003);
  EXPECT_NEAR(volume_of(Dtlz(Dtlz::Kind::dtlz2, 3, 7)), std::pow(1.1, 3) - std::numbers::pi / 6, 0.03);
}

TEST(Dtlz, ReadsItsKeysAndRefusesOthers) {
  EXPECT_EQ(configured<Dtlz>("").bounds().size(), 12U);
  EXPECT_EQ(configured<Dtlz>("").objectives().size(), 3U);
  EXPECT_EQ(configured<Dtlz>("function = \"dtlz1\"\nobjectives = 5").bounds().size(), 9U);
  EXPECT_EQ(configured<Dtlz>("dimension = 3").bounds().size(), 3U);
  EXPECT_THROW(configured<Dtlz>("dimension = 2"), UsageError);
  EXPECT_THROW(configured<Dtlz>("objectives = 1"), UsageError);
  EXPECT_THROW(configured<Dtlz>("objectives = 16"), UsageError);
  EXPECT_THROW(configured<Dtlz>("function = \"dtlz7\""), UsageError);
}

using Pair = std::array<double, 2>;

constexpr std::array all_kinds{Zdt::Kind::zdt1, Zdt::Kind::zdt2, Zdt::Kind::zdt3, Zdt::Kind::zdt4,
                               Zdt::Kind::zdt6};

Pair objectives_at(const Zdt& problem, const Zdt::Genome& x) {
  Pair values{};
  problem.objectives(x, values);
  return values;
}

/// Returns a genome with that first gene on the true front.
Zdt::Genome on_the_front(const Zdt& problem, double first) {
  Zdt::Genome x;
  x.resize(problem.bounds().size());
  for (double& gene : x) gene = 0;
  x[0] = first;
  return x;
}

TEST(Zdt, HasTheObjectivesOfTheDefinitionByHand) {
  EXPECT_EQ(objectives_at({Zdt::Kind::zdt1, 3}, {0.25, 0, 0}), (Pair{0.25, 0.5}));
  EXPECT_EQ(objectives_at({Zdt::Kind::zdt2, 3}, {0.5, 0, 0}), (Pair{0.5, 0.75}));
  EXPECT_EQ(objectives_at({Zdt::Kind::zdt4, 3}, {1, 0, 0}), (Pair{1, 0}));
  // g = 1 + 9 * (1 + 1) / 2 = 10 and f1 / g = 0.04
  EXPECT_NEAR(objectives_at({Zdt::Kind::zdt1, 3}, {0.4, 1, 1})[1], 10 * (1 - 0.2), 1e-12);
  EXPECT_NEAR(objectives_at({Zdt::Kind::zdt2, 3}, {0.4, 1, 1})[1], 10 * (1 - 0.0016), 1e-12);
  EXPECT_NEAR(objectives_at({Zdt::Kind::zdt3, 3}, {0.45, 0, 0})[1], 1 - std::sqrt(0.45) - 0.45, 1e-12);
  // g = 1 + 10 + 0.25^2 - 10 cos(pi) = 21.0625
  EXPECT_NEAR(Zdt(Zdt::Kind::zdt4, 2).evaluate({0.3, 0.25}), 20.0625, 1e-12);
  // sin(6 pi / 12) = 1, and the fourth root of 0.0625 is 0.5
  EXPECT_NEAR(objectives_at({Zdt::Kind::zdt6, 2}, {1.0 / 12, 0})[0], 1 - std::exp(-1.0 / 3), 1e-12);
  EXPECT_NEAR(Zdt(Zdt::Kind::zdt6, 2).evaluate({0, 0.0625}), 4.5, 1e-12);
}

TEST(Zdt, HasTheBoundsOfTheDefinition) {
  for (const Zdt::Kind kind : all_kinds) {
    const Box<> box = Zdt(kind, 10).bounds();
    ASSERT_EQ(box.size(), 10U);
    EXPECT_EQ(box.lower(0), 0);
    EXPECT_EQ(box.upper(0), 1);
    EXPECT_EQ(box.lower(9), kind == Zdt::Kind::zdt4 ? -5 : 0);
    EXPECT_EQ(box.upper(9), kind == Zdt::Kind::zdt4 ? 5 : 1);
  }
}

TEST(Zdt, NoGenomeDominatesAPointOfTheKnownFront) {
  for (const Zdt::Kind kind : all_kinds) {
    const Zdt problem(kind, 5);
    const auto front = problem.known_front();
    ASSERT_EQ(front.size(), 1000U);
    const Box<> box = problem.bounds();
    Random random(static_cast<std::uint64_t>(kind));
    for (int trial = 0; trial < 200; ++trial) {
      Zdt::Genome x = on_the_front(problem, random.uniform());
      if (trial % 2 == 0) {
        for (std::size_t i = 1; i < x.size(); ++i)
          x[i] = box.lower(i) + (box.upper(i) - box.lower(i)) * random.uniform();
      }
      const Pair found = objectives_at(problem, x);
      EXPECT_GE(problem.evaluate(x), 0);
      for (std::size_t point = 0; point < front.size(); point += 2) {
        EXPECT_FALSE(found[0] < front[point] - 1e-9 && found[1] < front[point + 1] - 1e-9)
            << "function " << static_cast<int>(kind) << ", trial " << trial;
      }
    }
  }
}

TEST(Zdt, TheKnownFrontIsAFrontAndReachesFromEndToEnd) {
  // The ends of the parts of zdt3 and the least f1 of zdt6 as published in the comparison of Deb et al.
  // (2002).
  const std::array<Pair, 5> ends{{{0, 1}, {0, 1}, {0, 0.8518328654}, {0, 1}, {0.2807753191, 1}}};
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    const auto front = front_of(Zdt(all_kinds[i], 5));
    EXPECT_NEAR(front[0], ends[i][0], 1e-4);
    EXPECT_NEAR(front[front.size() - 2], ends[i][1], 1e-4);
  }
}

TEST(Zdt, TheKnownFrontHasTheHypervolumeOfTheTrueOne) {
  // 11 * 11 less the integral below the front, which is 1 - 2 / 3 under zdt1 and 1 - 1 / 3 ... 1 under zdt2.
  const std::array<double, 5> volumes{121 - 1.0 / 3, 121 - 2.0 / 3, 128.7781, 121 - 1.0 / 3, 117.5149};
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    EXPECT_NEAR(volume_of(Zdt(all_kinds[i], 5)), volumes[i], 0.01)
        << "function " << static_cast<int>(all_kinds[i]);
  }
}

TEST(Zdt, ReadsItsKeysAndRefusesOthers) {
  EXPECT_EQ(configured<Zdt>("").bounds().size(), 30U);
  EXPECT_EQ(configured<Zdt>("function = \"zdt4\"").bounds().size(), 10U);
  EXPECT_EQ(configured<Zdt>("function = \"zdt6\"\ndimension = 7").bounds().size(), 7U);
  EXPECT_EQ(configured<Zdt>("function = \"zdt4\"").bounds().lower(1), -5);
  EXPECT_THROW(configured<Zdt>("function = \"zdt5\""), UsageError);
  EXPECT_THROW(configured<Zdt>("dimension = 1"), UsageError);
  EXPECT_THROW(configured<Zdt>("objectives = 3"), UsageError);
}

}  // namespace test_fronts_test
}  // namespace skerry
