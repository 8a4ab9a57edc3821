#include "puzzles/party/puzzle/measure_range.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

namespace skerry::party {

namespace {

constexpr std::uint64_t default_cells = 20;

struct MeasureRange {
  double least = 0, most = 1;
};

bool counts_heroes(MeasureKind kind) {
  return kind == MeasureKind::distinct || kind == MeasureKind::count;
}

/// Returns the sums of the smallest and the largest numbers of a party.
MeasureRange sums(std::vector<double> numbers, std::size_t nodes) {
  const auto sum = [&] {
    return std::accumulate(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(nodes), 0.0);
  };
  std::ranges::sort(numbers);
  const double least = sum();
  std::ranges::reverse(numbers);
  return {least, sum()};
}

/// Returns what the measure of a choice of heroes lies in, whatever the rules.
MeasureRange range_in_pool(const Puzzle& puzzle, const Measure& measure) {
  const std::size_t nodes = std::min<std::size_t>(puzzle.nodes.size(), puzzle.pool.size());
  const auto parts = static_cast<double>(nodes);
  const auto& numeric = puzzle.pool.numeric;
  const auto& categorical = puzzle.pool.categorical;
  switch (measure.kind) {
    case MeasureKind::fitness:
      return sums(numeric[puzzle.objective].value, nodes);
    case MeasureKind::sum:
      return sums(numeric[measure.column].value, nodes);
    case MeasureKind::mean: {
      const MeasureRange sum = sums(numeric[measure.column].value, nodes);
      return {sum.least / parts, sum.most / parts};
    }
    case MeasureKind::least:
    case MeasureKind::most: {
      const auto [least, most] = std::ranges::minmax(numeric[measure.column].value);
      return {least, most};
    }
    case MeasureKind::distinct: {
      const auto& values = categorical[measure.column].value;
      const std::set<std::uint32_t> present(values.begin(), values.end());
      return {1, std::min(parts, static_cast<double>(present.size()))};
    }
    case MeasureKind::count: {
      double holders = 0;
      for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero)
        holders += has_any(categorical[measure.column], hero, {&measure.value, 1}) ? 1 : 0;
      return {0, std::min(parts, holders)};
    }
    case MeasureKind::synergy:
    case MeasureKind::share:
      break;
  }
  return {0, 1};
}

/// Returns by what the bounds of a requirement are multiplied to be bounds of the measure; none where it is
/// on another quantity.
std::optional<double> factor_of(const Puzzle& puzzle, const Requirement& requirement,
                                const Measure& measure) {
  const auto nodes = static_cast<double>(puzzle.nodes.size());
  const bool total = requirement.kind == RequirementKind::total;
  const bool on_column = requirement.column == measure.column;
  switch (measure.kind) {
    case MeasureKind::fitness:
      if (!is_numeric(requirement.kind) || requirement.column != puzzle.objective) return std::nullopt;
      return total ? 1 : nodes;
    case MeasureKind::sum:
    case MeasureKind::mean: {
      if (!is_numeric(requirement.kind) || !on_column) return std::nullopt;
      const bool mean = measure.kind == MeasureKind::mean;
      return (total ? 1 : nodes) / (mean ? nodes : 1);
    }
    case MeasureKind::distinct:
      if (requirement.kind == RequirementKind::distinct && on_column) return 1;
      return std::nullopt;
    case MeasureKind::count:
    case MeasureKind::share:
      if (requirement.kind != RequirementKind::count || !on_column ||
          requirement.values != std::vector{measure.value})
        return std::nullopt;
      return measure.kind == MeasureKind::count ? 1 : 1 / nodes;
    case MeasureKind::synergy:
    case MeasureKind::least:
    case MeasureKind::most:
      break;
  }
  return std::nullopt;
}

MeasureRange range_by_rules(const Puzzle& puzzle, const Measure& measure) {
  const MeasureRange pool = range_in_pool(puzzle, measure);
  MeasureRange range = pool;
  if (measure.kind == MeasureKind::synergy) range.least = puzzle.synergy.at_least;
  for (const Requirement& requirement : puzzle.requirements) {
    const auto factor = factor_of(puzzle, requirement, measure);
    if (!factor) continue;
    if (requirement.at_least) range.least = std::max(range.least, *requirement.at_least * *factor);
    if (requirement.at_most) range.most = std::min(range.most, *requirement.at_most * *factor);
  }
  return range.least < range.most || (counts_heroes(measure.kind) && range.least == range.most) ? range
                                                                                                : pool;
}

Measure distinct_values(const Pool& pool, std::uint32_t column) {
  return {"distinct " + pool.categorical[column].name, MeasureKind::distinct, column};
}

}  // namespace

