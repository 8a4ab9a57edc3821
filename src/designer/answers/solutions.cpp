#include "designer/answers/solutions.hpp"

#include "skerry/random.hpp"

#include "puzzles/party/puzzle/formation.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/constructor.hpp"
#include "puzzles/stopwatch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

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

void count_shares(Listed& listed, const Puzzle& puzzle,
                  const std::vector<std::vector<std::uint32_t>>& parties) {
  std::map<std::uint32_t, std::uint64_t> uses;
  for (const auto& party : parties) {
    for (const std::uint32_t hero : party) ++uses[hero];
  }
  const auto all = static_cast<double>(parties.size());
  for (const auto& [hero, count] : uses) listed.heroes.push_back({hero, static_cast<double>(count) / all});
  std::ranges::stable_sort(listed.heroes,
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
      listed.values.push_back({puzzle.pool.categorical[column].name,
                               puzzle.pool.categorical[column].values[value],
                               static_cast<double>(count) / places});
    }
  }
  std::ranges::stable_sort(listed.values,
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

Listed list_solutions(Prover& prover, const Findings& known, const Puzzle& puzzle,
                      const ValidationSettings& settings, const std::function<bool()>& stop) {
  const IntegerPuzzle& whole = prover.whole();
  Listing listing = prover.list(most_within(settings.within, known.best_cost), settings.most_listed, stop);
  Listed listed;
  listed.cheapest = known.best;
  Solutions& solutions = listed.solutions.emplace();
  solutions.complete = listing.complete;
  if (!listing.complete) {
    solutions.cut = listing.parties.size() >= settings.most_listed
                        ? said(puzzle.naming, "the list was cut at {} {parties}", settings.most_listed)
                        : "the time for the list was over";
    if (std::ranges::find(listing.parties, known.best) == listing.parties.end()) {
      if (listing.parties.size() >= settings.most_listed) listing.parties.pop_back();
      listing.parties.push_back(known.best);
    }
  }
  std::ranges::sort(listing.parties, [&](const auto& a, const auto& b) {
    const std::int64_t first = whole.cost(a), second = whole.cost(b);
    return first != second ? first < second : a < b;
  });
  // Of equal parties the islands and the proof find one or the other, as time and ranks have it.
  if (listing.complete) listed.cheapest = listing.parties.front();
  std::map<HeroSet, std::uint64_t> placements = placements_of_teams(listing.parties);
  solutions.teams = placements.size();
  solutions.placements = listing.parties.size();
  const std::uint64_t shown_at_most = std::min(settings.catalogue, settings.most_shown);
  std::vector<HeroSet> shown;
  for (const auto& party : listing.parties) {
    if (shown.size() == shown_at_most) {
      if (settings.catalogue > settings.most_shown)
        solutions.catalogue_cut =
            said(puzzle.naming, "the catalogue was cut at {} {parties}", settings.most_shown);
      break;
    }
    const HeroSet team = team_of(party);
    if (std::ranges::any_of(shown,
                            [&](const HeroSet& other) { return differences(team, other) < settings.differ; }))
      continue;
    shown.push_back(team);
    listed.catalogue.push_back({party, placements[team]});
  }
  if (!listing.complete && shown.size() < shown_at_most) {
    solutions.catalogue_cut = said(
        puzzle.naming, "of the {parties} listed no others differ in at least {} {heroes}", settings.differ);
  }
  count_shares(listed, puzzle, listing.parties);
  return listed;
}

namespace {

constexpr std::array owned_shares = {0.1, 0.3, 0.5};
/// The streams of random players begin here; those below are for constructions of the whole pool.
constexpr std::uint32_t first_player_stream = 1U << 30U;
constexpr std::uint32_t streams_of_a_share = 1U << 28U;

/// What came of constructions.
struct BuiltParties {
  std::uint64_t tried = 0, synergetic = 0, feasible = 0;

  PlayerAnswer answer() const {
    PlayerAnswer answer;
    answer.constructions = tried;
    if (tried == 0) return answer;
    const auto all = static_cast<double>(tried);
    answer.synergetic = static_cast<double>(synergetic) / all;
    answer.feasible = static_cast<double>(feasible) / all;
    if (feasible > 0) answer.attempts = all / static_cast<double>(feasible);
    return answer;
  }
};

/// Where few parties meet every rule, more are tried, so that it can be told how few.
constexpr std::uint64_t enough_feasible = 10;
constexpr std::uint64_t most_times_as_many = 100;
constexpr double part_of_time = 0.05;

/// Tries to build parties, the one of number n by the stream `stream` + n of random numbers.
void build(const Puzzle& puzzle, std::uint64_t constructions, std::uint64_t seed, std::uint32_t stream,
           const std::function<bool()>& stop, BuiltParties& built) {
  if (puzzle.pool.size() < puzzle.nodes.size()) {
    built.tried += constructions;
    return;
  }
  const Roster roster(puzzle);
  Constructor constructor(roster, ConstructionSettings{});
  Board board(roster);
  for (std::uint64_t number = 1; number <= constructions && !stop(); ++number) {
    ++built.tried;
    board.clear();
    Random random(seed, stream + static_cast<std::uint32_t>(number));
    const bool sound = constructor.attempt(board, random) == Cause::none;
    built.feasible += sound ? 1 : 0;
    built.synergetic += board.open_nodes() == 0 && board.synergetic() ? 1 : 0;
  }
}

/// Returns the puzzle with these heroes and the locked ones alone.
Puzzle with_only(const Puzzle& puzzle, std::span<const std::uint32_t> heroes) {
  Puzzle part = puzzle;
  part.certificate.reset();
  part.known_optimum.reset();
  std::vector<bool> left_out(puzzle.pool.size(), true);
  for (const std::uint32_t hero : heroes) left_out[hero] = false;
  for (const Node& node : puzzle.nodes) {
    if (node.locked) left_out[*node.locked] = false;
  }
  ban(part, left_out);
  return part;
}

/// Has players build parties, each of as many heroes that are drawn at random.
OwnerAnswer play_random_parts(const Puzzle& puzzle, const ValidationSettings& settings, double share,
                              std::uint32_t stream, const std::function<bool()>& stop) {
  const auto heroes = static_cast<std::uint64_t>(std::round(share * puzzle.pool.size()));
  OwnerAnswer owner{share, heroes, settings.players, 0, {}};
  const std::uint64_t constructions = settings.constructions / settings.players;
  BuiltParties built;
  std::vector<std::uint32_t> pool(puzzle.pool.size());
  for (std::uint64_t player = 0; player < settings.players && !stop(); ++player) {
    std::iota(pool.begin(), pool.end(), 0U);
    Random random(settings.seed, stream);
    random.shuffle(std::span(pool));
    const std::uint64_t before = built.feasible;
    build(with_only(puzzle, std::span(pool).first(heroes)), constructions, settings.seed, stream, stop,
          built);
    owner.solving += built.feasible > before ? 1 : 0;
    stream += static_cast<std::uint32_t>(constructions) + 1;
  }
  owner.all = built.answer();
  return owner;
}

OwnerAnswer play_owned(const Puzzle& puzzle, const ValidationSettings& settings,
                       const std::function<bool()>& stop) {
  BuiltParties built;
  build(with_only(puzzle, puzzle.owned), settings.constructions, settings.seed, 0, stop, built);
  const double share = static_cast<double>(puzzle.owned.size()) / puzzle.pool.size();
  return {share, puzzle.owned.size(), 1, built.feasible > 0 ? 1U : 0U, built.answer()};
}

}  // namespace

Played play(const Puzzle& puzzle, const ValidationSettings& settings, const std::function<bool()>& stop) {
  BuiltParties built;
  build(puzzle, settings.constructions, settings.seed, 0, stop, built);
  if (built.feasible < enough_feasible) {
    build(
        puzzle, settings.constructions * most_times_as_many, settings.seed,
        static_cast<std::uint32_t>(built.tried),
        [&, watch = Stopwatch()] {
          return stop() || built.feasible >= enough_feasible ||
                 watch.seconds() >= part_of_time * settings.seconds;
        },
        built);
  }
  Played played;
  played.player = built.answer();
  if (!puzzle.owned.empty()) {
    const OwnerAnswer owner = play_owned(puzzle, settings, stop);
    if (!stop()) played.owner = owner;
  }
  std::uint32_t stream = first_player_stream;
  for (const double share : owned_shares) {
    const OwnerAnswer owner = play_random_parts(puzzle, settings, share, stream, stop);
    if (stop()) break;
    played.random_owners.push_back(owner);
    stream += streams_of_a_share;
  }
  return played;
}

}  // namespace skerry::party
