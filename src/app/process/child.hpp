#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace skerry {

/// A process that works for this one. It receives SIGTERM when this one dies, and no Ctrl-C.
class Child {
 public:
  /// Starts the process; command[0] is looked for in PATH. Throws Error where no process can be made. A
  /// program that does not exist ends with status 127.
  explicit Child(const std::vector<std::string>& command);
  ~Child();  ///< kills the process where it still lives
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;

  void signal(int number) const;
  /// Returns the whole lines that the process printed since the last call.
  std::vector<std::string> lines();
  /// Returns the line of stderr that explains the end: the last line that begins with "skerry:", else the
  /// first line of a launcher, else the last line.
  std::string message() const;
  /// Returns the exit status, or 128 + the signal that killed the process; none while it lives or has unread
  /// output.
  std::optional<int> status();
  /// Tells whether this is a launcher that stays behind: it has not waited for its children, all of which
  /// have ended, and it is not stopped.
  bool stays_behind() const;

  /// Waits until one of the processes has printed something or ended, at most so many milliseconds.
  static void await(const std::vector<const Child*>& children, int timeout_ms);

 private:
  void read_all();

  pid_t process_ = -1;
  int output_ = -1;
  int errors_ = -1;
  std::string out_;
  std::string err_;
};

/// What a new process is to run.
struct Launch {
  std::vector<std::string> command;        ///< the first word is looked for in PATH unless it has a slash
  std::string directory{};                 ///< its working directory; empty: that of this process
  std::vector<std::string> environment{};  ///< "NAME=value"; empty: that of this process
};

/// A Launch in the form that the new process needs, made beforehand, since nothing may allocate between fork
/// and exec.
class PreparedLaunch {
 public:
  explicit PreparedLaunch(Launch launch);
  PreparedLaunch(const PreparedLaunch&) = delete;

  /// Replaces this process by the program. Where that is not possible, it prints the reason on standard error
  /// and ends with status 127.
  [[noreturn]] void execute() const noexcept;

 private:
  Launch launch_;
  std::vector<char*> arguments_;
  std::vector<char*> environment_;
};

/// Tells by the exit status and what came on standard error whether there is no more to a process than that
/// execute() could not start the program.
bool was_not_started(int status, std::string_view errors);

/// A pipe whose ends are closed by exec, and are no standard streams. Reading does not wait.
struct Pipe {
  int read = -1;
  int write = -1;
};

/// Throws Error where there are no descriptors left.
Pipe make_pipe();
/// Throws Error with errno's message.
[[noreturn]] void fail_to_start(const char* what);
/// Closes a descriptor and forgets it; does nothing for -1.
void close_descriptor(int& descriptor);
/// Appends the bytes that a pipe holds now, at most so many. Closes the descriptor where only its end is
/// left.
void drain(int& descriptor, std::string& text, std::size_t most_bytes);

/// Returns this process's environment without what a launcher of MPI tells its ranks, so that a program which
/// uses MPI itself does not take itself for one of them. A job of Open MPI in it has a folder of its own,
/// since jobs that share one remove it under each other.
std::vector<std::string> environment_without_rank();

/// Returns a file or folder of the source tree or of the installation to which this program belongs; both are
/// laid out alike. Returns an empty path where neither has it.
std::filesystem::path shipped(const std::filesystem::path& name);

/// Lets Python find the package of skerry, behind what PYTHONPATH names already.
void add_python_package(std::vector<std::string>& environment);

}  // namespace skerry
