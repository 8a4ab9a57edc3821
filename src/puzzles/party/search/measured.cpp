#include "puzzles/party/search/measured.hpp"

#include <algorithm>

namespace skerry::party {

namespace {

double synergy_of(const Roster& roster, std::span<const std::uint32_t> heroes) {
  if (roster.total_weight() == 0) return 0;
  const Puzzle& puzzle = roster.puzzle();
  double sum = 0;
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    const auto [from, to] = puzzle.edges[edge];
    sum += puzzle.edge_weights[edge] * roster.edge_weight(heroes[from], heroes[to]);
  }
  if (const Grades* grades = roster.grades()) {
    for (std::uint32_t node = 0; node < heroes.size(); ++node) sum -= grades->penalty(node, heroes[node]);
  }
  return std::max(0.0, sum / roster.total_weight());
}

/// Returns the number of different values; parties are small, so that comparing all pairs takes least time.
double distinct_of(std::span<const std::uint32_t> value, std::span<const std::uint32_t> heroes) {
  std::size_t distinct = 0;
  for (std::size_t node = 0; node < heroes.size(); ++node) {
    const std::uint32_t own = value[heroes[node]];
    const auto before = heroes.first(node);
    distinct += std::ranges::none_of(before, [&](std::uint32_t hero) { return value[hero] == own; }) ? 1 : 0;
  }
  return static_cast<double>(distinct);
}

double sum_of(std::span<const double> number, std::span<const std::uint32_t> heroes) {
  double sum = 0;
  for (const std::uint32_t hero : heroes) sum += number[hero];
  return sum;
}

}  // namespace

Measured::Measured(const Roster& roster, std::vector<Measure> measures) {
  auto columns = std::make_shared<std::vector<Column>>();
  const Puzzle& puzzle = roster.puzzle();
  for (const Measure& measure : measures) {
    Column& column = columns->emplace_back();
    column.kind = measure.kind;
    const bool counts = measure.kind == MeasureKind::count || measure.kind == MeasureKind::share;
    for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) {
      const std::uint32_t place = roster.pool_index(hero);
      if (measure.kind == MeasureKind::fitness) {
        column.number.push_back(roster.objective(hero));
      } else if (measure.kind == MeasureKind::distinct) {
        column.value.push_back(puzzle.pool.categorical[measure.column].value[place]);
      } else if (counts) {
        column.number.push_back(
            has_any(puzzle.pool.categorical[measure.column], place, {&measure.value, 1}) ? 1 : 0);
      } else if (measure.kind != MeasureKind::synergy) {
        column.number.push_back(puzzle.pool.numeric[measure.column].value[place]);
      }
    }
  }
  columns_ = std::move(columns);
}

void Measured::operator()(const Roster& roster, std::span<const std::uint32_t> heroes,
                          std::span<double> values) const {
  const auto nodes = static_cast<double>(heroes.size());
  for (std::size_t i = 0; i < columns_->size(); ++i) {
    const Column& column = (*columns_)[i];
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return column.number[a] < column.number[b]; };
    switch (column.kind) {
      case MeasureKind::synergy:
        values[i] = synergy_of(roster, heroes);
        break;
      case MeasureKind::distinct:
        values[i] = distinct_of(column.value, heroes);
        break;
      case MeasureKind::least:
        values[i] = column.number[*std::ranges::min_element(heroes, less)];
        break;
      case MeasureKind::most:
        values[i] = column.number[*std::ranges::max_element(heroes, less)];
        break;
      case MeasureKind::mean:
      case MeasureKind::share:
        values[i] = sum_of(column.number, heroes) / nodes;
        break;
      case MeasureKind::fitness:
      case MeasureKind::sum:
      case MeasureKind::count:
        values[i] = sum_of(column.number, heroes);
        break;
    }
  }
}

}  // namespace skerry::party
