#include "puzzles/party/compare/changes.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

constexpr std::size_t most_examples = 3;

std::string objective_asked(const Puzzle& puzzle) {
  return fmt::format("{} {}{}", puzzle.direction == Direction::minimise ? "the least" : "the most",
                     puzzle.pool.numeric[puzzle.objective].name,
                     puzzle.unit.empty() ? "" : " in " + puzzle.unit);
}

}  // namespace

Changes changes_between(const Puzzle& before, const Puzzle& after) {
  Changes changes;
  const std::string was = objective_asked(before), now = objective_asked(after);
  if (was != now) changes.push_back({"objective", fmt::format("it was {}, and is now {}", was, now)});
  add_rule_changes(before, after, changes);
  add_synergy_changes(before, after, changes);
  add_formation_changes(before, after, changes);
  add_hero_changes(before, after, changes);
  return changes;
}

std::string some_of(const std::vector<std::string>& texts) {
  if (texts.size() <= most_examples) return fmt::format("{}", fmt::join(texts, ", "));
  const auto end = texts.begin() + static_cast<std::ptrdiff_t>(most_examples);
  return fmt::format("{} and {} more", fmt::join(texts.begin(), end, ", "), texts.size() - most_examples);
}

std::string counted(std::size_t count, const std::string& one, const std::string& more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

}  // namespace skerry::party
