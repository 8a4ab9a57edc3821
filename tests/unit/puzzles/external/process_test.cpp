#include "puzzles/external/process.hpp"

#include "puzzles/external/environment.hpp"
#include "support/testing.hpp"

#include <csignal>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry::external {
namespace {

using Clock = Process::Clock;

constexpr int short_grace_ms = 200;
/// Only a hang takes that long.
const auto patience = std::chrono::minutes(2);

Launch shell_launch(const std::string& script) {
  return {.command = {"/bin/sh", "-c", script}, .guard_grace_ms = short_grace_ms};
}

/// Tells whether there is a line, or the end of the output.
bool has_news(Process* process) {
  return !process->is_open() || process->output().find('\n') != std::string::npos;
}

/// Waits for news of one of them.
void await_line(const std::vector<Process*>& processes) {
  const auto until = Clock::now() + patience;
  while (std::ranges::none_of(processes, has_news) && Clock::now() < until)
    Process::exchange(processes, until);
}

bool closes(Process& process) {
  for (const auto until = Clock::now() + patience; process.is_open();) {
    if (Clock::now() > until) return false;
    Process::exchange(std::vector{&process}, until);
  }
  return true;
}

/// `served` are processes that get attention meanwhile.
std::string next_line(Process& process, std::vector<Process*> served = {}) {
  served.push_back(&process);
  for (const auto until = Clock::now() + patience; !has_news(&process) && Clock::now() < until;)
    Process::exchange(served, until);
  std::string& output = process.output();
  const std::string line = output.substr(0, output.find('\n'));
  output.erase(0, std::min(output.size(), line.size() + 1));
  return line;
}

bool lives(pid_t process) {
  return ::kill(process, 0) == 0;
}

/// Waits until the process has ended.
bool goes(pid_t process) {
  for (const auto until = Clock::now() + patience; lives(process);) {
    if (Clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(GuardedProcess, AnswersLineByLine) {
  Process process(shell_launch("while read -r line; do echo \"got $line\"; done; exit 3"));
  process.write("one\n");
  EXPECT_EQ(next_line(process), "got one");
  process.write("two\n");
  EXPECT_EQ(next_line(process), "got two");
  process.close_input();
  EXPECT_TRUE(closes(process));
  EXPECT_EQ(process.end(), 3);
  EXPECT_EQ(process.end(), 3);
}

TEST(GuardedProcess, SaysWhyAProgramCannotStart) {
  Process missing({.command = {"/nowhere/program"}, .guard_grace_ms = short_grace_ms});
  EXPECT_TRUE(closes(missing));
  EXPECT_EQ(missing.end(), 127);
  EXPECT_THAT(missing.last_error_line(), HasSubstr("cannot start /nowhere/program: No such file"));
  Process nowhere({.command = {"true"}, .directory = "/nowhere", .guard_grace_ms = short_grace_ms});
  EXPECT_TRUE(closes(nowhere));
  EXPECT_EQ(nowhere.end(), 127);
  EXPECT_THAT(nowhere.last_error_line(), HasSubstr("cannot enter /nowhere"));
}

TEST(GuardedProcess, TheSignalThatKilledItIsTold) {
  Process process(shell_launch("kill -SEGV $$"));
  EXPECT_TRUE(closes(process));
  EXPECT_EQ(process.end(), 128 + SIGSEGV);
}

TEST(GuardedProcess, AReaderThatIsGoneDoesNotKillTheWriter) {
  Process process(shell_launch("exec <&-; exit 0"));
  process.write(std::string(1 << 20, 'x'));
  EXPECT_TRUE(closes(process));
  EXPECT_EQ(process.end(), 0);
}

TEST(GuardedProcess, AFloodOfErrorsKeepsNothingWaiting) {
  Process process(
      shell_launch("yes a long line of errors | head -c 20000000 >&2; echo >&2; echo last >&2; echo done"));
  EXPECT_EQ(next_line(process), "done");
  EXPECT_TRUE(closes(process));
  EXPECT_EQ(process.end(), 0);
  EXPECT_EQ(process.last_error_line(), "last");
}

/// A process that ignores SIGTERM, one in another session and one whose parent has ended.
const std::string stubborn =
    "trap '' TERM; sleep 1000 & a=$!; setsid sh -c 'trap \"\" TERM; sleep 1000 & echo $!; wait' & "
    "sleep 0.2; echo $a; (setsid sh -c 'sleep 1000 & echo $!' &) ; while :; do sleep 1000; done";

TEST(GuardedProcess, NothingThatItStartedOutlivesItsEnd) {
  std::vector<pid_t> started;
  {
    Process process(shell_launch(stubborn));
    for (int i = 0; i < 3; ++i) started.push_back(std::stoi(next_line(process)));
    for (const pid_t one : started) EXPECT_TRUE(lives(one));
    EXPECT_EQ(process.end(), 128 + SIGKILL);
  }
  for (const pid_t one : started) EXPECT_FALSE(lives(one)) << one;
}

TEST(GuardedProcess, NothingThatItStartedOutlivesItsOwnEnd) {
  Process process(shell_launch("setsid sleep 1000 & sleep 1000 & echo $!"));
  const pid_t left = std::stoi(next_line(process));
  EXPECT_TRUE(closes(process));
  EXPECT_EQ(process.end(), 0);
  EXPECT_FALSE(lives(left));
}

TEST(GuardedProcess, NothingOutlivesTheKillOfTheOneThatWantedIt) {
  int channel[2];
  ASSERT_EQ(::pipe(channel), 0);
  const pid_t wanting = ::fork();
  if (wanting == 0) {
    Process process(shell_launch(stubborn));
    for (int i = 0; i < 3; ++i) {
      const std::string line = next_line(process) + "\n";
      [[maybe_unused]] const auto written = ::write(channel[1], line.data(), line.size());
    }
    for (;;) ::pause();
  }
  ::close(channel[1]);
  FILE* lines = ::fdopen(channel[0], "r");
  std::vector<pid_t> started(3);
  for (pid_t& one : started) ASSERT_EQ(std::fscanf(lines, "%d", &one), 1);
  for (const pid_t one : started) EXPECT_TRUE(lives(one));
  ::kill(wanting, SIGKILL);
  ::waitpid(wanting, nullptr, 0);
  for (const pid_t one : started) EXPECT_TRUE(goes(one)) << one;
  std::fclose(lines);
}

TEST(GuardedProcess, OneThreadServesSeveral) {
  const std::string echo = "while read -r line; do echo \"$line $line\"; done";
  Process first(shell_launch(echo));
  Process silent(shell_launch("sleep 1000"));
  Process second(shell_launch(echo));
  const std::vector<Process*> all = {&first, &silent, &second};
  second.write("a\n");
  await_line(all);
  EXPECT_EQ(second.output(), "a a\n");
  first.write("b\n");
  second.output().clear();
  await_line(all);
  EXPECT_EQ(first.output(), "b b\n");
  EXPECT_EQ(second.output() + silent.output(), "");
  Process::exchange(all, Clock::now());
}

TEST(GuardedProcess, OneThatIsBeingEndedKeepsNobodyWaiting) {
  Process process(shell_launch("trap '' TERM; echo; while :; do sleep 1000; done"));
  Process other(shell_launch("read -r line; echo \"$line\"; sleep 1000"));
  EXPECT_EQ(next_line(process), "");
  process.begin_end();
  other.write("still here\n");
  EXPECT_EQ(next_line(other, {&process}), "still here");
  while (!process.status()) Process::exchange(std::vector{&process, &other}, Clock::time_point::max());
  EXPECT_EQ(process.end(), 128 + SIGKILL);
}

TEST(GuardedProcess, LeaksNeitherDescriptorsNorZombies) {
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 20; ++i) {
    Process process(shell_launch("ls -l /proc/self/fd | wc -l; ls /proc/self/fd | tr '\\n' ' '"));
    next_line(process);
    // The last descriptor is that with which ls reads the folder.
    EXPECT_EQ(next_line(process), "0 1 2 3 ");
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(GuardedProcess, ARankOfMpiLeavesNoTraceOfItselfInTheEnvironment) {
  ::setenv("OMPI_COMM_WORLD_RANK", "3", 1);
  ::setenv("PMIX_RANK", "3", 1);
  ::setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  Launch launch =
      shell_launch("echo \"[$OMPI_COMM_WORLD_RANK$PMIX_RANK]$OMPI_MCA_rmaps_base_oversubscribe\"");
  launch.environment = environment_without_rank();
  ::unsetenv("OMPI_COMM_WORLD_RANK");
  ::unsetenv("PMIX_RANK");
  Process process(std::move(launch));
  EXPECT_EQ(next_line(process), "[]1");
}

}  // namespace
}  // namespace skerry::external
