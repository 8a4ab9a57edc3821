#include "skerry/app/settings.hpp"
#include "skerry/detail/fronts/crowded_order.hpp"
#include "skerry/detail/fronts/front_measures.hpp"
#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include "puzzles/landscapes/test_fronts.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace skerry::zdt {
namespace {

using Kind = Zdt::Kind;
using Pair = std::array<double, 2>;

constexpr std::array all_kinds{Kind::zdt1, Kind::zdt2, Kind::zdt3, Kind::zdt4, Kind::zdt6};

Pair objectives_at(const Zdt& problem, const Zdt::Genome& x) {
  Pair values{};
  problem.objectives(x, values);
  return values;
}

Zdt read(const std::string& keys) {
  const Settings settings = Settings::parse(keys, "zdt.toml", Settings::Kind::configuration);
  Files files;
  Zdt problem(settings, files);
  settings.reject_unknown_keys();
  return problem;
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
  EXPECT_EQ(objectives_at({Kind::zdt1, 3}, {0.25, 0, 0}), (Pair{0.25, 0.5}));
  EXPECT_EQ(objectives_at({Kind::zdt2, 3}, {0.5, 0, 0}), (Pair{0.5, 0.75}));
  EXPECT_EQ(objectives_at({Kind::zdt4, 3}, {1, 0, 0}), (Pair{1, 0}));
  // g = 1 + 9 * (1 + 1) / 2 = 10 and f1 / g = 0.04
  EXPECT_NEAR(objectives_at({Kind::zdt1, 3}, {0.4, 1, 1})[1], 10 * (1 - 0.2), 1e-12);
  EXPECT_NEAR(objectives_at({Kind::zdt2, 3}, {0.4, 1, 1})[1], 10 * (1 - 0.0016), 1e-12);
  EXPECT_NEAR(objectives_at({Kind::zdt3, 3}, {0.45, 0, 0})[1], 1 - std::sqrt(0.45) - 0.45, 1e-12);
  // g = 1 + 10 + 0.25^2 - 10 cos(pi) = 21.0625
  EXPECT_NEAR(Zdt(Kind::zdt4, 2).evaluate({0.3, 0.25}), 20.0625, 1e-12);
  // sin(6 pi / 12) = 1, and the fourth root of 0.0625 is 0.5
  EXPECT_NEAR(objectives_at({Kind::zdt6, 2}, {1.0 / 12, 0})[0], 1 - std::exp(-1.0 / 3), 1e-12);
  EXPECT_NEAR(Zdt(Kind::zdt6, 2).evaluate({0, 0.0625}), 4.5, 1e-12);
}

TEST(Zdt, HasTheBoundsOfTheDefinition) {
  for (const Kind kind : all_kinds) {
    const Box<> box = Zdt(kind, 10).bounds();
    ASSERT_EQ(box.size(), 10U);
    EXPECT_EQ(box.lower(0), 0);
    EXPECT_EQ(box.upper(0), 1);
    EXPECT_EQ(box.lower(9), kind == Kind::zdt4 ? -5 : 0);
    EXPECT_EQ(box.upper(9), kind == Kind::zdt4 ? 5 : 1);
  }
}

TEST(Zdt, NoGenomeDominatesAPointOfTheKnownFront) {
  for (const Kind kind : all_kinds) {
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
    const Zdt problem(all_kinds[i], 5);
    const auto front = problem.known_front();
    std::vector<std::uint32_t> fronts(front.size() / 2);
    EXPECT_EQ(NonDominatedSort().sort({front, 2}, {}, fronts), 1U);
    EXPECT_NEAR(front[0], ends[i][0], 1e-4);
    EXPECT_NEAR(front[front.size() - 2], ends[i][1], 1e-4);
    EXPECT_EQ(FrontMeasures(problem.objectives(), front).igd_plus(front), 0);
  }
}

TEST(Zdt, TheKnownFrontHasTheHypervolumeOfTheTrueOne) {
  // 11 * 11 less the integral below the front, which is 1 - 2 / 3 under zdt1 and 1 - 1 / 3 ... 1 under zdt2.
  const std::array<double, 5> volumes{121 - 1.0 / 3, 121 - 2.0 / 3, 128.7781, 121 - 1.0 / 3, 117.5149};
  for (std::size_t i = 0; i < all_kinds.size(); ++i) {
    const Zdt problem(all_kinds[i], 5);
    const auto front = problem.known_front();
    EXPECT_NEAR(FrontMeasures(problem.objectives(), {}).hypervolume(front), volumes[i], 0.01)
        << "function " << static_cast<int>(all_kinds[i]);
  }
}

TEST(Zdt, ReadsItsKeysAndRefusesOthers) {
  EXPECT_EQ(read("").bounds().size(), 30U);
  EXPECT_EQ(read("function = \"zdt4\"").bounds().size(), 10U);
  EXPECT_EQ(read("function = \"zdt6\"\ndimension = 7").bounds().size(), 7U);
  EXPECT_EQ(read("function = \"zdt4\"").bounds().lower(1), -5);
  EXPECT_THROW(read("function = \"zdt5\""), UsageError);
  EXPECT_THROW(read("dimension = 1"), UsageError);
  EXPECT_THROW(read("objectives = 3"), UsageError);
}

}  // namespace
}  // namespace skerry::zdt