std::vector<FeatureMeasure> features_of(const Puzzle& puzzle) {
  if (!puzzle.features.empty()) return puzzle.features;
  std::vector<std::uint32_t> columns;
  const auto add = [&](std::uint32_t column) {
    const bool taken = std::ranges::find(columns, column) != columns.end();
    if (!taken && columns.size() < 2 && !puzzle.pool.categorical[column].many) columns.push_back(column);
  };
  for (const Requirement& requirement : puzzle.requirements) {
    if (requirement.kind == RequirementKind::distinct) add(requirement.column);
  }
  for (const std::uint32_t trait : puzzle.synergy.columns) add(trait);
  for (std::uint32_t column = 0; column < puzzle.pool.categorical.size(); ++column) add(column);
  std::vector<FeatureMeasure> features;
  for (const std::uint32_t column : columns) features.push_back({distinct_values(puzzle.pool, column)});
  if (features.size() < 2 && !puzzle.edges.empty()) features.push_back({{"synergy", MeasureKind::synergy}});
  if (features.empty()) features.push_back({{"price", MeasureKind::fitness}});
  return features;
}

std::vector<ObjectiveMeasure> objectives_of(const Puzzle& puzzle) {
  if (!puzzle.objectives.empty()) return puzzle.objectives;
  std::vector<ObjectiveMeasure> objectives = {{{"price", MeasureKind::fitness}}};
  if (!puzzle.edges.empty() && !puzzle.synergy.columns.empty()) {
    objectives.push_back({{"synergy", MeasureKind::synergy}});
    return objectives;
  }
  for (std::uint32_t column = 0; column < puzzle.pool.numeric.size(); ++column) {
    if (column == puzzle.objective) continue;
    objectives.push_back({{"mean " + puzzle.pool.numeric[column].name, MeasureKind::mean, column}});
    break;
  }
  return objectives;
}

namespace {

/// Tells whether a measure is one of the column of the puzzle's objective, and so in its unit.
bool is_price(const Puzzle& puzzle, const Measure& measure) {
  const bool numeric = measure.kind >= MeasureKind::sum && measure.kind <= MeasureKind::most;
  return measure.kind == MeasureKind::fitness || (numeric && measure.column == puzzle.objective);
}

}  // namespace

Feature feature_of(const Puzzle& puzzle, const FeatureMeasure& feature) {
  MeasureRange range = range_by_rules(puzzle, feature.measure);
  if (feature.from) range = {*feature.from, *feature.to};
  Feature axis{.name = feature.measure.name,
               .unit = is_price(puzzle, feature.measure) ? puzzle.unit : "",
               .least = range.least,
               .most = range.most,
               .cells = feature.cells.value_or(default_cells)};
  if (counts_heroes(feature.measure.kind)) {
    const double least = std::ceil(range.least);
    const double most = std::max(least, std::floor(range.most));
    axis = {.name = axis.name, .least = least - 0.5, .most = most + 0.5};
    axis.cells = feature.cells.value_or(static_cast<std::uint64_t>(most - least) + 1);
  } else if (feature.measure.kind == MeasureKind::share && !feature.from && !feature.cells) {
    const double nodes = static_cast<double>(puzzle.nodes.size());
    axis.least = range.least - 0.5 / nodes;
    axis.most = range.most + 0.5 / nodes;
    axis.cells = static_cast<std::uint64_t>(std::round((range.most - range.least) * nodes)) + 1;
  } else if (!(axis.least < axis.most)) {
    axis.least -= 0.5;
    axis.most += 0.5;
  }
  return axis;
}

Objective objective_of(const Puzzle& puzzle, const ObjectiveMeasure& objective) {
  const bool price = is_price(puzzle, objective.measure);
  Objective described{.name = objective.measure.name, .unit = price ? puzzle.unit : ""};
  described.direction = objective.direction.value_or(price ? puzzle.direction : Direction::maximise);
  const MeasureRange range = range_in_pool(puzzle, objective.measure);
  described.reference =
      objective.reference.value_or(described.direction == Direction::minimise ? range.most : range.least);
  return described;
}

}  // namespace skerry::party
