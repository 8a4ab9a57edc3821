#include "puzzles/party/generate/bound_range.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/requirement.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

constexpr double most_values = 100'000;
constexpr double synergy_step = 0.05;
/// Values of a range are rounded to this part of 1: 0.6 + 3 x 0.05 is to be 0.75.
constexpr double decimals = 1e9;

std::optional<BoundRange> take_range(Settings& table, bool lower_bound, std::size_t rule, double step) {
  BoundRange range{.rule = rule, .lower_bound = lower_bound, .values = {}};
  const std::string_view key = key_of(range);
  if (!table.is_list(key)) return std::nullopt;
  const std::vector<double> numbers = table.numbers(key);
  if (numbers.size() == 3) step = numbers[2];
  if ((numbers.size() != 2 && numbers.size() != 3) || !(numbers[0] <= numbers[1]) || !(step > 0)) {
    table.fail(
        key,
        fmt::format("{} is [{}]; a range is [lowest, highest], and may have a step above 0 as a third number",
                    key, fmt::join(numbers, ", ")));
  }
  const double steps = std::floor((numbers[1] - numbers[0]) / step * (1 + 1 / decimals));
  if (!(steps < most_values)) {
    table.fail(key,
               fmt::format("{} has {} steps of {}; a range has at most {}", key, steps, step, most_values));
  }
  for (double i = 0; i <= steps; ++i) {
    const double value = lower_bound ? numbers[0] + i * step : numbers[1] - i * step;
    range.values.push_back(std::round(value * decimals) / decimals);
  }
  table.replace(key, range.values.front());
  return range;
}

void refuse_parts(const Settings& table, const BoundRange& range) {
  const auto of_heroes = [](double value) { return value == std::floor(value) && value >= 0; };
  if (!std::ranges::all_of(range.values, of_heroes)) {
    const std::string_view key = key_of(range);
    table.fail(key, fmt::format("{} counts heroes or values; its range has whole numbers from 0 on", key));
  }
}

}  // namespace

std::vector<BoundRange> take_ranges(Settings& settings) {
  std::vector<BoundRange> ranges;
  std::vector<Settings> requirements = settings.tables("requirement");
  for (std::size_t r = 0; r < requirements.size(); ++r) {
    Settings& table = requirements[r];
    if (table.is_list("exactly")) {
      table.fail("exactly", "exactly is a list; it is one number, and at_least and at_most may be ranges");
    }
    for (const bool lower_bound : {true, false}) {
      auto range = take_range(table, lower_bound, r, 1);
      if (!range) continue;
      if (!is_numeric(requirement_kind(table))) refuse_parts(table, *range);
      ranges.push_back(std::move(*range));
    }
  }
  Settings synergy = settings.table("synergy");
  if (auto range = take_range(synergy, true, requirements.size(), synergy_step)) {
    if (range->values.front() < 0 || range->values.back() > 1)
      synergy.fail("at_least", "the range of the synergy lies in [0, 1]");
    ranges.push_back(std::move(*range));
  }
  return ranges;
}

std::string_view key_of(const BoundRange& range) {
  return range.lower_bound ? "at_least" : "at_most";
}

void set_bound(Puzzle& puzzle, const BoundRange& range, double value) {
  if (range.rule == puzzle.requirements.size()) {
    puzzle.synergy.at_least = value;
  } else {
    Requirement& requirement = puzzle.requirements[range.rule];
    (range.lower_bound ? requirement.at_least : requirement.at_most) = value;
  }
}

std::string bounds_text(const Puzzle& puzzle, const std::vector<BoundRange>& ranges) {
  std::vector<std::string> rules;
  for (const BoundRange& range : ranges) {
    if (range.rule == puzzle.requirements.size()) {
      rules.push_back(synergy_rule(puzzle));
      continue;
    }
    const Requirement& requirement = puzzle.requirements[range.rule];
    std::vector<std::string> values;
    for (const std::uint32_t value : requirement.values)
      values.push_back(puzzle.pool.categorical[requirement.column].values[value]);
    const std::string text = requirement_text(requirement, property_of(puzzle.pool, requirement), values);
    if (rules.empty() || rules.back() != text) rules.push_back(text);
  }
  return fmt::format("{}", fmt::join(rules, "; "));
}

}  // namespace skerry::party
