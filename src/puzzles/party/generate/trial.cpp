#include "puzzles/party/generate/trial.hpp"

#include "puzzles/party/proof/prover.hpp"
#include "puzzles/party/puzzle/impossible_rule.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/requirement.hpp"
#include "puzzles/party/puzzle/synergy.hpp"
#include "puzzles/party/validate/solutions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace skerry::party {

namespace {

/// A search polls after a thousand nodes; that many polls take some ten seconds.
constexpr std::uint64_t most_polls = 10'000;
constexpr std::uint64_t short_polls = 200;
constexpr std::size_t most_listed = 100'000;
constexpr double largest_cost = 1e15;  // no range of prices reaches as far

/// Tells whether no rule of the puzzle is impossible by itself.
bool rules_possible(const Puzzle& puzzle) {
  try {
    check_synergy(puzzle);
    for (const Requirement& requirement : puzzle.requirements) {
      if (requirement.at_least && requirement.at_most && *requirement.at_least > *requirement.at_most)
        return false;
      check_possible(requirement, puzzle);
    }
  } catch (const ImpossibleRule&) {
    return false;
  }
  return true;
}

PriceSide side_of_price(double price, Direction direction, const Wanted& wanted) {
  const bool minimise = direction == Direction::minimise;
  if (price < wanted.lowest) return minimise ? PriceSide::cheap : PriceSide::dear;
  if (price > wanted.highest) return minimise ? PriceSide::dear : PriceSide::cheap;
  return PriceSide::wanted;
}

PriceSide side_of_answer(const PriceAnswer& answer, Direction direction, const Wanted& wanted) {
  if (answer.solvable == false) return PriceSide::dear;
  const auto side = [&](double price) { return side_of_price(price, direction, wanted); };
  if (answer.proven) return side(*answer.best);
  if (answer.bound && side(*answer.bound) == PriceSide::dear) return PriceSide::dear;
  if (answer.best && side(*answer.best) == PriceSide::cheap) return PriceSide::cheap;
  return PriceSide::open;
}

/// Returns a party whose price is better than the range, if one is soon found: it tells that the puzzle is
/// too cheap long before the price of the cheapest is proven.
std::vector<std::uint32_t> find_below(Prover& prover, const Puzzle& puzzle, const Wanted& wanted,
                                      const std::function<bool()>& stop) {
  const IntegerPuzzle& whole = prover.whole();
  const double edge = puzzle.direction == Direction::minimise ? wanted.lowest : -wanted.highest;
  const double below = std::ceil(edge * static_cast<double>(whole.price_units)) - 1;
  if (below < -largest_cost) return {};
  const auto most = static_cast<std::int64_t>(std::min(below, static_cast<double>(whole.dearest())));
  Listing listing = prover.list(
      most, 1, [&, polls = std::uint64_t{0}]() mutable { return ++polls > short_polls || stop(); });
  return listing.parties.empty() ? std::vector<std::uint32_t>{} : std::move(listing.parties.front());
}

}  // namespace

bool fulfils(const Trial& trial, const Wanted& wanted) {
  return trial.side == PriceSide::wanted && trial.solutions && trial.solutions->teams >= wanted.solutions;
}

Trial try_puzzle(const Puzzle& puzzle, const Wanted& wanted, const std::function<bool()>& stop) {
  Trial trial;
  if (!rules_possible(puzzle)) {
    trial.side = PriceSide::dear;
    trial.answer = {.solvable = false, .best = {}, .bound = {}, .proven = true};
    return trial;
  }
  Prover prover(puzzle);
  const auto effort = [&stop](const bool& enough) {
    return [&stop, &enough, polls = std::uint64_t{0}]() mutable {
      return enough || ++polls > most_polls || stop();
    };
  };
  if (const auto party = find_below(prover, puzzle, wanted, stop); !party.empty()) {
    trial.answer = {.solvable = true, .best = score(puzzle, party).fitness, .bound = {}, .proven = false};
    trial.side = PriceSide::cheap;
    return trial;
  }
  bool dear = false;
  const Findings findings = prover.prove({}, effort(dear), [&](const Findings& so_far) {
    const PriceAnswer answer = answer_of(so_far, prover.whole());
    dear = !answer.proven && side_of_answer(answer, puzzle.direction, wanted) == PriceSide::dear;
  });
  trial.answer = answer_of(findings, prover.whole());
  trial.side = side_of_answer(trial.answer, puzzle.direction, wanted);
  if (trial.side != PriceSide::wanted) return trial;
  trial.cheapest = findings.best;
  const bool no_limit = false;
  const Listing listing =
      prover.list(most_within(wanted.within, findings.best_cost), most_listed, effort(no_limit));
  trial.solutions = Solutions{std::max<std::size_t>(1, placements_of_teams(listing.parties).size()),
                              std::max<std::size_t>(1, listing.parties.size()), listing.complete};
  return trial;
}

}  // namespace skerry::party
