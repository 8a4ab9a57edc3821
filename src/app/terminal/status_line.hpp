#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace skerry {

/// The form of progress: bar is one line, rewritten in place; lines is a new line every few seconds; none is
/// no progress.
enum class ProgressMode { bar, lines, none };

/// Returns the value of SKERRY_PROGRESS (bar, lines or none) where it is set; the start script sets it, since
/// mpirun hides the terminal from its ranks. Otherwise it is bar on a terminal and lines elsewhere. Throws
/// UsageError for another value.
ProgressMode progress_mode();

/// Returns a duration such as "12 s", "3 min 05 s" or "2 h 10 min".
std::string duration_text(double seconds);

/// Shows the present state on stderr, as often as people can read it: ten times a second as a bar, every five
/// seconds as lines.
class StatusLine {
 public:
  explicit StatusLine(ProgressMode mode);

  bool silent() const { return mode_ == ProgressMode::none; }
  void show(std::string line);
  /// Ends the line, so that something else can be printed.
  void leave();
  /// Shows the last line if it has not been shown, and ends it.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void write(const std::string& line);

  ProgressMode mode_;
  std::size_t width_;
  std::string waiting_;
  bool on_screen_ = false;
  Clock::time_point next_;
};

}  // namespace skerry
