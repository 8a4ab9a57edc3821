#include "puzzles/external/problem.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/external/shell_worker.hpp"

#include <deque>

namespace skerry::external {
namespace {

/// Gives genomes their number as fitness; those over 90 fail, each in its own way. It answers one task at a
/// time.
class MockRunner : public TaskRunner {
 public:
  explicit MockRunner(bool newest_first) : newest_first_(newest_first) {}

  std::size_t room() const override { return 1; }
  void start(Task task) override {
    started.push_back(task.content);
    waiting_.push_back(std::move(task));
  }
  std::vector<TaskResult> wait(Clock::time_point /*until*/) override {
    if (waiting_.empty()) return {};
    if (newest_first_) std::ranges::reverse(waiting_);
    const Task task = waiting_.front();
    waiting_.pop_front();
    if (newest_first_) std::ranges::reverse(waiting_);
    const Request request = read_request(task.content);
    const int value = std::stoi(request.genome.substr(request.genome.find('[') + 1));
    Judgement judgement = Score{0, static_cast<double>(value)};
    if (value > 90) {
      judgement = Failure{value > 95 ? FailureKind::timeout : FailureKind::told,
                          "failure of " + std::to_string(value)};
    }
    return {{.number = task.number, .content = text_of(judgement)}};
  }

  std::vector<std::string> started;

 private:
  bool newest_first_;
  std::deque<Task> waiting_;
};

struct BatchCase {
  ExternalProblem problem;
  std::shared_ptr<MockRunner> runner;

  explicit BatchCase(const Declaration& declaration, bool newest_first = false)
      : problem(declaration), runner(std::make_shared<MockRunner>(newest_first)) {
    problem.enter_run(1, 2);
    problem.use({.runner = runner});
  }

  std::vector<double> scores_of(const std::vector<std::int32_t>& values) {
    std::vector<Genome> genomes;
    for (const std::int32_t value : values) genomes.push_back({{Integers<>{value}}});
    std::vector<const Genome*> pointers;
    for (const Genome& genome : genomes) pointers.push_back(&genome);
    std::vector<Score> scores(values.size());
    problem.evaluate_batch(pointers, scores);
    std::vector<double> fitness;
    for (const Score& score : scores) fitness.push_back(score == last_score ? -1 : score.fitness);
    return fitness;
  }
};

TEST(ExternalBatch, EqualGenomesAreEvaluatedOnce) {
  BatchCase batch(test::shell_worker(""));
  EXPECT_THAT(batch.scores_of({5, 7, 5, 5, 8}), ElementsAre(5, 7, 5, 5, 8));
  ASSERT_EQ(batch.runner->started.size(), 3U);
  EXPECT_EQ(read_request(batch.runner->started[2]).id, "2.4.0");
  EXPECT_EQ(batch.problem.evaluate({{Integers<>{6}}}).fitness, 6);
  ASSERT_EQ(batch.runner->started.size(), 4U);
  EXPECT_EQ(read_request(batch.runner->started[3]).id, "2.5.0");
  EXPECT_THAT(batch.scores_of({}), ElementsAre());
}

TEST(ExternalBatch, ReportsWhatWasEvaluatedAndWhatWasKnown) {
  Declaration declaration = test::shell_worker("");
  declaration.retries = 1;
  BatchCase batch(declaration);
  batch.scores_of({5, 5, 91});
  batch.problem.evaluate({{Integers<>{5}}});
  std::vector<EvaluationRow> rows;
  batch.problem.take_evaluation_rows(rows);
  ASSERT_EQ(rows.size(), 3U);
  const auto said = [](const EvaluationRow& row) {
    return std::vector<std::uint64_t>{row.number, row.failed, row.known, row.attempts};
  };
  EXPECT_THAT(said(rows[0]), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(said(rows[1]), ElementsAre(2, 1, 0, 2));
  EXPECT_THAT(said(rows[2]), ElementsAre(0, 0, 1, 0));
  rows.clear();
  batch.problem.take_evaluation_rows(rows);
  EXPECT_TRUE(rows.empty());
}

TEST(ExternalBatch, RetriesAreNewTasks) {
  Declaration declaration = test::shell_worker("");
  declaration.retries = 2;
  BatchCase batch(declaration);
  EXPECT_THAT(batch.scores_of({5, 91}), ElementsAre(5, -1));
  std::vector<std::string> ids;
  for (const std::string& line : batch.runner->started) ids.emplace_back(id_of_request(line));
  EXPECT_THAT(ids, ElementsAre("2.0.0", "2.1.0", "2.1.1", "2.1.2"));
  EXPECT_THAT(batch.problem.obstacle(), HasSubstr("failure of 91, evaluation 2.1.2"));
}

TEST(ExternalBatch, TheOrderOfAnswersDecidesNothing) {
  const std::vector<std::int32_t> values = {1, 92, 96, 2, 91, 92, 97};
  BatchCase forward(test::shell_worker(""));
  BatchCase backward(test::shell_worker(""), true);
  EXPECT_THAT(forward.scores_of(values), ElementsAre(1, -1, -1, 2, -1, -1, -1));
  EXPECT_EQ(backward.scores_of(values), forward.scores_of(values));
  EXPECT_THAT(backward.problem.obstacle(), HasSubstr("failure of 92, evaluation 2.1.0"));
  EXPECT_THAT(backward.problem.obstacle(), HasSubstr("failure of 96, evaluation 2.2.0"));
  backward.scores_of(values);
  forward.scores_of({});
  BatchCase again(test::shell_worker(""), true);
  again.scores_of(values);
  again.scores_of(values);
  EXPECT_EQ(again.problem.obstacle(), forward.problem.obstacle());
}

TEST(ExternalBatch, AnAbortTellsTheFirstFailureOfTheBatch) {
  Declaration declaration = test::shell_worker("");
  declaration.on_failure = OnFailure::abort;
  for (const bool newest_first : {false, true}) {
    BatchCase batch(declaration, newest_first);
    EXPECT_THAT(
        [&] {
          batch.scores_of({1, 93, 2, 92});
        },
        ThrowsMessage<Error>(HasSubstr("an evaluation failed: failure of 93, evaluation 2.1.0")));
  }
}

TEST(ExternalBatch, TheShareOfFailuresIsThatOfTheGenomesBefore) {
  Declaration declaration = test::shell_worker("");
  declaration.most_failures = 0.1;
  std::vector<std::int32_t> values(19, 1);
  values.insert(values.end(), {91, 92, 93, 94});
  for (const bool newest_first : {false, true}) {
    BatchCase batch(declaration, newest_first);
    EXPECT_THAT([&] { batch.scores_of(values); },
                ThrowsMessage<Error>(HasSubstr("3 of 22 evaluations failed")));
  }
}

TEST(ExternalBatch, ACopyHasARunnerOfItsOwn) {
  BatchCase batch(test::shell_worker("answer"));
  ExternalProblem copy = batch.problem;
  EXPECT_EQ(copy.evaluate({{Integers<>{95}}}).fitness, 95);
  EXPECT_TRUE(batch.runner->started.empty());
}

}  // namespace
}  // namespace skerry::external
