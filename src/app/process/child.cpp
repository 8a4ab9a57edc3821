#include "app/process/child.hpp"

#include "app/process/launch.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace {

constexpr std::size_t most_kept = 1 << 16;

/// Runs in the new process, where nothing may allocate.
[[noreturn]] void become(const PreparedLaunch& launch, const Pipe& out, const Pipe& err, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);
  for (const int number : {SIGUSR1, SIGTERM, SIGINT, SIGHUP}) std::signal(number, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(out.write, STDOUT_FILENO);
  ::dup2(err.write, STDERR_FILENO);
  launch.execute();
}

/// Returns the state of a process in /proc, such as 'Z' for one that has ended; 'X' where there is none.
char state_of(const std::string& process) {
  std::ifstream stream("/proc/" + process + "/stat");
  std::string text;
  std::getline(stream, text);
  const auto name_end = text.rfind(") ");  // the name of a program may have any characters
  return name_end == std::string::npos || name_end + 2 >= text.size() ? 'X' : text[name_end + 2];
}

/// Returns the children of all threads of a process.
std::vector<std::string> children_of(const std::string& process) {
  std::vector<std::string> children;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc/" + process + "/task", error), end; !error && at != end;
       at.increment(error)) {
    std::ifstream list(at->path() / "children");
    for (std::string child; list >> child;) children.push_back(child);
  }
  return children;
}

}  // namespace

Child::Child(const std::vector<std::string>& command) {
  const PreparedLaunch launch({.command = command});
  const Pipe out = make_pipe();
  const Pipe err = make_pipe();
  const pid_t self = ::getpid();
  process_ = ::fork();
  if (process_ < 0) fail_to_start("fork");
  if (process_ == 0) become(launch, out, err, self);
  ::setpgid(process_, process_);
  ::close(out.write);
  ::close(err.write);
  output_ = out.read;
  errors_ = err.read;
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)),
      out_(std::move(other.out_)),
      err_(std::move(other.err_)) {}

Child::~Child() {
  if (process_ > 0) {
    ::kill(-process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  for (const int descriptor : {output_, errors_}) {
    if (descriptor >= 0) ::close(descriptor);
  }
}

void Child::signal(int number) const {
  if (process_ > 0) ::kill(process_, number);
}

void Child::read_all() {
  drain(output_, out_, std::string::npos);
  drain(errors_, err_, std::string::npos);
  if (err_.size() > most_kept) err_.erase(0, err_.size() - most_kept);
}

std::vector<std::string> Child::lines() {
  read_all();
  std::vector<std::string> lines;
  for (std::size_t end = out_.find('\n'); end != std::string::npos; end = out_.find('\n')) {
    lines.push_back(out_.substr(0, end));
    out_.erase(0, end + 1);
  }
  return lines;
}

std::string Child::message() const {
  constexpr std::string_view ours = "skerry: ";
  constexpr std::array<std::string_view, 4> launchers = {"mpirun ", "mpiexec ",
                                                         "srun: ", "YOUR APPLICATION TERMINATED"};
  std::string last;
  std::string launcher;
  std::string message;
  std::string_view rest = err_;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    if (line.find_first_not_of(" \t-") != std::string_view::npos) last = line;
    if (line.starts_with(ours)) message = line.substr(ours.size());
    for (const std::string_view name : launchers) {
      if (launcher.empty() && line.starts_with(name)) launcher = line;
    }
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  if (!message.empty()) return message;
  return launcher.empty() ? last : launcher;
}

std::optional<int> Child::status() {
  int status = 0;
  if (process_ <= 0 || ::waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
  process_ = -1;
  read_all();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool Child::stays_behind() const {
  const std::string process = std::to_string(process_);
  if (process_ <= 0 || std::string_view("TtZX").find(state_of(process)) != std::string_view::npos)
    return false;
  const auto children = children_of(process);
  return !children.empty() &&
         std::ranges::all_of(children, [](const std::string& child) { return state_of(child) == 'Z'; });
}

void Child::await(const std::vector<const Child*>& children, int timeout_ms) {
  std::vector<pollfd> waiting;
  for (const Child* child : children) {
    if (child->output_ >= 0) waiting.push_back({child->output_, POLLIN, 0});
    if (child->errors_ >= 0) waiting.push_back({child->errors_, POLLIN, 0});
  }
  ::poll(waiting.data(), waiting.size(), timeout_ms);
}

}  // namespace skerry
