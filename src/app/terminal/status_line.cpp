#include "app/terminal/status_line.hpp"

#include "skerry/error.hpp"

#include "app/terminal/console.hpp"
#include "engine/communication/launcher.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace skerry {
namespace {

using namespace std::chrono_literals;

std::size_t terminal_width() {
  constexpr std::size_t usual = 80;
  if (const char* columns = std::getenv("COLUMNS")) {
    if (const std::size_t width = std::strtoul(columns, nullptr, 10); width > 0) return width;
  }
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

}  // namespace

ProgressMode progress_mode() {
  const char* wanted = std::getenv("SKERRY_PROGRESS");
  if (wanted == nullptr || *wanted == '\0') {
    return isatty(STDERR_FILENO) != 0 && !launched().starts_mpi() ? ProgressMode::bar : ProgressMode::lines;
  }
  const std::string_view name = wanted;
  if (name == "bar") return ProgressMode::bar;
  if (name == "lines") return ProgressMode::lines;
  if (name == "none") return ProgressMode::none;
  throw UsageError(
      fmt::format("SKERRY_PROGRESS is \"{}\" in the environment; it is bar, lines or none", name));
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

StatusLine::StatusLine(ProgressMode mode) : mode_(mode), width_(terminal_width()), next_(Clock::now()) {}

void StatusLine::show(std::string line) {
  if (mode_ == ProgressMode::none) return;
  waiting_ = std::move(line);
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (mode_ == ProgressMode::bar ? Clock::duration(100ms) : Clock::duration(5s));
  write(std::exchange(waiting_, {}));
}

void StatusLine::leave() {
  if (mode_ == ProgressMode::bar && std::exchange(on_screen_, false)) std::fputc('\n', stderr);
}

void StatusLine::finish() {
  if (!waiting_.empty()) write(std::exchange(waiting_, {}));
  leave();
}

void StatusLine::write(const std::string& line) {
  const std::string text = mode_ == ProgressMode::bar
                               ? fmt::format("\r{}\x1b[K", std::string_view(line).substr(0, width_ - 1))
                               : line + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  on_screen_ = true;
}

}  // namespace skerry
