#include "puzzles/party/validate/solutions.hpp"

#include "puzzles/party/puzzle/requirement.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace skerry::party {

namespace {

using HeroSet = std::vector<std::uint32_t>;

std::size_t differences(const HeroSet& first, const HeroSet& second) {
  HeroSet shared;
  std::ranges::set_intersection(first, second, std::back_inserter(shared));
  return first.size() - shared.size();
}

void count_shares(Validation& validation, const Puzzle& puzzle,
                  const std::vector<std::vector<std::uint32_t>>& parties) {
  std::map<std::uint32_t, std::uint64_t> uses;
  for (const auto& party : parties) {
    for (const std::uint32_t hero : party) ++uses[hero];
  }
  const auto all = static_cast<double>(parties.size());
  for (const auto& [hero, count] : uses)
    validation.heroes.push_back({hero, static_cast<double>(count) / all});
  std::ranges::stable_sort(validation.heroes,
                           [](const HeroShare& a, const HeroShare& b) { return a.share > b.share; });
  std::vector<std::uint32_t> columns = puzzle.synergy.columns;
  for (const Requirement& requirement : puzzle.requirements) {
    if (!is_numeric(requirement.kind) && std::ranges::find(columns, requirement.column) == columns.end())
      columns.push_back(requirement.column);
  }
  const double places = all * static_cast<double>(puzzle.nodes.size());
  for (const std::uint32_t column : columns) {
    std::map<std::uint32_t, std::uint64_t> values;
    for (const auto& [hero, count] : uses) values[puzzle.pool.categorical[column].value[hero]] += count;
    for (const auto& [value, count] : values) {
      validation.values.push_back({puzzle.pool.categorical[column].name,
                                   puzzle.pool.categorical[column].values[value],
                                   static_cast<double>(count) / places});
    }
  }
  std::ranges::stable_sort(validation.values,
                           [](const ValueShare& a, const ValueShare& b) { return a.share > b.share; });
}

HeroSet team_of(HeroSet party) {
  std::ranges::sort(party);
  return party;
}

}  // namespace

std::int64_t most_within(double within, std::int64_t best_cost) {
  return best_cost + static_cast<std::int64_t>(within * std::abs(static_cast<double>(best_cost)));
}

std::map<HeroSet, std::uint64_t> placements_of_teams(const std::vector<HeroSet>& parties) {
  std::map<HeroSet, std::uint64_t> placements;
  for (const HeroSet& party : parties) ++placements[team_of(party)];
  return placements;
}

void list_solutions(Validation& validation, Prover& prover, const Puzzle& puzzle,
                    const ValidationSettings& settings, const std::function<bool()>& stop) {
  const IntegerPuzzle& whole = prover.whole();
  Listing listing =
      prover.list(most_within(settings.within, validation.findings.best_cost), settings.most_listed, stop);
  if (listing.parties.empty()) listing.parties.push_back(validation.findings.best);
  std::ranges::sort(listing.parties, [&](const auto& a, const auto& b) {
    const std::int64_t first = whole.cost(a), second = whole.cost(b);
    return first != second ? first < second : a < b;
  });
  std::map<HeroSet, std::uint64_t> placements = placements_of_teams(listing.parties);
  validation.solutions = Solutions{placements.size(), listing.parties.size(), listing.complete};
  std::vector<HeroSet> shown;
  for (const auto& party : listing.parties) {
    if (validation.catalogue.size() == settings.catalogue) break;
    const HeroSet team = team_of(party);
    if (std::ranges::any_of(shown,
                            [&](const HeroSet& other) { return differences(team, other) < settings.differ; }))
      continue;
    shown.push_back(team);
    validation.catalogue.push_back({party, placements[team]});
  }
  count_shares(validation, puzzle, listing.parties);
}

}  // namespace skerry::party
