#include "app/report/run_report.hpp"

#include "support/testing.hpp"

#include <nlohmann/json.hpp>

namespace skerry {
namespace {

SessionReport report_of(double fitness, double violation = 0) {
  SessionReport report;
  report.problem = "party";
  report.seed = 3;
  report.islands = 5;
  report.outcome = {.generations = 40,
                    .epochs = 4,
                    .evaluations = 12345,
                    .elapsed_s = 0.25,
                    .best = {violation, fitness},
                    .best_island = 1,
                    .best_genome = {},
                    .reason = StopReason::target};
  report.target = 100;
  report.target_reached = violation == 0 && fitness <= 100;
  report.trace = "results/a.h5";
  report.solution = "front: h1\nback: h2\n";
  report.assessment = {{violation, fitness},
                       {{"average level at least 75", "75.5", true}, {"≥ 2 elves", "1", false}}};
  return report;
}

TEST(Report, TellsAPersonEverythingThatMatters) {
  EXPECT_EQ(report_text(report_of(110), false),
            "front: h1\nback: h2\n\n"
            "fitness  110, 1 rule broken\n"
            "target   100, 10 % away\n"
            "met      average level at least 75  75.5\n"
            "BROKEN   ≥ 2 elves                  1\n"
            "stopped  target reached: 40 generations in 4 epochs on 5 islands, 12,345 evaluations, 0.25 s\n"
            "trace    results/a.h5\n");
}

TEST(Report, ColoursOnlyWhereAsked) {
  EXPECT_THAT(report_text(report_of(110), true), HasSubstr("\x1b[31mBROKEN\x1b[0m"));
  EXPECT_THAT(report_text(report_of(110), false), Not(HasSubstr("\x1b")));
}

TEST(Report, ACheckEndsWithWhatTheProblemExplains) {
  SessionReport report = report_of(110);
  const std::string plain = assessment_text(report.assessment, Direction::minimise, 100, false);
  EXPECT_EQ(check_text(report.assessment, Direction::minimise, 100, false), plain);
  report.assessment.explanation = "0 1\n2 X\n";
  EXPECT_EQ(check_text(report.assessment, Direction::minimise, 100, false), plain + "\n0 1\n2 X\n");
  EXPECT_THAT(report_text(report, false), Not(HasSubstr("2 X")));
}

TEST(Report, SaysHowFarTheTargetIs) {
  EXPECT_EQ(target_text({0, 100}, Direction::minimise, 100), "100, reached");
  EXPECT_EQ(target_text({0, 90}, Direction::minimise, 100), "100, reached");
  EXPECT_EQ(target_text({0, 90}, Direction::maximise, 100), "100, 10 % away");
  EXPECT_EQ(target_text({0, 3}, Direction::minimise, 0), "0, 3 away");
  EXPECT_EQ(target_text({0, -90}, Direction::minimise, -100), "-100, 10 % away");
  EXPECT_EQ(target_text({1, 50}, Direction::minimise, 100), "100, out of reach of an infeasible solution");
}

TEST(Report, JsonHasNullForWhatThereIsNot) {
  SessionReport report = report_of(100);
  report.target.reset();
  report.trace.reset();
  report.solution.clear();
  const auto json = report_json(report);
  EXPECT_TRUE(json["target"].is_null());
  EXPECT_TRUE(json["trace"].is_null());
  EXPECT_TRUE(json["solution"].is_null());
}

TEST(Report, JsonHasFitnessInTheProblemsDirection) {
  SessionReport report = report_of(-7);
  report.direction = Direction::maximise;
  EXPECT_EQ(report_json(report)["best_fitness"], 7.0);
}

TEST(Report, SummarisesSeveralRuns) {
  const std::string summary =
      repeat_summary({report_of(130), report_of(100), report_of(110), report_of(10, 2)});
  EXPECT_EQ(summary,
            "4 runs, 3 of them with a feasible solution, 0.25 s a run\n"
            "best 100, median 110, mean 113.3333333, worst 130, standard deviation 12.47\n"
            "target 100 reached in 1 of 4 runs\n");
}

TEST(Report, SummarisesRunsThatFoundNothing) {
  SessionReport report = report_of(10, 2);
  report.target.reset();
  EXPECT_EQ(repeat_summary({report}), "1 runs, 0 of them with a feasible solution, 0.25 s a run\n");
  EXPECT_THAT(repeat_line(report), HasSubstr("seed 3      best 10, infeasible by 2"));
}

TEST(Session, ATargetIsReachedByAFeasibleFitnessAsGood) {
  EXPECT_TRUE(reaches({0, 100}, Direction::minimise, 100));
  EXPECT_TRUE(reaches({0, 99}, Direction::minimise, 100));
  EXPECT_FALSE(reaches({0, 101}, Direction::minimise, 100));
  EXPECT_TRUE(reaches({0, 101}, Direction::maximise, 100));
  EXPECT_FALSE(reaches({0.1, 10}, Direction::minimise, 100));
}

}  // namespace
}  // namespace skerry
