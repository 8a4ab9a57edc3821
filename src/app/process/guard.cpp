#include "app/process/guard.hpp"

#include <csignal>
#include <ctime>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace {

constexpr int life_descriptor = 3;
/// A process that can't be killed within this time is in a system call that does not return.
constexpr int sweep_ms = 5000;

std::int64_t now_ms() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

void point_to_nothing(std::initializer_list<int> descriptors) {
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int descriptor : descriptors) ::dup2(nothing, descriptor);
  if (nothing > life_descriptor) ::close(nothing);
}

/// Runs in the process that becomes the program.
[[noreturn]] void become_program(const PreparedLaunch& launch, pid_t guard) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != guard) ::_exit(1);
  for (int number = 1; number < SIGRTMIN; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::close(life_descriptor);
  launch.execute();
}

/// Waits for the end of a child, at most until then; 0: does not wait. The child stays a zombie, so that its
/// group's number is not given to others. Reaps all other children that have ended.
bool has_ended(pid_t program) {
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) break;
    if (info.si_pid == program) return true;
    ::waitpid(info.si_pid, nullptr, 0);
  }
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == program;
}

void forget_signals(int signals) {
  signalfd_siginfo info{};
  while (::read(signals, &info, sizeof info) > 0) {
  }
}

/// Waits until the program has ended, or all writers of `life` have closed it.
void watch(pid_t program, int signals) {
  while (!has_ended(program)) {
    pollfd events[] = {{signals, POLLIN, 0}, {life_descriptor, POLLIN, 0}};
    ::poll(events, 2, -1);
    if (events[1].revents != 0) return;
    forget_signals(signals);
  }
}

void end_gently(pid_t program, int signals, int grace_ms) {
  ::kill(-program, SIGTERM);
  ::kill(-program, SIGCONT);
  const std::int64_t deadline = now_ms() + grace_ms;
  while (!has_ended(program)) {
    const std::int64_t left = deadline - now_ms();
    if (left <= 0) return;
    pollfd event{signals, POLLIN, 0};
    ::poll(&event, 1, static_cast<int>(left));
    forget_signals(signals);
  }
}

/// Kills the children, among which are all orphans of the program's.
void kill_children() {
  const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[4096];
  pid_t process = 0;
  for (ssize_t count = 0; (count = ::read(file, text, sizeof text)) > 0;) {
    for (ssize_t i = 0; i < count; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        process = process * 10 + (text[i] - '0');
      } else if (process > 0) {
        ::kill(process, SIGKILL);
        process = 0;
      }
    }
  }
  ::close(file);
}

/// Kills until no child is left; the children of those that are killed become children of the guard.
void sweep() {
  const std::int64_t deadline = now_ms() + sweep_ms;
  while (now_ms() < deadline) {
    kill_children();
    pid_t reaped = 0;
    while ((reaped = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (reaped < 0) return;
    const timespec pause{0, 2'000'000};
    ::nanosleep(&pause, nullptr);
  }
}

}  // namespace

void become_guard(const PreparedLaunch& launch, const GuardedStreams& streams, int grace_ms) {
  ::setsid();
  ::prctl(PR_SET_NAME, "skerry-guard");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE}) std::signal(number, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
  ::dup2(streams.input, STDIN_FILENO);
  ::dup2(streams.output, STDOUT_FILENO);
  ::dup2(streams.errors, STDERR_FILENO);
  ::dup2(streams.life, life_descriptor);
  // Among the rest are locks of files and connections of MPI, which must end with the process that has them.
  ::close_range(life_descriptor + 1, ~0U, 0);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &child, nullptr);
  const int signals = ::signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC);

  const pid_t guard = ::getpid();
  const pid_t program = ::fork();
  if (program == 0) become_program(launch, guard);
  if (program < 0) ::_exit(126);
  ::setpgid(program, program);
  point_to_nothing({STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO});

  watch(program, signals);
  if (!has_ended(program)) end_gently(program, signals, grace_ms);
  ::kill(-program, SIGKILL);
  int status = 0;
  for (const std::int64_t deadline = now_ms() + sweep_ms; ::waitpid(program, &status, WNOHANG) == 0;) {
    if (now_ms() > deadline) ::_exit(128 + SIGKILL);
    const timespec pause{0, 1'000'000};
    ::nanosleep(&pause, nullptr);
  }
  sweep();
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

}  // namespace skerry
