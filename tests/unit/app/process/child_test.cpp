#include "app/process/child.hpp"

#include <chrono>
#include <csignal>

#include <gmock/gmock.h>

namespace skerry {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

int end_of(Child& child) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (std::chrono::steady_clock::now() < deadline) {
    if (const auto status = child.status()) return *status;
    Child::await({&child}, 10);
  }
  ADD_FAILURE() << "it goes on for 30 s";
  return -1;
}

Child shell(const std::string& script) {
  return Child({"sh", "-c", script});
}

TEST(Child, SaysWhatItPrintedLineByLine) {
  Child child = shell("echo one; echo two; printf three; exit 5");
  EXPECT_EQ(end_of(child), 5);
  EXPECT_THAT(child.lines(), ElementsAre("one", "two"));
  EXPECT_THAT(child.lines(), IsEmpty());
}

TEST(Child, KeepsAllOfALongOutput) {
  Child child = shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done");
  std::size_t count = 0;
  std::string last;
  const auto take = [&] {
    for (std::string& line : child.lines()) {
      ++count;
      last = std::move(line);
    }
  };
  while (!child.status()) {
    Child::await({&child}, 100);
    take();
  }
  take();
  EXPECT_EQ(count, 20000U);
  EXPECT_EQ(last, "line 19999");
}

TEST(Child, PicksOurMessageOutOfWhatALauncherSays) {
  Child child = shell("echo 'skerry: no such key' >&2; echo 'mpirun: a rank failed' >&2; echo ------- >&2");
  end_of(child);
  EXPECT_EQ(child.message(), "no such key");
  Child other =
      shell("echo '-----' >&2; echo 'mpirun has detected an attempt' >&2; echo 'advice' >&2; echo '--' >&2");
  end_of(other);
  EXPECT_EQ(other.message(), "mpirun has detected an attempt");
  Child of_mpich =
      shell("echo '= BAD TERMINATION' >&2; echo 'YOUR APPLICATION TERMINATED: Killed' >&2; echo faq >&2");
  end_of(of_mpich);
  EXPECT_EQ(of_mpich.message(), "YOUR APPLICATION TERMINATED: Killed");
  Child third = shell("echo one >&2; echo two >&2; echo '--' >&2");
  end_of(third);
  EXPECT_EQ(third.message(), "two");
}

TEST(Child, TellsAProgramThatIsNotThere) {
  Child child({"/nowhere/skerry"});
  EXPECT_EQ(end_of(child), 127);
  EXPECT_THAT(child.message(), HasSubstr("cannot start /nowhere/skerry: No such file"));
}

TEST(Child, TakesSignals) {
  Child child = shell("trap 'echo told; exit 75' USR1; echo ready; while :; do sleep 0.01; done");
  while (child.lines().empty()) Child::await({&child}, 100);
  child.signal(SIGUSR1);
  EXPECT_EQ(end_of(child), 75);
  EXPECT_THAT(child.lines(), ElementsAre("told"));
  Child killed = shell("kill -9 $$");
  EXPECT_EQ(end_of(killed), 128 + SIGKILL);
}

TEST(Child, EndsWithItsObject) {
  pid_t process = 0;
  {
    Child child = shell("echo $$; exec sleep 100");
    std::vector<std::string> lines;
    while (lines.empty()) {
      Child::await({&child}, 100);
      lines = child.lines();
    }
    process = std::stoi(lines.front());
    EXPECT_EQ(::kill(process, 0), 0);
  }
  EXPECT_NE(::kill(process, 0), 0);
}

bool comes_to_stay_behind(const Child& child) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (std::chrono::steady_clock::now() < deadline) {
    if (child.stays_behind()) return true;
    Child::await({}, 10);
  }
  return false;
}

TEST(Child, ALauncherStaysBehindWhereAllItsChildrenHaveEnded) {
  // What a shell has started is left to the program that takes its place, which waits for nothing.
  EXPECT_TRUE(comes_to_stay_behind(shell("true & false & exec sleep 60")));
  const Child stopped = shell("true & exec sleep 60");
  EXPECT_TRUE(comes_to_stay_behind(stopped));
  stopped.signal(SIGSTOP);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (stopped.stays_behind() && std::chrono::steady_clock::now() < deadline) Child::await({}, 10);
  EXPECT_FALSE(stopped.stays_behind());
}

TEST(Child, WhatHasNoChildrenOrAnyThatLivesDoesNotStayBehind) {
  Child lone = shell("echo ready; exec sleep 60");
  Child busy = shell("sleep 60 & true & echo ready; exec sleep 60");
  for (Child* child : {&lone, &busy}) {
    while (child->lines().empty()) Child::await({child}, 100);
    for (int look = 0; look < 20; ++look) {
      EXPECT_FALSE(child->stays_behind());
      Child::await({}, 5);
    }
  }
}

}  // namespace
}  // namespace skerry
