#include "support/testing.hpp"
#include "unit/trace/trace_cases.hpp"

#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;

class TraceLockTest : public TraceTest {
 protected:
  const fs::path file_ = in_folder("a.h5");
  const TraceHeader header_ = sample_header(2);

  std::string begin_anew() const {
    return message_of<UsageError>([this] { TraceWriter(file_, header_, true); });
  }
  std::string go_on(const TraceReader& past) const {
    return message_of<UsageError>([&] { TraceWriter(file_, header_, past, past.epoch_count()); });
  }
};

TEST_F(TraceLockTest, ATraceHasOneWriter) {
  {
    TraceWriter writer(file_, header_, false);
    const TraceReader past(file_);
    EXPECT_THAT(begin_anew(), HasSubstr("a.h5 is being written by another process"));
    EXPECT_THAT(go_on(past), HasSubstr("a.h5 is being written by another process"));
  }
  const TraceReader past(file_);
  EXPECT_EQ(go_on(past), "no error");
  EXPECT_EQ(begin_anew(), "no error");
}

TEST_F(TraceLockTest, ATraceThatGoesOnIsLockedToo) {
  { const TraceWriter writer(file_, header_, false); }
  const TraceReader past(file_);
  const TraceWriter writer(file_, header_, past, 0);
  EXPECT_THAT(begin_anew(), HasSubstr("another process"));
  EXPECT_THAT(go_on(past), HasSubstr("another process"));
}

TEST_F(TraceLockTest, WhoHasLockedTheTraceHandsOnTheLock) {
  { const TraceWriter writer(file_, header_, false); }
  FileLock lock(file_);
  const TraceReader past(file_);
  EXPECT_THAT(go_on(past), HasSubstr("another process"));
  const TraceWriter writer(file_, header_, past, 0, {.lock = std::move(lock)});
  EXPECT_THAT(go_on(past), HasSubstr("another process"));
}

TEST_F(TraceLockTest, WhatAKilledProcessWasMakingIsReplaced) {
  const fs::path leftover = in_folder("a.h5.part");
  std::ofstream(leftover) << "unfinished";
  {
    const FileLock living(leftover);
    EXPECT_THAT(begin_anew(), HasSubstr("a.h5.part is being written by another process"));
    EXPECT_EQ(fs::file_size(leftover), 10U);
  }
  EXPECT_EQ(begin_anew(), "no error");
  EXPECT_FALSE(fs::exists(leftover));
}

/// A kill between the two steps in which a new trace gets its name leaves it in this state.
TEST_F(TraceLockTest, ATraceThatStillBearsItsFirstNameIsNotLost) {
  { const TraceWriter writer(file_, header_, false); }
  fs::create_hard_link(file_, in_folder("a.h5.part"));
  {
    const FileSizeLimit full(2000);
    EXPECT_THROW(TraceWriter(file_, header_, true), Error);
  }
  const TraceReader past(file_);
  EXPECT_EQ(past.stop_reason(), "interrupted");
  fs::remove(in_folder("a.h5.part"));
  fs::create_hard_link(file_, in_folder("a.h5.part"));
  EXPECT_EQ(go_on(past), "no error");
  EXPECT_FALSE(fs::exists(in_folder("a.h5.part")));
}

TEST_F(TraceLockTest, AFolderInTheWayIsTold) {
  fs::create_directory(in_folder("a.h5.part"));
  EXPECT_THAT(begin_anew(), HasSubstr("a.h5.part is in the way"));
}

/// Of many processes that want the same trace at the same time, each is refused or writes it alone.
TEST_F(TraceLockTest, RacingWritersNeverShareATrace) {
  for (int round = 0; round < test::random_cases(10); ++round) {
    SCOPED_TRACE(round);
    if (round % 2 == 0) fs::remove(file_);
    int start[2];
    int written[2];
    ASSERT_EQ(::pipe(start), 0);
    ASSERT_EQ(::pipe(written), 0);
    std::vector<pid_t> children;
    for (int i = 0; i < 6; ++i) {
      children.push_back(::fork());
      if (children.back() != 0) continue;
      ::close(start[1]);
      ::alarm(30);
      char go = 0;
      if (::read(start[0], &go, 1) < 0) ::_exit(2);
      try {
        TraceWriter writer(file_, header_, true);
        if (::write(written[1], "w", 1) != 1) ::_exit(2);
        ::pause();
      } catch (const UsageError&) {
        ::_exit(0);
      }
      ::_exit(2);
    }
    ::close(start[0]);
    ::close(start[1]);  // closing the pipe starts all of them
    std::array<char, 1> one{};
    EXPECT_EQ(::read(written[0], one.data(), 1), 1);
    int refused = 0;
    while (refused < 5) {
      int status = 0;
      const pid_t ended = ::waitpid(-1, &status, 0);
      EXPECT_EQ(status, 0);
      std::erase(children, ended);
      ++refused;
    }
    ASSERT_EQ(children.size(), 1U);
    ::kill(children.front(), SIGKILL);
    ::waitpid(children.front(), nullptr, 0);
    ::close(written[0]);
    ::close(written[1]);
  }
}

}  // namespace
}  // namespace skerry
