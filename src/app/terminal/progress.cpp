#include "app/terminal/progress.hpp"

#include "app/terminal/console.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <fmt/core.h>

namespace skerry {
namespace {

/// Returns the seconds until the first limit that can be foreseen.
double seconds_left(const EpochRecord& record, const EvaluationTally& tally, std::uint64_t generation,
                    const StopRule& stop) {
  const auto rest = [&](std::uint64_t done, std::uint64_t all) {
    if (done == 0 || done >= all) return 0.0;
    const double share = static_cast<double>(all - done) / static_cast<double>(done);
    return tally.empty() ? record.elapsed_s * share
                         : tally.seconds_for(static_cast<double>(record.evaluations) * share);
  };
  double left = rest(generation, stop.generations);
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

/// Returns what tells how a search for many solutions comes on: of a map the share of cells that are filled
/// and the QD-score, of a front its size and hypervolume, all of the island that has most. Empty for other
/// searches.
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

/// Returns median and diversity of fitness, as means over the islands that have a fitness; empty if none has.
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
      "the islands have converged: in {} generations none has found a better individual, and all of an "
      "island are about equally fit. With island.restart_after = 30 an island would begin anew after 30 such "
      "generations, and keep its best\n",
      Convergence::converged_after);
}

}  // namespace

std::string progress_line(const EpochRecord& record, const Convergence& convergence,
                          const EvaluationTally& tally, Direction direction, const StopRule& stop) {
  const std::uint64_t generation = record.first_generation + record.generations - 1;
  const auto last = std::span(record.statistics).last(record.islands);
  const std::string kept = kept_progress(last);
  const std::string state = kept.empty() ? fitness_progress(last) + convergence_text(convergence) : kept;
  const std::string place = fmt::format("generation {}/{}", generation, stop.generations);
  const std::string best = best_text(score_of(record.best, direction));
  const std::string found = state.empty() ? best : fmt::format("{}  {}", best, state);
  const std::string left =
      fmt::format("{} left", duration_text(seconds_left(record, tally, generation, stop)));
  if (!tally.empty()) return fmt::format("{}  {}  {}  {}", place, tally.text(), left, found);
  const double rate = record.elapsed_s > 0 ? static_cast<double>(record.evaluations) / record.elapsed_s : 0;
  return fmt::format("{}  {}  {} evaluations/s  {}", place, found, grouped(static_cast<std::uint64_t>(rate)),
                     left);
}

Progress::Progress(ProgressMode mode, Direction direction, const StopRule& stop, std::size_t islands,
                   bool restarting)
    : direction_(direction), stop_(stop), islands_(islands), advised_(restarting), line_(mode) {}

void Progress::show(const EpochRecord& record) {
  if (line_.silent()) return;
  convergence_.observe(record);
  tally_.add(record.evaluation_rows);
  if (convergence_.converged() && !advised_) {
    line_.leave();
    print_note(advice());
    advised_ = true;
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
}

}  // namespace skerry
