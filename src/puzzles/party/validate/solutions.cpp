#include "puzzles/party/validate/solutions.hpp"

#include "puzzles/party/puzzle/requirement.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/core.h>

namespace skerry::party {

namespace {

using HeroSet = std::vector<std::uint32_t>;

/// Returns in how many heroes two sets of the same size differ.
std::size_t differences(const HeroSet& first, const HeroSet& second) {
  std::size_t a = 0, b = 0, shared = 0;
  while (a < first.size() && b < second.size()) {
    shared += first[a] == second[b] ? 1 : 0;
    const bool next_of_first = first[a] <= second[b];
    b += second[b] <= first[a] ? 1 : 0;
    a += next_of_first ? 1 : 0;
  }
  return first.size() - shared;
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
    for (const auto& [hero, count] : uses) {
      for (const std::uint32_t value : puzzle.pool.categorical[column].values_of(hero))
        values[value] += count;
    }
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
  Solutions solutions;
  solutions.complete = listing.complete;
  if (!listing.complete) {
    solutions.cut = listing.parties.size() >= settings.most_listed
                        ? fmt::format("the list was cut at {} parties", settings.most_listed)
                        : "the time for the list was over";
    if (std::ranges::find(listing.parties, validation.findings.best) == listing.parties.end()) {
      if (listing.parties.size() >= settings.most_listed) listing.parties.pop_back();
      listing.parties.push_back(validation.findings.best);
    }
  }
  std::ranges::sort(listing.parties, [&](const auto& a, const auto& b) {
    const std::int64_t first = whole.cost(a), second = whole.cost(b);
    return first != second ? first < second : a < b;
  });
  // Of equal parties the islands and the proof find one or the other, as time and ranks have it.
  if (listing.complete) validation.findings.best = listing.parties.front();
  std::map<HeroSet, std::uint64_t> placements = placements_of_teams(listing.parties);
  solutions.teams = placements.size();
  solutions.placements = listing.parties.size();
  const std::uint64_t shown_at_most = std::min(settings.catalogue, settings.most_shown);
  std::vector<HeroSet> shown;
  for (const auto& party : listing.parties) {
    if (shown.size() == shown_at_most) {
      if (settings.catalogue > settings.most_shown)
        solutions.catalogue_cut = fmt::format("the catalogue was cut at {} parties", settings.most_shown);
      break;
    }
    const HeroSet team = team_of(party);
    if (std::ranges::any_of(shown,
                            [&](const HeroSet& other) { return differences(team, other) < settings.differ; }))
      continue;
    shown.push_back(team);
    validation.catalogue.push_back({party, placements[team]});
  }
  if (!listing.complete && shown.size() < shown_at_most) {
    solutions.catalogue_cut =
        fmt::format("of the parties listed no others differ in at least {} heroes", settings.differ);
  }
  validation.solutions = solutions;
  count_shares(validation, puzzle, listing.parties);
}

}  // namespace skerry::party
