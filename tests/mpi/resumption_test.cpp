#include "app/run/resumption.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "app/run/session.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/mpi_communicator.hpp"
#include "mpi/shared_folder.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"
#include "trace/checkpoint/checkpoint.hpp"

namespace skerry {
namespace {

namespace fs = std::filesystem;

const std::vector<ProblemType> known_problems = {problem_type<OneMax>("onemax")};

/// A run of a few generations in a folder that all ranks see.
class ResumptionTest : public testing::Test {
 protected:
  void SetUp() override {
    if (world_.rank() == 0) {
      std::ofstream(folder_ / "a.toml") << "[problem]\nbits = 50\n[island]\npopulation = 10\noffspring = 10\n"
                                           "[migration]\nevery = 5\n[stop]\ngenerations = 20\n";
    }
    world_.barrier();
  }
  /// Starts or resumes the run. It ends by itself, or is interrupted when it has asked `looks` times whether
  /// it should be: it asks once in each generation and once in each vote.
  SessionReport go(Resumption* resumption, int looks = 1000) {
    SessionSettings settings{.seed = 1,
                             .islands = world_.size(),
                             .trace = trace(),
                             .overwrite = true,
                             .command = "test",
                             .watch = {}};
    settings.interrupted = [&] { return --looks < 0; };
    if (resumption == nullptr) {
      return run_session(load({folder_ / "a.toml", {}}, known_problems, world_), settings, world_);
    }
    settings.past = resumption->past ? &*resumption->past : nullptr;
    return run_session(resumption->loaded, settings, world_);
  }

  Resumption prepare(const std::vector<LoadRequest::Override>& grants = {}) {
    return prepare_resumption(trace(), grants, known_problems, world_);
  }

  /// Returns the first rank's message of a refusal, and checks the status on all ranks.
  std::string refusal(ExitStatus status, const std::vector<LoadRequest::Override>& grants = {}) {
    std::string message;
    try {
      prepare(grants);
    } catch (const AgreedFailure& agreed) {
      message = agreed.failure.message;
      EXPECT_EQ(agreed.failure.status, status);
    }
    world_.broadcast(message);
    return message;
  }

  fs::path trace() const { return folder_ / "a.h5"; }

  MpiCommunicator world_;
  const SharedFolder folder_{world_};
};

constexpr int looks_until_generation_12 = 1 + (5 + 1) + (5 + 1) + 2;

TEST_F(ResumptionTest, GoesOnFromTheCheckpoint) {
  EXPECT_EQ(go(nullptr, looks_until_generation_12).outcome.reason, StopReason::interrupted);
  Resumption resumption = prepare();
  EXPECT_EQ(resumption.finished, "");
  EXPECT_EQ(resumption.seed, 1U);
  ASSERT_TRUE(resumption.saved);
  EXPECT_EQ(resumption.saved->epoch, 2U);
  EXPECT_EQ(resumption.saved->reached, 12U);
  EXPECT_EQ(resumption.past.has_value(), world_.rank() == 0);
  EXPECT_EQ(go(&resumption).outcome.reason, StopReason::generations);
}

TEST_F(ResumptionTest, StartsOverWithoutACheckpoint) {
  go(nullptr, looks_until_generation_12);
  world_.barrier();
  if (world_.rank() == 0) remove_checkpoint(trace());
  Resumption resumption = prepare();
  EXPECT_FALSE(resumption.saved);
  EXPECT_EQ(go(&resumption).outcome.generations, 20U);
}

TEST_F(ResumptionTest, AFinishedRunNeedsAGrant) {
  go(nullptr);
  EXPECT_EQ(prepare().finished, "generations");
  Resumption resumption = prepare({{"stop.generations", "30"}, {"checkpoint.every", "1"}});
  EXPECT_EQ(resumption.finished, "");
  EXPECT_EQ(resumption.loaded.configuration.stop.generations, 30U);
  EXPECT_EQ(resumption.loaded.configuration.checkpoint.every, 1U);
  EXPECT_EQ(go(&resumption).outcome.generations, 30U);
}

TEST_F(ResumptionTest, RefusesOtherGrants) {
  go(nullptr, looks_until_generation_12);
  EXPECT_THAT(refusal(ExitStatus::usage, {{"island.population", "3"}}), HasSubstr("only keys of [stop]"));
  EXPECT_THAT(refusal(ExitStatus::usage, {{"stop.generations", "11"}}),
              HasSubstr("stop.generations is 11; the run has come to generation 12 already"));
  EXPECT_EQ(refusal(ExitStatus::usage, {{"stop.generations", "12"}}), "");
}

TEST_F(ResumptionTest, RefusesATraceThatIsBeingWritten) {
  go(nullptr, looks_until_generation_12);
  std::optional<FileLock> living;
  if (world_.rank() == 0) living.emplace(trace());
  EXPECT_THAT(refusal(ExitStatus::usage), HasSubstr("a.h5 is being written by another process"));
  living.reset();
  EXPECT_EQ(refusal(ExitStatus::usage), "");
}

}  // namespace
}  // namespace skerry
