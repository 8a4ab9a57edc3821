#include "puzzles/party/proof/clash.hpp"
#include "puzzles/party/proof/clash_filter.hpp"
#include "puzzles/party/proof/prover.hpp"
#include "puzzles/party/puzzle/judge.hpp"

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
    const Puzzle reduced = only_with(rules, puzzle_, whole_);
    bool found = false;
    const Findings findings = Prover(reduced).prove(
        {}, [&] { return found || stop_(); }, [&](const Findings& so_far) { found = !so_far.best.empty(); });
    if (!findings.complete || !findings.best.empty()) return std::nullopt;
    return rules;
  }

  std::optional<std::int64_t> relax(const Rules& rules, std::size_t r) const {
    const ClashRule& rule = rules[r];
    const auto prove = [&](const Rules& with) { return without_party(with); };
    switch (rule.kind) {
      case Kind::linear:
        return best_sum(rules, r);
      case Kind::distinct:
      case Kind::share:
      case Kind::synergy: {
        const auto nodes = static_cast<std::int64_t>(puzzle_.nodes.size());
        return relax_by_bisection(rules, r, rule.at_most ? nodes : 0, prove);
      }
      case Kind::restriction:
      case Kind::locked:
        break;
    }
    if (rule.bound == 1) return 0;
    return std::nullopt;
  }

 private:
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
