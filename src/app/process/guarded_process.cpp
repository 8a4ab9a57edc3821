#include "app/process/guarded_process.hpp"

#include "app/process/guard.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <ctime>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace {

constexpr std::size_t most_at_once = 1 << 16;
constexpr std::size_t most_errors_kept = 1 << 16;

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

bool GuardedProcess::exchange(Clock::time_point until) {
  while (output_ >= 0) {
    // Nothing comes between writing and waiting, so that the reader gets this core at once.
    feed();
    const int wait_ms = milliseconds_until(until);
    pollfd events[] = {
        {output_, POLLIN, 0}, {errors_, POLLIN, 0}, {queued_.empty() ? -1 : input_, POLLOUT, 0}};
    const int ready = ::poll(events, 3, wait_ms);
    const std::size_t before = out_.size();
    if (ready > 0 && events[0].revents != 0) drain(output_, out_, most_at_once);
    if (ready > 0 && events[1].revents != 0) drain(errors_, err_, most_at_once);
    if (err_.size() > most_errors_kept) err_.erase(0, err_.size() - most_errors_kept);
    if (out_.size() > before || (wait_ms == 0 && output_ >= 0)) return true;
  }
  return false;
}

std::string GuardedProcess::last_error_line() const {
  const std::size_t line_end = err_.find_last_not_of(" \r\n\t");
  if (line_end == std::string::npos) return {};
  const std::size_t before = err_.rfind('\n', line_end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return err_.substr(begin, line_end + 1 - begin);
}

int GuardedProcess::end() {
  if (guard_ < 0) return status_;
  // A process that has closed its output is most likely about to end by itself, with a status of its own.
  const auto own_end = Clock::now() + std::chrono::milliseconds(output_ < 0 ? 500 : 0);
  const auto deadline = Clock::now() + std::chrono::milliseconds(grace_ms_) + std::chrono::seconds(12);
  int status = 0;
  pid_t ended = 0;
  // What it still prints is read, since the reason for its end may be there.
  while ((ended = ::waitpid(guard_, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
    if (life_ >= 0 && Clock::now() >= own_end) close_descriptor(life_);
    if (Clock::now() > deadline) {
      ::kill(guard_, SIGKILL);
      ::waitpid(guard_, &status, 0);
      break;
    }
    std::string nothing;
    drain(output_, nothing, most_at_once);
    drain(errors_, err_, most_at_once);
    if (err_.size() > most_errors_kept) err_.erase(0, err_.size() - most_errors_kept);
    pollfd events[] = {{output_, POLLIN, 0}, {errors_, POLLIN, 0}};
    if (output_ < 0 && errors_ < 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } else {
      ::poll(events, 2, 5);
    }
  }
  drain(errors_, err_, most_errors_kept);
  close_descriptor(life_);
  guard_ = -1;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  close_descriptor(input_);
  close_descriptor(output_);
  close_descriptor(errors_);
  return status_;
}

}  // namespace skerry
