#include "skerry/app/settings.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/error.hpp"

#include "puzzles/landscapes/bit_functions.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::nk {
namespace {

using testing::ThrowsMessage;

NkProblem from(const std::string& keys) {
  Files files;
  const Settings settings = Settings::parse(keys, "nk.toml", Settings::Kind::configuration);
  NkProblem problem(settings, files);
  settings.reject_unknown_keys();
  return problem;
}

TEST(NkProblem, MaximisesTheMeanContribution) {
  const NkSettings settings{.n = 10, .k = 3};
  const NkProblem problem(settings);
  const Landscape landscape(settings);
  EXPECT_EQ(problem.direction(), Direction::maximise);
  double best = 0;
  for (std::uint64_t bits = 0; bits < 1024; ++bits) {
    Genome genome;
    genome.words[0] = bits;
    const double fitness = problem.evaluate(genome);
    ASSERT_EQ(fitness, landscape.mean(landscape.sum(genome)));
    ASSERT_TRUE(fitness >= 0 && fitness < 1);
    best = std::max(best, fitness);
  }
  EXPECT_EQ(problem.optimum(), best);
}

TEST(NkProblem, ReadsItsKeys) {
  EXPECT_EQ(from("n = 30\nk = 2\ninstance_seed = 4\n").optimum(),
            NkProblem({.n = 30, .k = 2, .instance_seed = 4}).optimum());
  EXPECT_EQ(from("neighbours = \"random\"\n").optimum(), std::nullopt);
  EXPECT_THAT([] { from("n = 8\nk = 8\n"); },
              ThrowsMessage<UsageError>("k is 8; it lies in [0, 7] (nk.toml:2:5)"));
  EXPECT_THAT(
      [] { from("n = 1000\nk = 20\n"); },
      ThrowsMessage<UsageError>("k is 20; it is at most 13 for n = 1000, since the tables have n 2^(k + 1) "
                                "entries of 4 bytes and may have 16777216 (nk.toml:2:5)"));
}

TEST(NkProblem, StringsAreReadBack) {
  auto problem = completed(NkProblem({.n = 100, .k = 2}));
  Random random(3);
  const auto genome = problem.sample(random);
  EXPECT_EQ(problem.describe(genome).size(), 100U);
  EXPECT_EQ(problem.parse(problem.describe(genome), "text"), genome);
}

}  // namespace
}  // namespace skerry::nk
