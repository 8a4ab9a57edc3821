#include "puzzles/qap/problem.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/detail/problem/complete_problem.hpp"

#include "puzzles/qap/instance.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/qap/instances.hpp"

namespace skerry::qap {
namespace {

QapProblem from(const std::string& keys) {
  Files files;
  files.provide("two.dat", "2  0 1 2 0  0 3 4 0");
  const Settings settings =
      Settings::parse("instance = \"two.dat\"\n" + keys, "qap.toml", Settings::Kind::configuration);
  QapProblem problem(settings, files);
  settings.reject_unknown_keys();
  return problem;
}

TEST(QapProblem, ReadsItsKeys) {
  const QapProblem problem = from("best_known = 10\nlocal_search = \"best_improvement\"\n");
  EXPECT_EQ(problem.optimum(), 10);
  EXPECT_EQ(problem.evaluate({0, 1}), 1 * 3 + 2 * 4);
  EXPECT_EQ(problem.evaluate({1, 0}), 1 * 4 + 2 * 3);
  EXPECT_EQ(from("").optimum(), std::nullopt);
  EXPECT_EQ(QapProblem(parse_instance("2 10\n0 1\n2 0\n0 3\n4 0", "q.dat"), std::nullopt, {}).optimum(), 10);
  EXPECT_THAT([] { from("local_search = \"first\"\n"); },
              ThrowsMessage<UsageError>(HasSubstr("first_improvement")));
}

TEST(QapProblem, TabuSearchHasAKeyOfItsOwn) {
  const auto evaluations_of = [](const std::string& keys) {
    QapProblem problem = from("local_search = \"robust_tabu\"\n" + keys);
    QapProblem::Genome genome = {0, 1};
    Score score{0, problem.evaluate(genome)};
    Evaluations<QapProblem> evaluations(problem);
    Random random(1);
    problem.improve(genome, score, evaluations, random);
    EXPECT_EQ(score.fitness, 10);
    return evaluations.made();
  };
  EXPECT_EQ(evaluations_of(""), 5000U);
  EXPECT_EQ(evaluations_of("tabu_iterations = 7\n"), 7U);
  EXPECT_EQ(evaluations_of("best_known = 10\n"), 1U) << "it ends at the best known cost";
  EXPECT_THAT([] { from("local_search = \"robust_tabu\"\ntabu_iterations = 0\n"); },
              ThrowsMessage<UsageError>(HasSubstr("tabu_iterations")));
  EXPECT_THAT([] { from("tabu_iterations = 7\n"); }, ThrowsMessage<UsageError>(HasSubstr("tabu_iterations")));
}

TEST(QapProblem, EverySwapThatIsExaminedIsAnEvaluation) {
  for (const LocalSearch& search : {LocalSearch(Improvement::first), LocalSearch(Improvement::best),
                                    LocalSearch(TabuSettings{.iterations = 1000})}) {
    Random random(1);
    auto problem = completed(QapProblem(test::random_instance(15, false, random), {}, search));
    for (const std::uint64_t budget : {0U, 7U, 100'000U}) {
      auto genome = problem.sample(random);
      Score score = problem.evaluate(genome);
      const Score before = score;
      Evaluations<QapProblem> evaluations(problem, budget);
      problem.improve(genome, score, evaluations, random);
      EXPECT_TRUE(problem.valid(genome));
      EXPECT_EQ(score, problem.evaluate(genome));
      EXPECT_LE(score.fitness, before.fitness);
      if (budget < 100) {
        EXPECT_EQ(evaluations.made(), std::holds_alternative<TabuSettings>(search) ? 0 : budget);
      } else {
        EXPECT_LT(score.fitness, before.fitness);
        EXPECT_LE(evaluations.made(), budget);
        EXPECT_GE(evaluations.made(), 105U) << "the last round examines every pair";
      }
    }
  }
}

TEST(QapProblem, OrdersAreReadBack) {
  Random random(4);
  auto problem = completed(QapProblem(test::random_instance(12, true, random)));
  const auto genome = problem.sample(random);
  EXPECT_EQ(problem.parse(problem.describe(genome), "text"), genome);
  EXPECT_THAT([&] { problem.parse("0 1 2", "text"); }, ThrowsMessage<DataError>(HasSubstr("text")));
}

}  // namespace
}  // namespace skerry::qap
