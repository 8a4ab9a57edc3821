#include "puzzles/party/puzzle/puzzle_within.hpp"

#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace skerry::party {

namespace {

constexpr double most_weight_scale = 100;  // of the weight of an edge, which is then a whole number
constexpr double infinity = std::numeric_limits<double>::infinity();

RequirementKind kind_of(MeasureKind kind) {
  switch (kind) {
    case MeasureKind::mean:
      return RequirementKind::average;
    case MeasureKind::distinct:
      return RequirementKind::distinct;
    case MeasureKind::count:
    case MeasureKind::share:
      return RequirementKind::count;
    default:
      return RequirementKind::total;
  }
}

/// Rounds the interval to numbers of heroes or values; returns whether there is one in it.
bool round_to_counts(Interval<double>& interval, double factor, std::size_t nodes) {
  const auto most = static_cast<double>(nodes);
  interval.lower = std::ceil(interval.lower * factor - tolerance);
  interval.upper = std::floor(interval.upper * factor + tolerance);
  if (interval.upper < std::max(interval.lower, 0.0) || interval.lower > most) return false;
  if (interval.lower <= 0) interval.lower = -infinity;
  if (interval.upper >= most) interval.upper = infinity;
  return true;
}

/// Returns the least synergy from `least` on that a party can have: a search that misses it a little has
/// little to go by.
double next_synergy(const Puzzle& puzzle, double least) {
  const double step = synergy_step(puzzle);
  return step == 0 ? least : std::ceil(least / step - tolerance) * step;
}

/// Adds the interval as a rule; returns whether a measure may lie there.
bool add_interval(Puzzle& puzzle, const Measure& measure, Interval<double> interval) {
  if (measure.kind == MeasureKind::least || measure.kind == MeasureKind::most) return true;
  if (measure.kind == MeasureKind::synergy) {
    if (interval.lower == -infinity) return true;
    const double least = next_synergy(puzzle, interval.lower);
    if (!puzzle.edges.empty())
      puzzle.synergy.at_least = std::clamp(least - tolerance, puzzle.synergy.at_least, 1.0);
    return least <= 1 + tolerance;
  }
  Requirement rule;
  rule.kind = kind_of(measure.kind);
  rule.column = measure.kind == MeasureKind::fitness ? puzzle.objective : measure.column;
  if (rule.kind == RequirementKind::count) rule.values = {measure.value};
  if (!is_numeric(rule.kind)) {
    const double factor = measure.kind == MeasureKind::share ? static_cast<double>(puzzle.nodes.size()) : 1;
    if (!round_to_counts(interval, factor, puzzle.nodes.size())) return false;
  }
  if (interval.lower == -infinity && interval.upper == infinity) return true;
  if (interval.lower > -infinity) rule.at_least = interval.lower;
  if (interval.upper < infinity) rule.at_most = interval.upper;
  std::vector<std::string> values;
  for (const std::uint32_t value : rule.values)
    values.push_back(puzzle.pool.categorical[rule.column].values[value]);
  rule.text = requirement_text(puzzle.naming, rule, property_of(puzzle.pool, rule), values);
  puzzle.requirements.push_back(std::move(rule));
  return true;
}

/// Tells whether one rule alone says that there is no party.
bool impossible(const Puzzle& puzzle) {
  try {
    for (const Requirement& requirement : puzzle.requirements) check_possible(requirement, puzzle);
    check_synergy(puzzle);
  } catch (const ImpossibleRule&) {
    return true;
  }
  return false;
}

}  // namespace

double synergy_step(const Puzzle& puzzle) {
  if (puzzle.edges.empty() || has_graded_synergy(puzzle)) return 0;
  const auto whole = [&](double scale) {
    for (unsigned mask = 0; mask < 1U << puzzle.synergy.columns.size(); ++mask) {
      const double weight = puzzle.synergy.edge_weight(mask) * scale;
      if (std::abs(weight - std::round(weight)) > tolerance) return false;
    }
    return true;
  };
  for (double scale = 1; scale <= most_weight_scale; ++scale) {
    if (whole(scale)) return 1 / scale / static_cast<double>(puzzle.edges.size());
  }
  return 0;
}

std::optional<Puzzle> puzzle_within(const Puzzle& puzzle, std::span<const Measure> measures,
                                    std::span<const Interval<double>> intervals) {
  Puzzle cut = puzzle;
  cut.certificate.reset();
  cut.known_optimum.reset();
  for (std::size_t i = 0; i < measures.size(); ++i) {
    if (!add_interval(cut, measures[i], intervals[i])) return std::nullopt;
  }
  if (impossible(cut)) return std::nullopt;
  return cut;
}

}  // namespace skerry::party
