#include "app/process/child.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
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

/// Returns the state of a process in /proc, such as 'Z' for one that has ended; 'X' if there is none.
char state_of(const std::string& process) {
  std::ifstream stream("/proc/" + process + "/stat");
  std::string text;
  std::getline(stream, text);
  const auto name_end = text.rfind(") ");  // the name of a program may have any characters
  return name_end == std::string::npos || name_end + 2 >= text.size() ? 'X' : text[name_end + 2];
}

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

namespace {

// What a process prints, and its status, if the program can't be started.
constexpr std::string_view cannot_start = "cannot start ";
constexpr std::string_view cannot_enter = "cannot enter ";
constexpr int status_without_program = 127;

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
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

/// Moves a descriptor away from the numbers of the standard streams.
int moved_up(int descriptor) {
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  ::close(descriptor);
  if (moved < 0) fail_to_start("fcntl");
  return moved;
}

}  // namespace

PreparedLaunch::PreparedLaunch(Launch launch)
    : launch_(std::move(launch)),
      arguments_(pointers_to(launch_.command)),
      environment_(pointers_to(launch_.environment)) {}

void PreparedLaunch::execute() const noexcept {
  if (!launch_.directory.empty() && ::chdir(launch_.directory.c_str()) != 0) {
    tell({cannot_enter.data(), launch_.directory.c_str(), ": ", std::strerror(errno), "\n"});
    ::_exit(status_without_program);
  }
  ::execvpe(arguments_[0], arguments_.data(), launch_.environment.empty() ? environ : environment_.data());
  tell({cannot_start.data(), arguments_[0], ": ", reason_of(errno, arguments_[0]), "\n"});
  ::_exit(status_without_program);
}

bool was_not_started(int status, std::string_view errors) {
  return status == status_without_program &&
         (errors.starts_with(cannot_start) || errors.starts_with(cannot_enter));
}

void fail_to_start(const char* what) {
  throw Error(ExitStatus::failed, fmt::format("cannot start a process: {}: {}", what, std::strerror(errno)));
}

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_to_start("pipe");
  Pipe pipe;
  try {
    pipe.read = moved_up(ends[0]);
  } catch (...) {
    ::close(ends[1]);
    throw;
  }
  try {
    pipe.write = moved_up(ends[1]);
  } catch (...) {
    ::close(pipe.read);
    throw;
  }
  ::fcntl(pipe.read, F_SETFL, O_NONBLOCK);
  return pipe;
}

void close_descriptor(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

void drain(int& descriptor, std::string& text, std::size_t most_bytes) {
  std::array<char, 4096> buffer{};
  while (descriptor >= 0 && most_bytes > 0) {
    const std::size_t wanted = std::min(buffer.size(), most_bytes);
    const ssize_t count = ::read(descriptor, buffer.data(), wanted);
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
      if (static_cast<std::size_t>(count) < wanted) return;  // the pipe is empty
      most_bytes -= wanted;
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else if (count < 0 && errno == EAGAIN) {
      return;
    } else {
      close_descriptor(descriptor);
    }
  }
}

std::vector<std::string> environment_without_rank() {
  // What mpirun of Open MPI 4, mpiexec of MPICH 4, srun and others add; the rest of OMPI_ is for people to
  // set.
  constexpr auto of_ranks = std::to_array<std::string_view>({"PMIX_",
                                                             "PMI_",
                                                             "PRTE_",
                                                             "HYDI_",
                                                             "MPI_LOCAL",
                                                             "SLURM_STEP_NUM_TASKS",
                                                             "FLUX_TASK_",
                                                             "JSM_NAMESPACE_",
                                                             "MV2_COMM_",
                                                             "OMPI_COMM",
                                                             "OMPI_UNIVERSE_",
                                                             "OMPI_APP_",
                                                             "OMPI_NUM_APP_",
                                                             "OMPI_FIRST_",
                                                             "OMPI_FILE_",
                                                             "OMPI_MCA_ess",
                                                             "OMPI_MCA_pmix",
                                                             "OMPI_MCA_initial_wdir",
                                                             "OMPI_MCA_mpi_oversubscribe",
                                                             "OMPI_MCA_orte_app_num",
                                                             "OMPI_MCA_orte_ess",
                                                             "OMPI_MCA_orte_hnp",
                                                             "OMPI_MCA_orte_jobfam",
                                                             "OMPI_MCA_orte_jobid",
                                                             "OMPI_MCA_orte_launch",
                                                             "OMPI_MCA_orte_local",
                                                             "OMPI_MCA_orte_num_nodes",
                                                             "OMPI_MCA_orte_precondition",
                                                             "OMPI_MCA_orte_top"});
  std::vector<std::string> kept;
  std::string base = "/tmp";
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const auto begins = [text](std::string_view name) { return text.starts_with(name); };
    if (!std::ranges::any_of(of_ranks, begins)) kept.emplace_back(text);
  }
  for (const char* name : {"TMPDIR", "OMPI_MCA_orte_tmpdir_base"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') base = value;
  }
  static std::atomic<std::uint64_t> jobs = 0;
  kept.push_back(fmt::format("OMPI_MCA_orte_top_session_dir={}/ompi.{}.e{}", base, ::getpid(), ++jobs));
  return kept;
}

std::filesystem::path shipped(const std::filesystem::path& name) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {"../..", "../share/skerry"}) {
    std::filesystem::path found = (folder / place / name).lexically_normal();
    if (std::filesystem::exists(found, error)) return found;
  }
  return {};
}

void add_python_package(std::vector<std::string>& environment) {
  static constexpr std::string_view variable = "PYTHONPATH=";
  const std::filesystem::path package = shipped("analysis/skerry/worker.py").parent_path().parent_path();
  if (package.empty()) return;
  const auto given =
      std::ranges::find_if(environment, [](const std::string& text) { return text.starts_with(variable); });
  if (given == environment.end()) {
    environment.push_back(std::string(variable) + package.string());
  } else {
    *given += (given->size() > variable.size() ? ":" : "") + package.string();
  }
}

}  // namespace skerry
