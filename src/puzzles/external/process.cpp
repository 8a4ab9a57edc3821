#include "puzzles/external/process.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace skerry::external {
namespace {

// What a process prints, and its status, if the program can't be started.
constexpr std::string_view cannot_start = "cannot start ";
constexpr std::string_view cannot_enter = "cannot enter ";
constexpr int status_without_program = 127;

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

void tell(std::initializer_list<const char*> parts) noexcept {
  for (const char* part : parts) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, part, std::strlen(part));
  }
}

/// Returns why exec refused the program, in words of its own if those of the system mislead.
const char* reason_of(int error, const char* program) noexcept {
  struct stat about {};
  const bool is_path = std::strchr(program, '/') != nullptr && ::stat(program, &about) == 0;
  if (is_path && S_ISDIR(about.st_mode)) return "it is a folder";
  if (is_path && error == EACCES) return "it is not executable (chmod +x)";
  if (is_path && error == ENOENT) return "the interpreter that its first line or its header names is missing";
  return std::strerror(error);
}

/// It is made before the fork, since nothing may allocate between fork and exec.
class PreparedLaunch {
 public:
  explicit PreparedLaunch(Launch launch)
      : launch_(std::move(launch)),
        arguments_(pointers_to(launch_.command)),
        environment_(pointers_to(launch_.environment)) {}
  PreparedLaunch(const PreparedLaunch&) = delete;

  /// If that is not possible, it prints the reason on standard error and ends with status 127.
  [[noreturn]] void execute() const noexcept {
    if (!launch_.directory.empty() && ::chdir(launch_.directory.c_str()) != 0) {
      tell({cannot_enter.data(), launch_.directory.c_str(), ": ", std::strerror(errno), "\n"});
      ::_exit(status_without_program);
    }
    ::execvpe(arguments_[0], arguments_.data(), launch_.environment.empty() ? environ : environment_.data());
    tell({cannot_start.data(), arguments_[0], ": ", reason_of(errno, arguments_[0]), "\n"});
    ::_exit(status_without_program);
  }

 private:
  Launch launch_;
  std::vector<char*> arguments_;
  std::vector<char*> environment_;
};

/// The ends that the new process uses, all of which are 10 or more.
struct Streams {
  int input;
  int output;
  int errors;
  int life;  ///< the read end of a pipe that only the process which wants the work can write to
};

constexpr int life_descriptor = 3;
/// A process that can't be killed within this time is in a system call that does not return.
constexpr int sweep_ms = 5000;

std::int64_t now_ms() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

int status_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void point_to_nothing(std::initializer_list<int> descriptors) {
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int descriptor : descriptors) ::dup2(nothing, descriptor);
  if (nothing > STDERR_FILENO) ::close(nothing);
}

void use(const Streams& streams) {
  ::dup2(streams.input, STDIN_FILENO);
  ::dup2(streams.output, STDOUT_FILENO);
  ::dup2(streams.errors, STDERR_FILENO);
}

[[noreturn]] void become_guarded_program(const PreparedLaunch& launch, pid_t guard) {
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

/// The program stays a zombie, so that its group's number is not given to others. Reaps all other children
/// that have ended.
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

/// Makes this process, which has just been forked, the guard of a new process that runs the program. When
/// `life` is closed, the group gets SIGTERM, and SIGKILL after the grace or when the program has ended;
/// processes that left the group get SIGKILL. The guard ends with the program's exit status, or 128 + the
/// signal that killed it. It calls only functions that are safe between fork and exec.
[[noreturn]] void become_guard(const PreparedLaunch& launch, const Streams& streams, int grace_ms) {
  ::setsid();
  ::prctl(PR_SET_NAME, "skerry-guard");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE}) std::signal(number, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
  use(streams);
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
  if (program == 0) become_guarded_program(launch, guard);
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
  ::_exit(status_of(status));
}

/// A pipe whose ends are closed by exec, and are not standard streams. Reading does not wait.
struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// Throws Error with errno's message.
[[noreturn]] void fail_to_start(const char* what) {
  throw Error(ExitStatus::failed, fmt::format("cannot start a process: {}: {}", what, std::strerror(errno)));
}

/// Moves a descriptor away from the numbers of the standard streams.
Descriptor moved_up(const Descriptor& descriptor) {
  Descriptor moved(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, 10));
  if (!moved.is_open()) fail_to_start("fcntl");
  return moved;
}

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_to_start("pipe");
  const Descriptor read(ends[0]);
  const Descriptor write(ends[1]);
  Pipe pipe{moved_up(read), moved_up(write)};
  ::fcntl(pipe.read.number(), F_SETFL, O_NONBLOCK);
  return pipe;
}

/// Appends what the pipe holds now, at most `most_bytes`. Closes the descriptor if only its end is left.
void drain(Descriptor& descriptor, std::string& text, std::size_t most_bytes) {
  std::array<char, 4096> buffer{};
  while (descriptor.is_open() && most_bytes > 0) {
    const std::size_t wanted = std::min(buffer.size(), most_bytes);
    const ssize_t count = ::read(descriptor.number(), buffer.data(), wanted);
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
      if (static_cast<std::size_t>(count) < wanted) return;  // the pipe is empty
      most_bytes -= wanted;
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else if (count < 0 && errno == EAGAIN) {
      return;
    } else {
      descriptor.close();
    }
  }
}

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

