#include "app/process/guarded_process.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <ctime>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace {

constexpr std::size_t most_at_once = 1 << 16;
constexpr std::size_t most_errors_kept = 1 << 16;
constexpr std::chrono::milliseconds time_for_own_end{500};
/// What a guard may take beyond the grace.
constexpr std::chrono::seconds time_of_guard{12};
/// The end of a guard that was told to end the process is not an event of a pipe, so that it is looked for.
constexpr std::chrono::milliseconds look_at_end{2};

/// Writes without SIGPIPE if the reader is gone, whatever the process does on that signal elsewhere.
ssize_t write_quietly(int descriptor, const char* bytes, std::size_t count) {
  sigset_t pipe;
  sigset_t before;
  sigset_t waiting;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigemptyset(&waiting);
  ::sigpending(&waiting);
  const bool pending = sigismember(&waiting, SIGPIPE) == 1;
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = ::write(descriptor, bytes, count);
  const int error = errno;
  if (written < 0 && error == EPIPE && !pending) {
    const timespec at_once{};
    while (::sigtimedwait(&pipe, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

int milliseconds_until(GuardedProcess::Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - GuardedProcess::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX));
}

}  // namespace

GuardedProcess::GuardedProcess(Launch launch, int grace_ms) : grace_ms_(grace_ms) {
  const PreparedLaunch prepared(std::move(launch));
  Pipe in;
  Pipe out;
  Pipe err;
  Pipe life;
  const auto close_all = [&](std::initializer_list<int*> ends) {
    for (int* end : ends) close_descriptor(*end);
  };
  try {
    in = make_pipe();
    out = make_pipe();
    err = make_pipe();
    life = make_pipe();
    // The program reads in the usual way; this process, which writes, must not wait.
    ::fcntl(in.read, F_SETFL, 0);
    ::fcntl(in.write, F_SETFL, O_NONBLOCK);
    guard_ = ::fork();
    if (guard_ < 0) fail_to_start("fork");
  } catch (...) {
    close_all({&in.read, &in.write, &out.read, &out.write, &err.read, &err.write, &life.read, &life.write});
    throw;
  }
  if (guard_ == 0) become_guard(prepared, {in.read, out.write, err.write, life.read}, grace_ms);
  close_all({&in.read, &out.write, &err.write, &life.read});
  input_ = in.write;
  output_ = out.read;
  errors_ = err.read;
  life_ = life.write;
}

GuardedProcess::~GuardedProcess() {
  end();
}

void GuardedProcess::close_input() {
  close_descriptor(input_);
  queued_.clear();
  written_ = 0;
}

void GuardedProcess::feed() {
  while (input_ >= 0 && written_ < queued_.size()) {
    const ssize_t count = write_quietly(input_, queued_.data() + written_, queued_.size() - written_);
    if (count > 0) {
      written_ += static_cast<std::size_t>(count);
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else if (count < 0 && errno == EAGAIN) {
      return;
    } else {
      close_input();  // the reader is gone; its output says so, too
    }
  }
  queued_.clear();
  written_ = 0;
}

void GuardedProcess::read(bool has_output, bool has_errors) {
  if (has_output) drain(output_, out_, most_at_once);
  if (has_errors) drain(errors_, err_, most_at_once);
  if (has_output && is_ending_) out_.clear();
  if (err_.size() > most_errors_kept) err_.erase(0, err_.size() - most_errors_kept);
}

void GuardedProcess::exchange(std::span<GuardedProcess* const> processes, Clock::time_point until) {
  constexpr std::size_t streams = 4;
  std::vector<pollfd> events;
  events.reserve(streams * processes.size());
  for (GuardedProcess* process : processes) {
    // Nothing comes between writing and waiting, so that the reader gets this core at once.
    process->feed();
    if (process->is_ending_) until = std::min(until, Clock::now() + look_at_end);
    events.push_back({process->output_, POLLIN, 0});
    events.push_back({process->errors_, POLLIN, 0});
    events.push_back({process->queued_.empty() ? -1 : process->input_, POLLOUT, 0});
    // The end of a guard is an error of this pipe.
    events.push_back({process->is_ending_ ? process->life_ : -1, 0, 0});
  }
  if (::poll(events.data(), events.size(), milliseconds_until(until)) <= 0) return;
  for (std::size_t i = 0; i < processes.size(); ++i)
    processes[i]->read(events[streams * i].revents != 0, events[streams * i + 1].revents != 0);
}

std::string GuardedProcess::last_error_line() const {
  const std::size_t line_end = err_.find_last_not_of(" \r\n\t");
  if (line_end == std::string::npos) return {};
  const std::size_t before = err_.rfind('\n', line_end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return err_.substr(begin, line_end + 1 - begin);
}

void GuardedProcess::begin_end() {
  if (guard_ < 0 || is_ending_) return;
  is_ending_ = true;
  // A process that has closed its output is most likely about to end by itself, with a status of its own.
  own_end_ = Clock::now() + (is_open() ? std::chrono::milliseconds(0) : time_for_own_end);
  last_end_ = Clock::now() + std::chrono::milliseconds(grace_ms_) + time_of_guard;
  if (is_open()) close_descriptor(life_);
}

bool GuardedProcess::has_ended() {
  if (guard_ < 0) return true;
  int status = 0;
  pid_t ended = ::waitpid(guard_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) {
    if (Clock::now() >= own_end_) close_descriptor(life_);
    if (Clock::now() <= last_end_) return false;
    ::kill(guard_, SIGKILL);
    ::waitpid(guard_, &status, 0);
  }
  guard_ = -1;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  // The reason for its end may be what it printed at last.
  read(false, true);
  for (int* descriptor : {&life_, &input_, &output_, &errors_}) close_descriptor(*descriptor);
  return true;
}

int GuardedProcess::end() {
  begin_end();
  while (!has_ended()) {
    GuardedProcess* const self = this;
    exchange(std::span(&self, 1), Clock::time_point::max());
  }
  return status_;
}

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
