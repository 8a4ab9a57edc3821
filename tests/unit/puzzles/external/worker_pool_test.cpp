#include "puzzles/external/worker.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/external/shell_worker.hpp"
#include "unit/temporary_folder.hpp"

namespace skerry::external {
namespace {

using test::carried_out;
using test::shell_worker;
using test::task_of;

std::map<std::uint64_t, Judgement> carried_out(Declaration declaration, std::uint64_t tasks) {
  WorkerPool pool(std::make_shared<const Declaration>(std::move(declaration)));
  return carried_out(pool, tasks);
}

/// Expects that all tasks have their own fitness, but the failures.
void expect_scores(const std::map<std::uint64_t, Judgement>& judgements, std::uint64_t tasks,
                   const std::map<std::uint64_t, FailureKind>& failures = {}) {
  EXPECT_EQ(judgements.size(), tasks);
  for (const auto& [number, judgement] : judgements) {
    const auto* failure = std::get_if<Failure>(&judgement);
    if (const auto expected = failures.find(number); expected != failures.end()) {
      ASSERT_NE(failure, nullptr) << number;
      EXPECT_EQ(failure->kind, expected->second) << number << ": " << failure->reason;
    } else {
      EXPECT_TRUE(judgement == Judgement(Score{0, static_cast<double>(number)}))
          << number << ": " << text_of(judgement);
    }
  }
}

struct PoolSize {
  std::size_t workers;
  std::size_t requests;
};

class ExternalWorkerPool : public testing::TestWithParam<PoolSize> {
 protected:
  static Declaration pool_of(Declaration declaration) {
    declaration.workers = GetParam().workers;
    declaration.requests = GetParam().requests;
    return declaration;
  }
};

INSTANTIATE_TEST_SUITE_P(Sizes, ExternalWorkerPool,
                         testing::Values(PoolSize{1, 0}, PoolSize{1, 1}, PoolSize{1, 7}, PoolSize{3, 0},
                                         PoolSize{3, 7}),
                         [](const auto& size) {
                           return "Workers" + std::to_string(size.param.workers) + "Requests" +
                                  std::to_string(size.param.requests);
                         });

TEST_P(ExternalWorkerPool, EachTaskGetsItsResult) {
  expect_scores(carried_out(pool_of(shell_worker("answer")), 300), 300);
}

TEST_P(ExternalWorkerPool, OnlyTheCulpritFails) {
  const std::map<std::string, FailureKind> wrongs = {
      {"exit 3", FailureKind::ended},
      {"kill -9 $$", FailureKind::ended},
      {"echo lost", FailureKind::no_answer},
      {"id=none; answer", FailureKind::unknown_id},
      {"printf '{\"id\": '; exit", FailureKind::ended},
      {"echo \"{\\\"id\\\": \\\"$id\\\", \\\"fail\\\": \\\"no\\\"}\"", FailureKind::told}};
  for (const auto& [wrong, kind] : wrongs) {
    SCOPED_TRACE(wrong);
    const std::string body = "case $n in 5|6|29) " + wrong + ";; *) answer;; esac";
    expect_scores(carried_out(pool_of(shell_worker(body)), 40), 40, {{5, kind}, {6, kind}, {29, kind}});
  }
}

TEST_P(ExternalWorkerPool, AProcessThatWearsOutBlamesNobody) {
  const std::string body = "count=$((count + 1)); [ $count -gt 4 ] && exit 1; answer";
  expect_scores(carried_out(pool_of(shell_worker(body)), 40), 40);
}

TEST_P(ExternalWorkerPool, AnswersThatNobodyAskedForBlameNobody) {
  const std::string body = "answer; answer; [ $n = 7 ] && echo and more; [ $n = 9 ] && printf half";
  expect_scores(carried_out(pool_of(shell_worker(body)), 40), 40);
}

TEST(ExternalWorker, AnswersComeInAnyOrder) {
  Declaration declaration =
      shell_worker("answers=\"$(answer)\n$answers\"; [ $((n % 4)) = 3 ] && { echo \"$answers\"; answers=; }");
  declaration.requests = 4;
  expect_scores(carried_out(std::move(declaration), 40), 40);
}

TEST(ExternalWorker, OneThatHangsIsFoundAmongSeveral) {
  Declaration declaration = shell_worker("[ $n = 5 ] && sleep 1000; answer");
  declaration.requests = 8;
  declaration.timeout_s = 5;
  expect_scores(carried_out(std::move(declaration), 10), 10, {{5, FailureKind::timeout}});
}

TEST(ExternalWorker, TheTimeOfThoseBeforeDoesNotCount) {
  Declaration declaration = shell_worker("sleep 1; answer");
  declaration.requests = 8;
  declaration.timeout_s = 6;
  expect_scores(carried_out(std::move(declaration), 8), 8);
}

TEST(ExternalWorker, OneThatIsNeverReadyIsAnError) {
  Declaration declaration = shell_worker("answer", "echo no licence >&2; exit 1");
  declaration.workers = 3;
  EXPECT_THAT([&] { carried_out(declaration, 5); },
              ThrowsMessage<Error>(HasSubstr("the worker ended with status 1: no licence")));
}

TEST(ExternalWorker, WhatNoProcessCanBeStartedForIsRefused) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary.path();
  Declaration declaration = shell_worker("exit 2", "mkdir " + folder + "/once || exit 1");
  expect_scores(carried_out(std::move(declaration), 3), 3,
                {{0, FailureKind::ended}, {1, FailureKind::refused}, {2, FailureKind::refused}});
}

TEST(ExternalWorker, AWorkerThatCannotStartLeavesTheTasksToTheOthers) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary.path();
  // Whoever makes the folder is the only one that is ready; the others wait for that.
  Declaration declaration = shell_worker("answer", "mkdir " + folder + "/one || { while [ ! -e " + folder +
                                                       "/ready ]; do sleep 0.05; done; exit 1; }");
  declaration.workers = 3;
  WorkerPool pool(std::make_shared<const Declaration>(declaration));
  pool.start(task_of(0));
  EXPECT_EQ(pool.wait(TaskRunner::Clock::time_point::max()).size(), 1U);
  std::filesystem::create_directory(folder + "/ready");
  expect_scores(carried_out(pool, 40), 40);
}

