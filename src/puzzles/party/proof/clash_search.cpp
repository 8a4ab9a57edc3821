#include "puzzles/party/proof/clash.hpp"
#include "puzzles/party/proof/clash_filter.hpp"
#include "puzzles/party/proof/prover.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace skerry::party {

namespace {

using Kind = ClashRule::Kind;
using Rules = ClashFilter::Rules;

class SearchedClash {
 public:
  SearchedClash(const Puzzle& puzzle, const IntegerPuzzle& whole, const std::function<bool()>& stop)
      : puzzle_(puzzle), whole_(whole), stop_(stop) {}

  /// Returns the rules where a search through all parties finds none that meets them.
  std::optional<Rules> without_party(const Rules& rules) const {
    if (!has_no_party(only_with(rules, puzzle_, whole_))) return std::nullopt;
    return rules;
  }

  std::optional<RelaxedRule> relax(Rules rules, std::size_t r) const {
    const ClashRule rule = rules[r];
    switch (rule.kind) {
      case Kind::linear:
        if (const auto best = best_sum(rules, r)) return relaxed(rule, *best, puzzle_, whole_);
        break;
      case Kind::distinct:
      case Kind::share: {
        const auto nodes = static_cast<std::int64_t>(puzzle_.nodes.size());
        const auto open = relax_by_bisection(rule.bound, rule.at_most ? nodes : 0, [&](std::int64_t bound) {
          rules[r].bound = bound;
          return without_party(rules).has_value();
        });
        return relaxed(rule, open, puzzle_, whole_);
      }
      case Kind::synergy:
        return relax_synergy(rules);
      case Kind::restriction:
      case Kind::locked:
        if (rule.bound == 1) return relaxed(rule, 0, puzzle_, whole_);
        break;
    }
    return std::nullopt;
  }

 private:
  bool has_no_party(const Puzzle& puzzle) const {
    bool found = false;
    const Findings findings = Prover(puzzle).prove(
        {}, [&] { return found || stop_(); }, [&](const Findings& so_far) { found = !so_far.best.empty(); });
    return findings.complete && findings.best.empty();
  }

  RelaxedRule relax_synergy(const Rules& rules) const {
    constexpr double parts = 1000;
    Puzzle puzzle = only_with(rules, puzzle_, whole_);
    const auto open = relax_by_bisection(std::llround(std::ceil(puzzle_.synergy.at_least * parts)), 0,
                                         [&](std::int64_t bound) {
                                           puzzle.synergy.at_least = static_cast<double>(bound) / parts;
                                           return has_no_party(puzzle);
                                         });
    puzzle.synergy.at_least = static_cast<double>(open) / parts;
    return {std::min(static_cast<double>(open + 1) / parts, puzzle_.synergy.at_least), synergy_rule(puzzle)};
  }

  /// Returns the best that the sum of a rule can be, for those who want it, with the other rules.
  std::optional<std::int64_t> best_sum(const Rules& rules, std::size_t r) const {
    Rules others = rules;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(r));
    Puzzle reduced = only_with(others, puzzle_, whole_);
    const LinearRule& rule = whole_.linear[rules[r].index];
    const Requirement& requirement = puzzle_.requirements[rule.requirement];
    NumericColumn sums{"sum", {}};
    for (std::uint32_t hero = 0; hero < puzzle_.pool.size(); ++hero)
      sums.value.push_back(contribution(puzzle_, requirement, hero));
    reduced.objective = static_cast<std::uint32_t>(reduced.pool.numeric.size());
    reduced.pool.numeric.push_back(std::move(sums));
    reduced.direction = rules[r].at_most ? Direction::minimise : Direction::maximise;
    const Findings findings = Prover(reduced).prove({}, stop_);
    if (!findings.bound || (findings.complete && findings.best.empty())) return std::nullopt;
    return rules[r].at_most ? *findings.bound : -*findings.bound;
  }

  const Puzzle& puzzle_;
  const IntegerPuzzle& whole_;
  const std::function<bool()>& stop_;
};

}  // namespace

std::optional<Clash> search_clash(const Puzzle& puzzle, const std::function<bool()>& stop) {
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  const SearchedClash search(puzzle, whole, stop);
  ClashFilter filter(puzzle, whole, stop);
  return filter.reduce([&](const Rules& rules) { return search.without_party(rules); },
                       [&](const Rules& rules, std::size_t r) { return search.relax(rules, r); });
}

}  // namespace skerry::party
