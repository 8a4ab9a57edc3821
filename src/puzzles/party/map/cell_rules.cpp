#include "puzzles/party/map/cell_rules.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/requirement.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace skerry::party {

namespace {

struct CellSide {
  std::optional<double> least, most;
};

CellSide side_of(const Feature& axis, std::uint64_t place) {
  const double width = (axis.most - axis.least) / static_cast<double>(axis.cells);
  CellSide side;
  if (place > 0) side.least = axis.least + static_cast<double>(place) * width;
  if (place + 1 < axis.cells) side.most = axis.least + static_cast<double>(place + 1) * width;
  return side;
}

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

/// Rounds the side of a cell to numbers of heroes or values; returns whether there is one.
bool round_to_counts(CellSide& side, double factor, std::size_t nodes) {
  if (side.least) side.least = std::ceil(*side.least * factor - tolerance);
  if (side.most) side.most = std::floor(*side.most * factor + tolerance);
  if (side.least && *side.least <= 0) side.least.reset();
  if (side.most && *side.most >= static_cast<double>(nodes)) side.most.reset();
  if (side.most && *side.most < side.least.value_or(0)) return false;
  return side.least.value_or(0) <= static_cast<double>(nodes);
}

/// Adds the side as a rule; returns whether a measure may lie there.
bool add_side(Puzzle& puzzle, const Measure& measure, CellSide side) {
  if (measure.kind == MeasureKind::least || measure.kind == MeasureKind::most) return true;
  if (measure.kind == MeasureKind::synergy) {
    if (side.least && !puzzle.edges.empty())
      puzzle.synergy.at_least = std::clamp(*side.least - tolerance, puzzle.synergy.at_least, 1.0);
    return !side.least || *side.least <= 1 + tolerance;
  }
  Requirement rule;
  rule.kind = kind_of(measure.kind);
  rule.column = measure.kind == MeasureKind::fitness ? puzzle.objective : measure.column;
  if (rule.kind == RequirementKind::count) rule.values = {measure.value};
  if (!is_numeric(rule.kind)) {
    const double factor = measure.kind == MeasureKind::share ? static_cast<double>(puzzle.nodes.size()) : 1;
    if (!round_to_counts(side, factor, puzzle.nodes.size())) return false;
  }
  if (!side.least && !side.most) return true;
  rule.at_least = side.least;
  rule.at_most = side.most;
  std::vector<std::string> values;
  for (const std::uint32_t value : rule.values)
    values.push_back(puzzle.pool.categorical[rule.column].values[value]);
  rule.text = requirement_text(rule, property_of(puzzle.pool, rule), values);
  puzzle.requirements.push_back(std::move(rule));
  return true;
}

}  // namespace

std::optional<Puzzle> with_cell(const Puzzle& puzzle, std::span<const FeatureMeasure> measures,
                                std::span<const Feature> axes, std::size_t cell) {
  Puzzle cut = puzzle;
  cut.certificate.reset();
  cut.known_optimum.reset();
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    const CellSide side = side_of(axes[axis], cell % axes[axis].cells);
    cell /= axes[axis].cells;
    if (!add_side(cut, measures[axis].measure, side)) return std::nullopt;
  }
  return cut;
}

}  // namespace skerry::party