TEST(ExternalWorkerRoom, IsWhatIsNotWaiting) {
  Declaration declaration = shell_worker("answer");
  declaration.workers = 3;
  declaration.requests = 2;
  WorkerPool pool(std::make_shared<const Declaration>(declaration));
  EXPECT_TRUE(pool.wait(TaskRunner::Clock::time_point::max()).empty());
  EXPECT_EQ(pool.room(), 6U);
  for (std::uint64_t number = 0; number < 4; ++number) pool.start(task_of(number));
  EXPECT_EQ(pool.room(), 2U);
  std::set<std::uint64_t> done;
  while (done.size() < 4) {
    for (const TaskResult& result : pool.wait(TaskRunner::Clock::time_point::max())) {
      EXPECT_LT(result.place, 3U);
      EXPECT_GT(result.started_s, 1.6e9);
      EXPECT_GE(result.duration_s, 0);
      done.insert(result.number);
    }
  }
  EXPECT_EQ(pool.room(), 6U);
  EXPECT_TRUE(pool.wait(TaskRunner::Clock::time_point::max()).empty());
}

TEST(ExternalWorkerRoom, WaitingEndsInTime) {
  WorkerPool pool(std::make_shared<const Declaration>(shell_worker("sleep 1000")));
  pool.start(task_of(0));
  EXPECT_TRUE(pool.wait(TaskRunner::Clock::now()).empty());
  EXPECT_TRUE(pool.wait(TaskRunner::Clock::now() + std::chrono::milliseconds(20)).empty());
}

TEST(ExternalRequestPace, FollowsTheTimeOfAnAnswer) {
  using namespace std::chrono_literals;
  RequestPace pace(0);
  EXPECT_EQ(pace.most(), 1U);
  pace.observe(1, 1us);
  EXPECT_EQ(pace.most(), 2U);
  for (int i = 0; i < 20; ++i) pace.observe(10, 10us);
  EXPECT_EQ(pace.most(), 256U);
  pace.observe(1, 1s);
  EXPECT_EQ(pace.most(), 1U);
  for (int i = 0; i < 200; ++i) pace.observe(1, 1ms);
  EXPECT_NEAR(static_cast<double>(pace.most()), 10, 1);
  pace.observe(1, 0s);
  RequestPace fixed(7);
  fixed.observe(1, 1s);
  EXPECT_EQ(fixed.most(), 7U);
}

}  // namespace
}  // namespace skerry::external
