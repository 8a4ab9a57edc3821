#include "app/terminal/progress.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

/// Returns the record of three islands after generations 1 to 10 of 100, half a second after the start.
EpochRecord record_of_three() {
  EpochRecord record;
  record.first_generation = 1;
  record.generations = 10;
  record.islands = 3;
  record.statistics.resize(30);
  const double medians[] = {30, 10, 20};
  const double diversities[] = {0.3, 0, 0.06};
  for (std::size_t island = 0; island < 3; ++island) {
    record.statistics[27 + island].median = medians[island];
    record.statistics[27 + island].fitness_diversity = diversities[island];
  }
  record.best = {0, 5};
  record.evaluations = 6000;
  record.elapsed_s = 0.5;
  return record;
}

std::string progress_line_of(const EpochRecord& record, Direction direction, const StopRule& stop) {
  return progress_line(record, {}, {}, direction, stop);
}

TEST(Progress, ShowsTheStateOfAllIslands) {
  EXPECT_EQ(progress_line_of(record_of_three(), Direction::minimise, {.generations = 100}),
            "generation 10/100  best 5  median 20  diversity 0.120  12,000 evaluations/s  5 s left");
}

TEST(Progress, ShowsWhatAMapOrAFrontAmountsTo) {
  EpochRecord record = record_of_three();
  record.statistics[27].coverage = 0.25;
  record.statistics[28].coverage = 0.125;
  record.statistics[28].qd_score = 812;
  EXPECT_EQ(progress_line_of(record, Direction::minimise, {.generations = 100}),
            "generation 10/100  best 5  coverage 25.0 %  QD-score 812  12,000 evaluations/s  5 s left");
  record = record_of_three();
  record.statistics[29].front_size = 1057;
  record.statistics[29].hypervolume = 0.5;
  EXPECT_EQ(progress_line_of(record, Direction::minimise, {.generations = 100}),
            "generation 10/100  best 5  front 1,057  hypervolume 0.5  12,000 evaluations/s  5 s left");
}

TEST(Progress, ShowsFitnessInTheProblemsDirection) {
  EpochRecord record = record_of_three();
  record.best.cost = -5;
  EXPECT_NE(progress_line_of(record, Direction::maximise, {}).find("best 5  "), std::string::npos);
  record.best.violation = 0.25;
  EXPECT_NE(progress_line_of(record, Direction::maximise, {}).find("best 5 (infeasible by 0.25)  "),
            std::string::npos);
}

TEST(Progress, LeavesOutIslandsWithoutAFitness) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EpochRecord record = record_of_three();
  record.statistics[27].median = record.statistics[27].fitness_diversity = none;
  EXPECT_EQ(progress_line_of(record, Direction::minimise, {.generations = 100}),
            "generation 10/100  best 5  median 10  diversity 0.030  12,000 evaluations/s  5 s left");
  for (Statistics& row : record.statistics) row.median = row.fitness_diversity = none;
  record.best = key_of(last_score, Direction::maximise);
  EXPECT_EQ(progress_line_of(record, Direction::maximise, {.generations = 100}),
            "generation 10/100  no fitness yet  12,000 evaluations/s  5 s left");
}

