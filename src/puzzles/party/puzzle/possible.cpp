#include "puzzles/party/puzzle/impossible_rule.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/requirement.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <string>

#include <fmt/core.h>

namespace skerry::party {

namespace {

/// The heroes that stand in every party, and the number of heroes that may be chosen freely.
struct Choice {
  std::vector<std::uint32_t> locked;
  std::size_t free = 0;

  explicit Choice(const Puzzle& puzzle) {
    for (const Node& node : puzzle.nodes) {
      if (node.locked) locked.push_back(*node.locked);
    }
    free = puzzle.nodes.size() - locked.size();
  }
  bool is_locked(std::uint32_t hero) const { return std::ranges::find(locked, hero) != locked.end(); }
};

[[noreturn]] void refuse(const Requirement& requirement, const std::string& why) {
  throw ImpossibleRule(requirement.text, fmt::format("no party can meet '{}': {} ({})", requirement.text, why,
                                                     requirement.where));
}

/// Returns the greatest (or least, by `before`) sum of a party.
template <typename Before>
double extreme_sum(const std::vector<double>& value, const Choice& choice, Before before) {
  double sum = 0;
  std::vector<double> others;
  others.reserve(value.size());
  for (std::uint32_t hero = 0; hero < value.size(); ++hero) {
    if (choice.is_locked(hero)) {
      sum += value[hero];
    } else {
      others.push_back(value[hero]);
    }
  }
  const auto end = others.begin() + static_cast<std::ptrdiff_t>(choice.free);
  std::partial_sort(others.begin(), end, others.end(), before);
  return std::accumulate(others.begin(), end, sum);
}

void check_sum(const Requirement& requirement, const Puzzle& puzzle, const Choice& choice) {
  const std::vector<double>& value = puzzle.pool.numeric[requirement.column].value;
  const auto size = static_cast<double>(puzzle.nodes.size());
  const bool average = requirement.kind == RequirementKind::average;
  const double scale = average ? size : 1;
  const std::string_view word = average ? "average" : "total";
  if (requirement.at_least) {
    const double highest = extreme_sum(value, choice, std::greater<>());
    if (highest < *requirement.at_least * scale - tolerance) {
      refuse(requirement, fmt::format("the highest {} of {} heroes is {:.10g}", word, size, highest / scale));
    }
  }
  if (requirement.at_most) {
    const double lowest = extreme_sum(value, choice, std::less<>());
    if (lowest > *requirement.at_most * scale + tolerance) {
      refuse(requirement, fmt::format("the lowest {} of {} heroes is {:.10g}", word, size, lowest / scale));
    }
  }
}

void check_count(const Requirement& requirement, const Puzzle& puzzle, const Choice& choice) {
  std::size_t inside = 0, locked_inside = 0;
  for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
    if (contribution(puzzle, requirement, hero) == 0) continue;
    ++(choice.is_locked(hero) ? locked_inside : inside);
  }
  const std::size_t outside = puzzle.pool.size() - choice.locked.size() - inside;
  const auto most = static_cast<double>(locked_inside + std::min(inside, choice.free));
  const auto least = static_cast<double>(locked_inside + choice.free - std::min(outside, choice.free));
  if (requirement.at_least && most < *requirement.at_least) {
    refuse(requirement, fmt::format("there are {} such heroes to choose from", most));
  }
  if (requirement.at_most && least > *requirement.at_most) {
    refuse(requirement, fmt::format("every party has at least {} such heroes", least));
  }
}

struct ValueCount {
  std::size_t locked = 0;
  std::size_t others = 0;
};

std::vector<ValueCount> count_values(const CategoricalColumn& column, const Choice& choice) {
  std::vector<ValueCount> counts(column.values.size());
  for (std::uint32_t hero = 0; hero < column.value.size(); ++hero) {
    ValueCount& count = counts[column.value[hero]];
    ++(choice.is_locked(hero) ? count.locked : count.others);
  }
  return counts;
}

void check_distinct(const Requirement& requirement, const Puzzle& puzzle, const Choice& choice) {
  std::size_t locked_values = 0, from_locked_values = 0;
  std::vector<std::size_t> others;
  for (const ValueCount& count : count_values(puzzle.pool.categorical[requirement.column], choice)) {
    if (count.locked > 0) {
      ++locked_values;
      from_locked_values += count.others;
    } else if (count.others > 0) {
      others.push_back(count.others);
    }
  }
  const auto most = static_cast<double>(locked_values + std::min(choice.free, others.size()));
  if (requirement.at_least && most < *requirement.at_least) {
    refuse(requirement, fmt::format("a party has at most {} of them", most));
  }
  std::ranges::sort(others, std::greater<>());
  std::size_t least = locked_values, covered = from_locked_values;
  for (std::size_t i = 0; covered < choice.free; ++i, ++least) covered += others[i];
  if (requirement.at_most && static_cast<double>(least) > *requirement.at_most) {
    refuse(requirement, fmt::format("a party has at least {} of them", least));
  }
}

void check_share(const Requirement& requirement, const Puzzle& puzzle, const Choice& choice) {
  const CategoricalColumn& column = puzzle.pool.categorical[requirement.column];
  const std::vector<ValueCount> counts = count_values(column, choice);
  std::size_t largest = 0;
  for (const auto& [locked, others] : counts)
    largest = std::max(largest, locked + std::min(others, choice.free));
  if (requirement.at_least && static_cast<double>(largest) < *requirement.at_least)
    refuse(requirement, fmt::format("at most {} heroes of a party can", largest));
  if (!requirement.at_most) return;
  const auto most = static_cast<std::size_t>(*requirement.at_most);
  std::size_t room = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    const auto [locked, others] = counts[value];
    if (locked > most) {
      refuse(requirement,
             fmt::format("{} locked heroes have {} {}", locked, column.name, column.values[value]));
    }
    room += std::min(most - locked, others);
  }
  if (room < choice.free) {
    const auto had = [](const ValueCount& count) { return count.locked + count.others > 0; };
    refuse(requirement,
           fmt::format("the pool has only {} values of {}", std::ranges::count_if(counts, had), column.name));
  }
}

}  // namespace

void check_possible(const Requirement& requirement, const Puzzle& puzzle) {
  const Choice choice(puzzle);
  switch (requirement.kind) {
    case RequirementKind::total:
    case RequirementKind::average:
      return check_sum(requirement, puzzle, choice);
    case RequirementKind::count:
      return check_count(requirement, puzzle, choice);
    case RequirementKind::distinct:
      return check_distinct(requirement, puzzle, choice);
    case RequirementKind::share:
      return check_share(requirement, puzzle, choice);
  }
}

}  // namespace skerry::party
