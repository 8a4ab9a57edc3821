#include "app/terminal/console.hpp"
#include "puzzles/party/compare/changes.hpp"
#include "puzzles/party/draw/draw_words.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

/// The heroes of two pools with the same id: (before, after).
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::unordered_map<std::string_view, std::uint32_t> heroes_by_id(const Pool& pool) {
  std::unordered_map<std::string_view, std::uint32_t> heroes;
  for (std::uint32_t hero = 0; hero < pool.size(); ++hero) heroes.emplace(pool.ids[hero], hero);
  return heroes;
}

/// Adds that heroes are new or gone, and returns those that are in both pools.
Pairs pair_heroes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  Pairs pairs;
  std::vector<std::string> gone, added;
  const auto were = heroes_by_id(before.pool), are = heroes_by_id(after.pool);
  for (std::uint32_t hero = 0; hero < before.pool.size(); ++hero) {
    const auto now = are.find(before.pool.ids[hero]);
    if (now == are.end()) {
      gone.push_back(name_and_id(before, hero));
    } else {
      pairs.emplace_back(hero, now->second);
    }
  }
  for (std::uint32_t hero = 0; hero < after.pool.size(); ++hero) {
    if (!were.contains(after.pool.ids[hero])) added.push_back(name_and_id(after, hero));
  }
  for (const auto& [heroes, what] : {std::pair(&gone, "gone"), std::pair(&added, "new")}) {
    if (heroes->empty()) continue;
    changes.push_back({"heroes", fmt::format("{} {} {}: {}", counted(heroes->size(), "hero", "heroes"),
                                             heroes->size() == 1 ? "is" : "are", what, some_of(*heroes))});
  }
  return pairs;
}

/// Adds the heroes whose value of a column changed, if there are any.
void add_column_change(const std::string& column, const std::string& sides,
                       const std::vector<std::string>& changed, Changes& changes) {
  if (changed.empty()) return;
  changes.push_back(
      {"heroes", fmt::format("the {} of {} changed{}: {}", column, counted(changed.size(), "hero", "heroes"),
                             sides, some_of(changed))});
}

void add_number_changes(const Puzzle& before, const Puzzle& after, const Pairs& pairs, Changes& changes) {
  for (const NumericColumn& was : before.pool.numeric) {
    const auto now = std::ranges::find(after.pool.numeric, was.name, &NumericColumn::name);
    if (now == after.pool.numeric.end()) continue;
    std::vector<std::string> changed;
    std::size_t raised = 0;
    for (const auto& [old_hero, new_hero] : pairs) {
      const double old_value = was.value[old_hero], new_value = now->value[new_hero];
      if (old_value == new_value) continue;
      raised += new_value > old_value ? 1 : 0;
      changed.push_back(fmt::format("{} from {} to {}", name_and_id(after, new_hero), number_text(old_value),
                                    number_text(new_value)));
    }
    add_column_change(was.name, fmt::format(" ({} higher, {} lower)", raised, changed.size() - raised),
                      changed, changes);
  }
}

std::string values_text(const CategoricalColumn& column, std::uint32_t hero) {
  std::set<std::string> values;
  for (const std::uint32_t value : column.values_of(hero)) values.insert(column.values[value]);
  return fmt::format("{}", fmt::join(values, " and "));
}

void add_name_changes(const Puzzle& before, const Puzzle& after, const Pairs& pairs, Changes& changes) {
  for (const CategoricalColumn& was : before.pool.categorical) {
    const auto now = std::ranges::find(after.pool.categorical, was.name, &CategoricalColumn::name);
    if (now == after.pool.categorical.end()) continue;
    std::vector<std::string> changed;
    for (const auto& [old_hero, new_hero] : pairs) {
      const std::string old_value = values_text(was, old_hero), new_value = values_text(*now, new_hero);
      if (old_value != new_value)
        changed.push_back(
            fmt::format("{} from {} to {}", name_and_id(after, new_hero), old_value, new_value));
    }
    add_column_change(was.name, "", changed, changes);
  }
}

}  // namespace

void add_hero_changes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  const Pairs pairs = pair_heroes(before, after, changes);
  add_number_changes(before, after, pairs, changes);
  add_name_changes(before, after, pairs, changes);
}

}  // namespace skerry::party