TEST(Progress, TheNearestLimitDecidesTheTimeLeft) {
  const auto left = [](const StopRule& stop) {
    const std::string line = progress_line_of(record_of_three(), Direction::minimise, stop);
    return line.substr(line.rfind("  ") + 2);
  };
  EXPECT_EQ(left({.generations = 100'000}), "1 h 23 min left");
  EXPECT_EQ(left({.generations = 3000}), "2 min 30 s left");
  EXPECT_EQ(left({.generations = 100'000, .evaluations = 30'000}), "2 s left");
  EXPECT_EQ(left({.generations = 100'000, .seconds = 30.6}), "30 s left");
  EXPECT_EQ(left({.generations = 10}), "0 s left");
  EXPECT_EQ(left({.evaluations = 30'000}), "2 s left");
  EXPECT_EQ(progress_line_of(record_of_three(), Direction::minimise, {.evaluations = 30'000})
                .find("generation 10  evaluations "),
            0U);
  EXPECT_EQ(left({.target = 0}), "12,000 evaluations/s");
}

TEST(Progress, CountsRecordedEvaluationsAndForeseesByTheirDurations) {
  // Two workers make 6 evaluations of 20 s each in a minute, whatever the clock of the run says, and a
  // seventh is known.
  EvaluationTally tally;
  for (std::uint64_t i = 0; i < 6; ++i) {
    const EvaluationRow row{.failed = i == 4 ? 1U : 0U,
                            .place = i % 2,
                            .started_s = 1e9 + 20 * static_cast<double>(i / 2),
                            .duration_s = 20};
    tally.add(std::span(&row, 1));
  }
  const EvaluationRow known{.known = 1};
  tally.add(std::span(&known, 1));
  EXPECT_EQ(
      progress_line(record_of_three(), {}, tally, Direction::minimise,
                    {.generations = 100, .evaluations = 6042}),
      "generation 10/100  6 done, 1 failed, 1 known  6 min 00 s left  best 5  median 20  diversity 0.120");
}

TEST(Progress, TellsHowEvaluationsComeOnWithinAnEpoch) {
  const EvaluationActivity activity{.running = 4, .done = 1200, .failed = 1, .known = 2};
  EXPECT_EQ(activity_text(activity, 1), "4 running, 1,200 done, 1 failed, 2 known");
  EXPECT_EQ(activity_text({.running = 1, .done = 7}, 2), "island 0: 1 running, 7 done");
}

TEST(Progress, TellsOfRestartsAndConvergence) {
  EpochRecord record = record_of_three();
  for (Statistics& row : record.statistics) row.fitness_diversity = 0;
  Convergence convergence;
  const auto line = [&] {
    convergence.observe(record);
    return progress_line(record, convergence, {}, Direction::minimise, {.generations = 1000});
  };
  EXPECT_EQ(line().find("converged"), std::string::npos);
  record.first_generation += Convergence::converged_after;
  EXPECT_NE(line().find("diversity 0.000  converged  "), std::string::npos);
  record.first_generation += 10;
  record.statistics[29].restarts = 1;
  EXPECT_NE(line().find("diversity 0.000  1 restart  "), std::string::npos);
}

TEST(Progress, TheEnvironmentChoosesTheMode) {
  const auto mode = [](const char* value) {
    setenv("SKERRY_PROGRESS", value, 1);
    const ProgressMode chosen = progress_mode();
    unsetenv("SKERRY_PROGRESS");
    return chosen;
  };
  EXPECT_EQ(mode("bar"), ProgressMode::bar);
  EXPECT_EQ(mode("lines"), ProgressMode::lines);
  EXPECT_EQ(mode("none"), ProgressMode::none);
  EXPECT_EQ(message_of<UsageError>([&] { mode("bars"); }),
            "SKERRY_PROGRESS is \"bars\" in the environment; it is bar, lines or none");
  unsetenv("SKERRY_PROGRESS");
}

std::string shown(ProgressMode mode, int epochs, bool restarting = true) {
  ::testing::internal::CaptureStderr();
  setenv("COLUMNS", "30", 1);
  Progress progress(mode, Direction::minimise, {.generations = 100}, 3, restarting);
  EpochRecord record = record_of_three();
  for (Statistics& row : record.statistics) row.fitness_diversity = 0;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    progress.show(record);
    record.first_generation += 10;
  }
  progress.finish();
  unsetenv("COLUMNS");
  return ::testing::internal::GetCapturedStderr();
}

TEST(Progress, LinesAreTheFirstAndTheLastOfAQuickRun) {
  const std::string text = shown(ProgressMode::lines, 5);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  EXPECT_NE(text.find("generation 10/100"), std::string::npos);
  EXPECT_NE(text.find("generation 50/100"), std::string::npos);
}

TEST(Progress, ABarRewritesOneLineAndFitsTheTerminal) {
  EXPECT_EQ(shown(ProgressMode::bar, 3),
            "\rgeneration 10/100  best 5  me\x1b[K\rgeneration 30/100  best 5  me\x1b[K\n");
}

TEST(Progress, NoneIsSilent) {
  EXPECT_EQ(shown(ProgressMode::none, 30, false), "");
}

TEST(Progress, AdvisesOnceToBeginAnew) {
  for (const ProgressMode mode : {ProgressMode::bar, ProgressMode::lines}) {
    const std::string text = shown(mode, 30, false);
    const auto at = text.find("the islands have converged: ");
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(text[at - 1], '\n') << "the advice has a line of its own";
    EXPECT_NE(text.find("island.restart_after = 30"), std::string::npos);
    EXPECT_EQ(text.find("the islands have converged: ", at + 1), std::string::npos);
    EXPECT_EQ(shown(mode, 30, true).find("the islands have converged"), std::string::npos);
  }
  EXPECT_EQ(shown(ProgressMode::lines, 5, false).find("the islands have converged"), std::string::npos);
}

}  // namespace
}  // namespace skerry
