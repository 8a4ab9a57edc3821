#include "app/terminal/progress.hpp"

#include "skerry/error.hpp"

#include "app/terminal/console.hpp"
#include "engine/communication/environment.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
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

/// Returns a duration such as "12 s", "3 min 05 s" or "2 h 10 min".
std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::uint64_t renewals(const Statistics& row) {
  return row.restarts + row.immigrations;
}

std::string counts_text(const EvaluationActivity& counts) {
  std::string text = fmt::format("{} done", grouped(counts.done));
  if (counts.failed > 0) text += fmt::format(", {} failed", grouped(counts.failed));
  if (counts.known > 0) text += fmt::format(", {} known", grouped(counts.known));
  return text;
}

std::string place_of(std::uint64_t generation, std::uint64_t evaluations, const StopRule& stop) {
  if (const auto limit = stop.generation_limit()) return fmt::format("generation {}/{}", generation, *limit);
  std::string place = fmt::format("generation {}", generation);
  if (stop.evaluations)
    place += fmt::format("  evaluations {}/{}", grouped(evaluations), grouped(*stop.evaluations));
  return place;
}

/// Returns the seconds until the first limit that can be foreseen; infinite without one.
double seconds_left(const EpochRecord& record, const EvaluationTally& tally, std::uint64_t generation,
                    const StopRule& stop) {
  const auto rest = [&](std::uint64_t done, std::uint64_t all) {
    if (done == 0 || done >= all) return 0.0;
    const double share = static_cast<double>(all - done) / static_cast<double>(done);
    return tally.empty() ? record.elapsed_s * share
                         : tally.seconds_for(static_cast<double>(record.evaluations) * share);
  };
  double left = std::numeric_limits<double>::infinity();
  if (const auto limit = stop.generation_limit()) left = rest(generation, *limit);
  if (stop.evaluations) left = std::min(left, rest(record.evaluations, *stop.evaluations));
  if (stop.seconds) left = std::min(left, std::max(0.0, *stop.seconds - record.elapsed_s));
  return left;
}

std::string convergence_text(const Convergence& convergence) {
  std::string text;
  if (convergence.restarts() > 0)
    text = fmt::format("  {} restart{}", grouped(convergence.restarts()),
                       convergence.restarts() == 1 ? "" : "s");
  return convergence.converged() ? text + "  converged" : text;
}

/// Of the island that has most; empty for searches that keep no front or map.
std::string kept_progress(std::span<const Statistics> last) {
  const auto most = [last](auto member) { return (*std::ranges::max_element(last, {}, member)).*member; };
  std::string text;
  if (const double coverage = most(&Statistics::coverage); coverage > 0) {
    text = fmt::format("coverage {:.1f} %", 100 * coverage);
    if (const double score = most(&Statistics::qd_score); score > 0)
      text += fmt::format("  QD-score {}", number_text(score));
  } else if (const std::uint64_t front = most(&Statistics::front_size); front > 0) {
    text = fmt::format("front {}", grouped(front));
    if (const double volume = most(&Statistics::hypervolume); volume > 0)
      text += fmt::format("  hypervolume {}", number_text(volume));
  }
  return text;
}

/// Means are over the islands that have a fitness; empty if none has.
std::string fitness_progress(std::span<const Statistics> last) {
  std::vector<double> medians;
  double diversity = 0;
  for (const Statistics& island : last) {
    if (std::isnan(island.median)) continue;
    medians.push_back(island.median);
    diversity += island.fitness_diversity;
  }
  if (medians.empty()) return {};
  std::ranges::sort(medians);
  return fmt::format("median {}  diversity {:.3f}", number_text(medians[(medians.size() - 1) / 2]),
                     diversity / static_cast<double>(medians.size()));
}

std::string best_text(Score best) {
  if (!has_fitness(best)) return "no fitness yet";
  const std::string violation =
      best.violation > 0 ? fmt::format(" (infeasible by {:.4g})", best.violation) : "";
  return fmt::format("best {}{}", number_text(best.fitness), violation);
}

