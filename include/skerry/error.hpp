#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace skerry {

/// The exit status of a process of skerry. 75, EX_TEMPFAIL of sysexits: the run can be resumed.
enum class ExitStatus : int { done = 0, failed = 1, usage = 2, bad_data = 3, interrupted = 75 };

/// What an error is about, for programs; its text is for people. Members that do not apply are empty.
struct ErrorFacts {
  /// "other_run": what is there is another run than the one that is asked for; "locked": another writes it.
  std::string kind = {};
  std::string key = {};  ///< of the settings, "elites"; with its table if it is one of another file or run
  std::optional<std::string> then = {};  ///< the value of the other run; none if it has none
  std::optional<std::string> now = {};   ///< the value here
  std::string what = {};                 ///< the text without what would be right
};

/// An error whose text says what was seen, where (file:line:column), and what would be right. Control
/// characters in the text, which may come from a file, are shown as '?'.
class Error : public std::runtime_error {
 public:
  /// `status` is the exit status of a program that does not catch the error.
  Error(ExitStatus status, const std::string& message, ErrorFacts facts = {})
      : std::runtime_error(printable(message)), status_(status), facts_(std::move(facts)) {}
  ExitStatus status() const noexcept { return status_; }
  const ErrorFacts& facts() const noexcept { return facts_; }

 private:
  static std::string printable(std::string message) {
    for (char& c : message) {
      const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
      if (control && c != '\n' && c != '\t') c = '?';
    }
    return message;
  }

  ExitStatus status_;
  ErrorFacts facts_;
};

/// A mistake in the command line or in a configuration file.
struct UsageError : Error {
  explicit UsageError(const std::string& message, ErrorFacts facts = {})
      : Error(ExitStatus::usage, message, std::move(facts)) {}
};

/// A mistake in the data of a run: a pool, a puzzle, a solution, a trace.
struct DataError : Error {
  explicit DataError(const std::string& message) : Error(ExitStatus::bad_data, message) {}
};

}  // namespace skerry