int milliseconds_until(Process::Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Process::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX));
}

constexpr std::size_t most_at_once = 1 << 16;
constexpr std::size_t most_errors_kept = 1 << 16;
/// A program that is done may wait for a core of a busy machine; nothing but a program that hangs takes so long.
constexpr std::chrono::seconds time_for_own_end{10};
/// What a guard may take beyond the grace.
constexpr std::chrono::seconds time_of_guard{12};
/// The end of a guard that was told to end the process is not an event of a pipe, so that it is looked for.
constexpr std::chrono::milliseconds look_at_end{2};

}  // namespace

Process::Process(Launch launch) : grace_ms_(launch.guard_grace_ms) {
  const PreparedLaunch prepared(std::move(launch));
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  Pipe life = make_pipe();
  // The program reads in the usual way; this process, which writes, must not wait.
  ::fcntl(in.read.number(), F_SETFL, 0);
  ::fcntl(in.write.number(), F_SETFL, O_NONBLOCK);
  const Streams streams{in.read.number(), out.write.number(), err.write.number(), life.read.number()};
  process_ = ::fork();
  if (process_ < 0) fail_to_start("fork");
  if (process_ == 0) become_guard(prepared, streams, grace_ms_);
  life_ = std::move(life.write);
  input_ = std::move(in.write);
  output_ = std::move(out.read);
  errors_ = std::move(err.read);
}

void Process::close_input() {
  input_.close();
  queued_.clear();
  written_ = 0;
}

void Process::feed() {
  while (input_.is_open() && written_ < queued_.size()) {
    const ssize_t count =
        write_quietly(input_.number(), queued_.data() + written_, queued_.size() - written_);
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

void Process::read(bool has_output, bool has_errors, std::size_t most_bytes) {
  if (has_output) drain(output_, out_, most_bytes);
  if (has_errors) drain(errors_, err_, most_bytes);
  if (has_output && is_ending_) out_.clear();
  if (err_.size() > most_errors_kept) err_.erase(0, err_.size() - most_errors_kept);
}

void Process::exchange(std::span<Process* const> processes, Clock::time_point until) {
  constexpr std::size_t streams = 4;
  std::vector<pollfd> events;
  events.reserve(streams * processes.size());
  for (Process* process : processes) {
    // Nothing comes between writing and waiting, so that the reader gets this core at once.
    process->feed();
    if (process->is_ending_) until = std::min(until, Clock::now() + look_at_end);
    events.push_back({process->output_.number(), POLLIN, 0});
    events.push_back({process->errors_.number(), POLLIN, 0});
    events.push_back({process->queued_.empty() ? -1 : process->input_.number(), POLLOUT, 0});
    // The end of a guard is an error of this pipe.
    events.push_back({process->is_ending_ ? process->life_.number() : -1, 0, 0});
  }
  if (::poll(events.data(), events.size(), milliseconds_until(until)) <= 0) return;
  for (std::size_t i = 0; i < processes.size(); ++i)
    processes[i]->read(events[streams * i].revents != 0, events[streams * i + 1].revents != 0, most_at_once);
}

std::string Process::last_error_line() const {
  const std::size_t line_end = err_.find_last_not_of(" \r\n\t");
  if (line_end == std::string::npos) return {};
  const std::size_t before = err_.rfind('\n', line_end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return err_.substr(begin, line_end + 1 - begin);
}

bool Process::could_not_start() const {
  return status_ == status_without_program &&
         (err_.starts_with(cannot_start) || err_.starts_with(cannot_enter));
}

std::optional<int> Process::status() {
  if (status_) return status_;
  int status = 0;
  const pid_t ended = ::waitpid(process_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) {
    if (!is_ending_) return std::nullopt;
    if (Clock::now() >= own_end_) life_.close();
    if (Clock::now() <= last_end_) return std::nullopt;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, &status, 0);
  }
  process_ = -1;
  status_ = status_of(status);
  // The reason for its end may be what it printed at last.
  read(!is_ending_, true, std::string::npos);
  for (Descriptor* descriptor : {&life_, &input_, &output_, &errors_}) descriptor->close();
  return status_;
}

void Process::begin_end() {
  if (status_ || is_ending_) return;
  is_ending_ = true;
  // A process that has closed its output is most likely about to end by itself, with a status of its own.
  own_end_ = Clock::now() + (is_open() ? std::chrono::seconds(0) : time_for_own_end);
  last_end_ = own_end_ + std::chrono::milliseconds(grace_ms_) + time_of_guard;
  if (is_open()) life_.close();
}

int Process::end() {
  begin_end();
  while (!status()) {
    Process* const self = this;
    exchange(std::span(&self, 1), Clock::time_point::max());
  }
  return *status_;
}

}  // namespace skerry::external