std::string advice() {
  return fmt::format(
      "the islands have converged: in {} generations none has found a better individual, and the fitness "
      "diversity of each is below {}. With island.restart_after = 30 an island would begin anew after 30 "
      "such "
      "generations, and keep its best; a larger island.population or migration.every, or another "
      "migration.topology, would keep the islands different for longer\n",
      Convergence::converged_after, Convergence::converged_below);
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

// A run that goes on from a checkpoint may have changed just before.
void Convergence::begin_from(const EpochRecord& record) {
  last_change_ = record.first_generation;
  for (std::size_t island = 0; island < record.islands; ++island)
    renewals_.push_back(renewals(record.statistics[island]));
}

void Convergence::observe(const EpochRecord& record) {
  if (record.generations == 0) return;
  if (renewals_.empty()) begin_from(record);
  for (std::size_t row = 0; row < record.statistics.size(); ++row) {
    std::uint64_t& before = renewals_[row % record.islands];
    const std::uint64_t now = renewals(record.statistics[row]);
    if (now != before) last_change_ = record.first_generation + row / record.islands;
    before = now;
  }
  if (!record.improvements.empty())
    last_change_ = std::max(last_change_, record.improvements.back().generation);

  const auto last = std::span(record.statistics).last(record.islands);
  const std::uint64_t generation = record.first_generation + record.generations - 1;
  restarts_ = 0;
  for (const Statistics& row : last) restarts_ += row.restarts;
  converged_ = generation - last_change_ >= converged_after && std::ranges::all_of(last, [](const auto& row) {
                 return row.fitness_diversity < converged_below;
               });
}

void EvaluationTally::add(std::span<const EvaluationRow> rows) {
  for (const EvaluationRow& row : rows) {
    if (row.known != 0) {
      ++counts_.known;
      continue;
    }
    const double ended_s = row.started_s + row.duration_s;
    first_started_s_ = counts_.done == 0 ? row.started_s : std::min(first_started_s_, row.started_s);
    last_ended_s_ = std::max(last_ended_s_, ended_s);
    durations_s_ += row.duration_s;
    ++counts_.done;
    counts_.failed += row.failed;
  }
}

std::string EvaluationTally::text() const {
  return counts_text(counts_);
}

double EvaluationTally::seconds_for(double evaluations) const {
  const double span_s = last_ended_s_ - first_started_s_;
  if (counts_.done == 0 || !(span_s > 0) || !(durations_s_ > 0)) return 0;
  const double mean_s = durations_s_ / static_cast<double>(counts_.done);
  const double at_once = durations_s_ / span_s;
  const double share_made =
      static_cast<double>(counts_.done) / static_cast<double>(counts_.done + counts_.known);
  return evaluations * share_made * mean_s / at_once;
}

std::string activity_text(const EvaluationActivity& activity, std::size_t islands) {
  return fmt::format("{}{} running, {}", islands > 1 ? "island 0: " : "", grouped(activity.running),
                     counts_text(activity));
}

std::string progress_line(const EpochRecord& record, const Convergence& convergence,
                          const EvaluationTally& tally, Direction direction, const StopRule& stop) {
  const std::uint64_t generation = record.first_generation + record.generations - 1;
  const auto last = std::span(record.statistics).last(record.islands);
  const std::string kept = kept_progress(last);
  const std::string state = kept.empty() ? fitness_progress(last) + convergence_text(convergence) : kept;
  const std::string place = place_of(generation, record.evaluations, stop);
  const std::string best = best_text(score_of(record.best, direction));
  const std::string found = state.empty() ? best : fmt::format("{}  {}", best, state);
  const double seconds = seconds_left(record, tally, generation, stop);
  const std::string left = std::isfinite(seconds) ? fmt::format("  {} left", duration_text(seconds)) : "";
  if (!tally.empty()) return fmt::format("{}  {}{}  {}", place, tally.text(), left, found);
  const double rate = record.elapsed_s > 0 ? static_cast<double>(record.evaluations) / record.elapsed_s : 0;
  return fmt::format("{}  {}  {} evaluations/s{}", place, found, grouped(static_cast<std::uint64_t>(rate)),
                     left);
}

Progress::Progress(ProgressMode mode, Direction direction, const StopRule& stop, std::size_t islands,
                   bool restarting)
    : direction_(direction), stop_(stop), islands_(islands), advises_(!restarting), line_(mode) {}

void Progress::show(const EpochRecord& record) {
  if (line_.silent()) return;
  convergence_.observe(record);
  tally_.add(record.evaluation_rows);
  if (convergence_.converged() && advises_ && !std::exchange(advised_, true)) {
    line_.leave();
    print_note(advice());
  }
  last_epoch_ = progress_line(record, convergence_, tally_, direction_, stop_);
  line_.show(last_epoch_);
}

void Progress::show(const EvaluationActivity& activity) {
  if (line_.silent()) return;
  line_.show(fmt::format("{}{}{}", activity_text(activity, islands_), last_epoch_.empty() ? "" : "  after ",
                         last_epoch_));
}

void Progress::finish() {
  line_.finish();
  if (!advised_ || !convergence_.converged()) return;
  print_note(
      fmt::format("the run ended at a standstill: no island has found a better individual since "
                  "generation {}\n",
                  convergence_.last_change()));
}

}  // namespace skerry
