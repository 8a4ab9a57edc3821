#include "commands/progress.hpp"

#include "skerry/error.hpp"

#include "commands/console.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <fmt/format.h>
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

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

/// Until the first limit that can be foreseen.
double seconds_left(const EpochRecord& record, std::uint64_t generation, const StopRule& stop) {
  const auto rest = [&](auto done, auto all) {
    if (done == 0 || done >= all) return 0.0;
    return record.elapsed_s * static_cast<double>(all - done) / static_cast<double>(done);
  };
  double left = rest(generation, stop.generations);
  if (stop.evaluations) left = std::min(left, rest(record.evaluations, *stop.evaluations));
  if (stop.seconds) left = std::min(left, std::max(0.0, *stop.seconds - record.elapsed_s));
  return left;
}

}  // namespace

ProgressMode progress_mode() {
  const char* wanted = std::getenv("SKERRY_PROGRESS");
  if (wanted == nullptr || *wanted == '\0') {
    return isatty(STDERR_FILENO) != 0 && !started_by_a_launcher() ? ProgressMode::bar : ProgressMode::lines;
  }
  const std::string_view name = wanted;
  if (name == "bar") return ProgressMode::bar;
  if (name == "lines") return ProgressMode::lines;
  if (name == "none") return ProgressMode::none;
  throw UsageError(
      fmt::format("SKERRY_PROGRESS is \"{}\" in the environment; it is bar, lines or none", name));
}

std::string progress_line(const EpochRecord& record, Direction direction, const StopRule& stop) {
  const std::uint64_t generation = record.first_generation + record.generations - 1;
  std::vector<double> medians;
  double diversity = 0;
  for (std::size_t i = record.statistics.size() - record.islands; i < record.statistics.size(); ++i) {
    medians.push_back(record.statistics[i].median);
    diversity += record.statistics[i].fitness_diversity / static_cast<double>(record.islands);
  }
  std::ranges::sort(medians);
  const Score best = score_of(record.best, direction);
  const std::string violation =
      best.violation > 0 ? fmt::format(" (infeasible by {:.4g})", best.violation) : "";
  const double rate = record.elapsed_s > 0 ? static_cast<double>(record.evaluations) / record.elapsed_s : 0;
  return fmt::format("generation {}/{}  best {}{}  median {}  diversity {:.3f}  {} evaluations/s  {} left",
                     generation, stop.generations, number_text(best.fitness), violation,
                     number_text(medians[(medians.size() - 1) / 2]), diversity,
                     grouped(static_cast<std::uint64_t>(rate)),
                     duration_text(seconds_left(record, generation, stop)));
}

Progress::Progress(ProgressMode mode, Direction direction, const StopRule& stop)
    : mode_(mode), direction_(direction), stop_(stop), width_(terminal_width()), next_(Clock::now()) {}

void Progress::show(const EpochRecord& record) {
  if (mode_ == ProgressMode::none) return;
  waiting_ = progress_line(record, direction_, stop_);
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (mode_ == ProgressMode::bar ? Clock::duration(100ms) : Clock::duration(5s));
  write(std::exchange(waiting_, {}));
}

void Progress::finish() {
  if (!waiting_.empty()) write(std::exchange(waiting_, {}));
  if (mode_ == ProgressMode::bar) std::fputc('\n', stderr);
}

void Progress::write(const std::string& line) const {
  const std::string text = mode_ == ProgressMode::bar
                               ? fmt::format("\r{}\x1b[K", std::string_view(line).substr(0, width_ - 1))
                               : line + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace skerry
