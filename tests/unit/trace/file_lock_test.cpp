#include "support/testing.hpp"
#include "trace/new_file.hpp"
#include "unit/trace/trace_cases.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;

std::string lock_refusal(const fs::path& file) {
  return message_of<UsageError>([&] { const FileLock lock(file); });
}

class FileLockTest : public TraceTest {
 protected:
  fs::path make(const std::string& name) const {
    std::ofstream(in_folder(name)) << "text";
    return in_folder(name);
  }
};

TEST_F(FileLockTest, KeepsOthersOutUntilItEnds) {
  const auto file = make("a.h5");
  {
    const FileLock lock(file);
    EXPECT_EQ(lock_refusal(file), file.string() + " is being written by another process");
    EXPECT_EQ(lock_refusal(make("b.h5")), "no error");
  }
  EXPECT_EQ(lock_refusal(file), "no error");
}

TEST_F(FileLockTest, IsSeenWithoutBeingTaken) {
  const auto file = make("a.h5");
  EXPECT_FALSE(FileLock::is_held(file));
  EXPECT_FALSE(FileLock::is_held(in_folder("none.h5")));
  {
    const FileLock lock(file);
    EXPECT_TRUE(FileLock::is_held(file));
    EXPECT_THROW(FileLock{file}, LockedError);
  }
  EXPECT_FALSE(FileLock::is_held(file));
}

TEST_F(FileLockTest, IsNotLookedForInAPipe) {
  ASSERT_EQ(::mkfifo(in_folder("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(FileLock::is_held(in_folder("pipe")));
}

TEST_F(FileLockTest, MovesWithItsOwner) {
  const auto file = make("a.h5");
  FileLock first(file);
  FileLock second(std::move(first));
  EXPECT_THAT(lock_refusal(file), HasSubstr("another process"));
  std::optional<FileLock> third(std::move(second));
  third.reset();
  EXPECT_EQ(lock_refusal(file), "no error");
}

TEST_F(FileLockTest, OutlivesAnotherOpenAndCloseOfTheFile) {
  const auto file = make("a.h5");
  const FileLock lock(file);
  std::ifstream(file).get();
  EXPECT_THAT(lock_refusal(file), HasSubstr("another process"));
}

TEST_F(FileLockTest, AKilledProcessDropsIt) {
  const auto file = make("a.h5");
  kill_at_work(
      [&](const auto& say_started) {
        const FileLock lock(file);
        say_started();
        ::pause();
      },
      [&] { EXPECT_THAT(lock_refusal(file), HasSubstr("another process")); });
  EXPECT_EQ(lock_refusal(file), "no error");
}

TEST_F(FileLockTest, IsOfTheFileAndNotOfTheName) {
  const auto file = make("a.h5");
  const FileLock lock(file);
  EXPECT_TRUE(lock.is_of(file));
  fs::rename(make("b.h5"), file);
  EXPECT_FALSE(lock.is_of(file));
  EXPECT_EQ(lock_refusal(file), "no error");
}

TEST_F(FileLockTest, LocksNothingWhereThereIsNoFile) {
  const FileLock lock(in_folder("none.h5"));
  EXPECT_FALSE(lock.is_of(in_folder("none.h5")));
  EXPECT_FALSE(fs::exists(in_folder("none.h5")));
}

TEST_F(FileLockTest, AFileThatCannotBeWrittenIsKnownToBeLocked) {
  const auto file = make("a.h5");
  const FileLock lock(file);
  ::chmod(file.c_str(), 0444);
  EXPECT_THAT(lock_refusal(file), HasSubstr("another process"));
}

}  // namespace
}  // namespace skerry
