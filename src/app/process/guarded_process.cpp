#include "app/process/guarded_process.hpp"

#include "app/process/guard.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <ctime>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace {

constexpr std::size_t most_at_once = 1 << 16;
constexpr std::size_t most_errors_kept = 1 << 16;
constexpr std::chrono::milliseconds time_for_own_end{500};
/// What a guard may take beyond the grace.
constexpr std::chrono::seconds time_of_guard{12};
/// How long to wait until the next look at whether a guard has ended, which is no event of a pipe once it was
/// told to end the process.
constexpr std::chrono::milliseconds look_at_end{2};

/// Writes without SIGPIPE where the reader is gone, whatever the process does on that signal elsewhere.
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

}  // namespace skerry
