#include "puzzles/party/map/cell_answers.hpp"

#include "skerry/archives/map_cells.hpp"

#include "engine/stopwatch.hpp"
#include "puzzles/party/map/cell_rules.hpp"
#include "puzzles/party/map/trait_patterns.hpp"
#include "puzzles/party/proof/clash.hpp"
#include "puzzles/party/proof/prover.hpp"
#include "puzzles/party/puzzle/impossible_rule.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "puzzles/party/puzzle/requirement.hpp"
#include "puzzles/party/puzzle/synergy.hpp"
#include "puzzles/party/search/annealing.hpp"
#include "puzzles/party/search/problem.hpp"

#include <algorithm>

namespace skerry::party {

namespace {

using State = PartyCell::State;

// About as many as are made in a quarter of a second each, whatever the machine does besides.
constexpr double pattern_steps_a_second = 8e6;
constexpr double hero_steps_a_second = 2e6;
constexpr std::uint64_t local_search_budget = 2000;
constexpr std::uint64_t annealing_steps = 150'000;
constexpr std::uint32_t annealings_of_a_price = 8;

void prove_empty(PartyCell& cell, std::string_view by) {
  cell.state = State::empty;
  cell.by = by;
}

/// Tells whether one rule alone says that a cell has no party.
bool impossible(const Puzzle& puzzle) {
  try {
    for (const Requirement& requirement : puzzle.requirements) check_possible(requirement, puzzle);
    check_synergy(puzzle);
  } catch (const ImpossibleRule&) {
    return true;
  }
  return false;
}

}  // namespace

CellAnswers::CellAnswers(const Puzzle& puzzle, std::span<const Feature> axes)
    : puzzle_(&puzzle), axes_(axes), measures_(features_of(puzzle)), agreements_(puzzle) {}

void CellAnswers::measure(PartyCell& cell) const {
  cell.best = score(*puzzle_, cell.party).fitness;
  cell.values.clear();
  for (const FeatureMeasure& one : measures_)
    cell.values.push_back(measured(*puzzle_, one.measure, cell.party));
}

bool CellAnswers::take(PartyCell& cell, std::size_t number, const std::vector<std::uint32_t>& party,
                       std::string_view by) const {
  if (party.empty() || score(*puzzle_, party).violation > 0) return false;
  PartyCell found;
  found.party = party;
  measure(found);
  const MapCells cells({axes_.begin(), axes_.end()});
  if (cells.cell_of(found.values) != number) return false;
  if (cell.state == State::filled &&
      !(key_of({0, found.best}, puzzle_->direction) < key_of({0, cell.best}, puzzle_->direction)))
    return false;
  if (cell.state != State::filled) cell.by = by;
  cell.state = State::filled;
  cell.party = party;
  cell.best = found.best;
  cell.values = found.values;
  return true;
}

void CellAnswers::prove_quickly(PartyCell& cell, std::size_t number, std::uint64_t most_steps,
                                const std::function<bool()>& stop) const {
  const auto puzzle = with_cell(*puzzle_, measures_, axes_, number);
  if (!puzzle || impossible(*puzzle)) return prove_empty(cell, "rules");
  if (search_patterns(*puzzle, agreements_, {.steps = most_steps, .stop = stop}).solvable == false)
    prove_empty(cell, "patterns");
}

void CellAnswers::decide(PartyCell& cell, std::size_t number, double seconds, std::uint64_t seed,
                         const std::function<bool()>& stop) const {
  const Stopwatch watch;
  const auto over = [&] { return stop() || watch.seconds() >= seconds; };
  const Puzzle puzzle = *with_cell(*puzzle_, measures_, axes_, number);
  const Roster roster(puzzle);
  const PatternAnswer patterns =
      search_patterns(puzzle, agreements_,
                      {.steps = static_cast<std::uint64_t>(seconds * pattern_steps_a_second),
                       .hero_steps = static_cast<std::uint64_t>(seconds * hero_steps_a_second),
                       .stop = over});
  if (take(cell, number, patterns.party, "patterns")) return;
  if (patterns.solvable == false) return prove_empty(cell, "patterns");
  if (over()) return;
  Random random(seed, static_cast<std::uint32_t>(number));
  const double annealed_by = watch.seconds() + seconds / 4;
  Annealing annealing(roster);
  while (!stop() && watch.seconds() < annealed_by) {
    if (take(cell, number, annealing.party(annealing_steps, random), "annealing")) return;
  }
  if (over()) return;
  if (find_clash(puzzle, [&] { return stop() || watch.seconds() >= seconds * 2 / 3; }))
    return prove_empty(cell, "clash");
  Prover prover(puzzle);
  prover.limit_programs(std::max(1.0, seconds / 3));
  // Rules at any price first: a party for the cell, or none in it.
  const Listing listing = prover.list(prover.whole().dearest(), 1, over);
  if (!listing.parties.empty()) {
    take(cell, number, listing.parties.front(), "proof");
  } else if (listing.complete) {
    prove_empty(cell, "proof");
  }
}

void CellAnswers::cheapen(PartyCell& cell, std::size_t number, double seconds, std::uint64_t seed,
                          const std::function<bool()>& stop) const {
  const Puzzle puzzle = *with_cell(*puzzle_, measures_, axes_, number);
  const auto roster = std::make_shared<const Roster>(puzzle);
  PartyProblem problem(roster, ConstructionSettings{});
  PartyProblem::Genome genome = problem.genome(cell.party);
  Score score = problem.evaluate(genome);
  Random random(seed, static_cast<std::uint32_t>(number));
  problem.improve(genome, score, local_search_budget, random);
  take(cell, number, problem.party(genome), cell.by);
  take(cell, number,
       anneal_party(*roster, annealings_of_a_price, annealing_steps, seed,
                    [&, watch = Stopwatch()] { return stop() || watch.seconds() >= seconds; }),
       cell.by);
}

void CellAnswers::bound(PartyCell& cell, std::size_t number, double seconds,
                        const std::function<bool()>& stop) const {
  const Stopwatch watch;
  const Puzzle puzzle = *with_cell(*puzzle_, measures_, axes_, number);
  Prover prover(puzzle);
  prover.limit_programs(std::max(0.5, seconds / 2));
  const Findings findings = prover.prove(cell.party, [&] { return stop() || watch.seconds() >= seconds; });
  take(cell, number, findings.best, "proof");
  if (findings.bound) cell.bound = prover.whole().objective(*findings.bound);
}

}  // namespace skerry::party
