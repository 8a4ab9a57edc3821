#include "puzzles/party/validate/rule_prices.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/validate/islands.hpp"
#include "puzzles/party/validate/solutions.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace skerry::party {

namespace {

std::string rule_text(const Puzzle& puzzle, std::size_t rule) {
  if (rule < puzzle.requirements.size()) return puzzle.requirements[rule].text;
  return fmt::format("synergy at least {:.4g}", puzzle.synergy.at_least);
}

/// Returns the answer for a changed puzzle. A party of the puzzle as it was is a start where it is sound
/// there, too; else, and where a rule is gone, islands look for a better one first.
PriceAnswer price_of(const Puzzle& puzzle, const std::vector<std::uint32_t>& party,
                     const Questions& questions) {
  const auto stop = questions.limit();
  Prover prover(puzzle);
  prover.limit_programs(questions.seconds());
  const Findings first =
      prover.prove({}, [&, clock = Clock()] { return stop() || clock.seconds() > questions.seconds() / 3; });
  if (first.complete) return answer_of(first, prover.whole());
  std::vector<std::uint32_t> start =
      evolve_party_alone(puzzle, questions.seed(), questions.seconds() / 3, stop);
  const bool sound = score(puzzle, party).violation == 0;
  if (sound && (start.empty() || prover.whole().cost(party) < prover.whole().cost(start))) start = party;
  return answer_of(prover.prove(start, stop), prover.whole());
}

struct Bound {
  bool lower = true;
  double value = 0;
  double step = 1;
};

Bound bound_of(const Puzzle& puzzle, std::size_t rule) {
  if (rule == puzzle.requirements.size())
    return {true, puzzle.synergy.at_least, 0.5 / static_cast<double>(puzzle.edges.size())};
  const Requirement& requirement = puzzle.requirements[rule];
  if (requirement.at_least) return {true, *requirement.at_least, 1};
  return {false, *requirement.at_most, 1};
}

std::string moved_text(const Puzzle& puzzle, std::size_t rule, const Bound& bound, double value) {
  if (rule == puzzle.requirements.size()) return fmt::format("synergy at least {:.4g}", value);
  std::string text = puzzle.requirements[rule].text;
  const std::string before = fmt::format("{} {}", bound.lower ? "at least" : "at most", bound.value);
  const std::size_t place = text.find(before);
  const std::string after = fmt::format("{} {}", bound.lower ? "at least" : "at most", value);
  return place == std::string::npos ? after + " in " + text : text.replace(place, before.size(), after);
}

bool in_range(const Puzzle& puzzle, std::size_t rule, double value) {
  if (rule == puzzle.requirements.size()) return value > 0 && value <= 1;
  const RequirementKind kind = puzzle.requirements[rule].kind;
  if (kind == RequirementKind::total || kind == RequirementKind::average) return true;
  return value >= 0 && value <= static_cast<double>(puzzle.nodes.size());
}

}  // namespace

Puzzle with_rule(const Puzzle& puzzle, std::size_t rule, bool lower_bound, std::optional<double> bound) {
  Puzzle changed = puzzle;
  changed.certificate.reset();
  changed.known_optimum.reset();
  if (rule == puzzle.requirements.size()) {
    changed.synergy.at_least = bound.value_or(0);
  } else if (!bound) {
    changed.requirements.erase(changed.requirements.begin() + static_cast<std::ptrdiff_t>(rule));
  } else {
    (lower_bound ? changed.requirements[rule].at_least : changed.requirements[rule].at_most) = *bound;
  }
  return changed;
}

void price_rules(Validation& validation, const Puzzle& puzzle, const Questions& questions) {
  const std::size_t rules =
      puzzle.requirements.size() + (puzzle.synergy.at_least > 0 && !puzzle.edges.empty() ? 1 : 0);
  const std::vector<std::uint32_t>& party = validation.findings.best;
  for (std::size_t rule = 0; rule < rules && !questions.over(); ++rule) {
    RulePrice price;
    price.rule = rule_text(puzzle, rule);
    const Bound bound = bound_of(puzzle, rule);
    price.without = price_of(with_rule(puzzle, rule, bound.lower, {}), party, questions);
    for (const double sign : {1.0, -1.0}) {
      const double value = bound.value + sign * bound.step;
      if (!in_range(puzzle, rule, value)) continue;
      const bool tighter = (sign > 0) == bound.lower;
      (tighter ? price.tighter : price.looser) =
          RulePrice::Other{moved_text(puzzle, rule, bound, value),
                           price_of(with_rule(puzzle, rule, bound.lower, value), party, questions)};
    }
    validation.rule_prices.push_back(std::move(price));
  }
}

void trace_synergy_front(Validation& validation, const Puzzle& puzzle, const Questions& questions) {
  if (puzzle.synergy.at_least <= 0 || puzzle.edges.empty()) return;
  std::vector<double> levels = {0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1};
  if (std::ranges::find(levels, puzzle.synergy.at_least) == levels.end())
    levels.push_back(puzzle.synergy.at_least);
  std::ranges::sort(levels);
  for (const double level : levels) {
    if (questions.over()) return;
    PriceAnswer answer = level == puzzle.synergy.at_least
                             ? validation.answer
                             : price_of(with_rule(puzzle, puzzle.requirements.size(), true, level),
                                        validation.findings.best, questions);
    validation.synergy_front.push_back({level, answer});
    if (answer.solvable == false) return;
  }
}

}  // namespace skerry::party
