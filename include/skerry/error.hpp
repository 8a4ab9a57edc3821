#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace skerry {

/// The exit status of a process of skerry. 75 is EX_TEMPFAIL of sysexits: the run can be resumed and
/// finished.
enum class ExitStatus : int { done = 0, failed = 1, usage = 2, bad_data = 3, interrupted = 75 };

/// An error whose text says what was seen, where (file:line:column), and what would be right. Control
/// characters in the text, which may come from a file, are shown as '?'.
class Error : public std::runtime_error {
 public:
  /// `status` is the exit status of a program that does not catch the error. `kind` names an error on which
  /// other programs act, such as "locked"; it is empty for all others.
  Error(ExitStatus status, const std::string& message, std::string kind = {})
      : std::runtime_error(printable(message)), status_(status), kind_(std::move(kind)) {}
  ExitStatus status() const noexcept { return status_; }
  const std::string& kind() const noexcept { return kind_; }

 private:
  static std::string printable(std::string message) {
    for (char& c : message) {
      const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
      if (control && c != '\n' && c != '\t') c = '?';
    }
    return message;
  }

  ExitStatus status_;
  std::string kind_;
};

/// A mistake in the command line or in a configuration file.
struct UsageError : Error {
  explicit UsageError(const std::string& message, std::string kind = {})
      : Error(ExitStatus::usage, message, std::move(kind)) {}
};

/// A mistake in the data of a run: a pool, a puzzle, a solution, a trace.
struct DataError : Error {
  explicit DataError(const std::string& message) : Error(ExitStatus::bad_data, message) {}
};

}  // namespace skerry
