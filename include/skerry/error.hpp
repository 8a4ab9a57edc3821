#pragma once

#include <stdexcept>
#include <string>

namespace skerry {

/// What a process of skerry ends with. 75 is sysexits' EX_TEMPFAIL: the same command, resumed, can finish.
enum class ExitStatus : int { done = 0, failed = 1, usage = 2, bad_data = 3, interrupted = 75 };

/// An error a person can act on. The text says what was seen, where (file:line:column), and what would be right.
class Error : public std::runtime_error {
 public:
  Error(ExitStatus status, const std::string& message) : std::runtime_error(message), status_(status) {}
  ExitStatus status() const noexcept { return status_; }

 private:
  ExitStatus status_;
};

/// A mistake in the command line or in a configuration file.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitStatus::usage, message) {}
};

/// A mistake in the data an experiment works on: a pool, a puzzle, a solution, a trace.
struct DataError : Error {
  explicit DataError(const std::string& message) : Error(ExitStatus::bad_data, message) {}
};

}  // namespace skerry
