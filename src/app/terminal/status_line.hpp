#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace skerry {

/// bar: one line, rewritten in place; lines: one now and then; none.
enum class ProgressMode { bar, lines, none };

/// SKERRY_PROGRESS=bar|lines|none where set (mpirun hides the terminal from its ranks, so the start script
/// sets it); else a bar on a terminal and lines elsewhere. Throws UsageError for another value.
ProgressMode progress_mode();

/// "12 s", "3 min 05 s", "2 h 10 min".
std::string duration_text(double seconds);

/// What goes on, on stderr, as often as people can read it: ten times a second in a bar, every five seconds
/// in lines.
class StatusLine {
 public:
  explicit StatusLine(ProgressMode mode);

  bool silent() const { return mode_ == ProgressMode::none; }
  void show(std::string line);
  /// Leaves the line, so that something else can be printed.
  void leave();
  /// Shows the last line where it has not been, and leaves it.
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
