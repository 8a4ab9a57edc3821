#include "designer/proof/clash.hpp"

#include "designer/proof/prover.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <utility>

namespace skerry::party {

namespace {

using Kind = ClashRule::Kind;
using Rules = std::vector<ClashRule>;

constexpr double seconds_of_a_program = 20;  // of one linear program
constexpr std::size_t columns_of_a_program = 400'000;

/// A program without a solution, and the multipliers that refute it.
struct Refutation {
  ClashProgram of;
  std::vector<std::int64_t> multipliers;

  bool uses(std::size_t rule) const { return of.row_of[rule] && multipliers[of.row_of[rule]->row] != 0; }
};

class LinearClash {
 public:
  LinearClash(const Puzzle& puzzle, const IntegerPuzzle& whole, const std::function<bool()>& stop)
      : puzzle_(puzzle), whole_(whole), stop_(stop) {}

  /// Returns a refutation of the rules, with `elastic` of them elastic: all, or one alone.
  std::optional<Refutation> refute(std::span<const ClashRule> rules,
                                   std::optional<std::size_t> elastic = {}) const {
    Refutation refutation{clash_program(puzzle_, whole_, rules), {}};
    if (refutation.of.program.columns.size() > columns_of_a_program) return std::nullopt;
    std::vector<ElasticRow> rows;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      if (refutation.of.row_of[r] && (!elastic || *elastic == r)) rows.push_back(*refutation.of.row_of[r]);
    }
    auto multipliers = elastic_multipliers(refutation.of.program, rows, seconds_of_a_program, stop_);
    if (!multipliers) return std::nullopt;
    refutation.multipliers = std::move(*multipliers);
    const auto proven = party::refutation(refutation.of.program, refutation.multipliers);
    if (!proven || *proven <= 0) return std::nullopt;
    return refutation;
  }

  /// Returns the rules that a refutation of these uses; none where they are not refuted.
  std::optional<Rules> used(const Rules& rules) const {
    const auto refutation = refute(rules);
    if (!refutation) return std::nullopt;
    Rules left;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      if (refutation->uses(r)) left.push_back(rules[r]);
    }
    return left;
  }

  /// Returns how that rule alone would have to give.
  std::optional<RelaxedRule> relax(Rules rules, std::size_t r) const {
    const ClashRule rule = rules[r];
    if (rule.kind == Kind::share) {
      const auto loosest = rule.at_most ? static_cast<std::int64_t>(puzzle_.nodes.size()) : 0;
      const auto open = relax_by_bisection(rule.bound, loosest, [&](std::int64_t bound) {
        rules[r].bound = bound;
        return refute(rules).has_value();
      });
      return relaxed(rule, open, puzzle_, whole_);
    }
    const auto refutation = refute(rules, r);
    if (!refutation || !refutation->uses(r)) return std::nullopt;
    const std::uint32_t row = refutation->of.row_of[r]->row;
    const std::int64_t bound = least_relaxation(refutation->of.program, refutation->multipliers, row);
    return relaxed(rule, rule.kind == Kind::linear ? next_sum(rule, bound) : bound, puzzle_, whole_);
  }

 private:
  /// Returns the loosest bound of a sum that allows no other sums than this one.
  std::int64_t next_sum(const ClashRule& rule, std::int64_t bound) const {
    std::int64_t step = 0;
    for (const std::int64_t coefficient : whole_.linear[rule.index].coefficient)
      step = std::gcd(step, coefficient);
    if (step == 0) return bound;
    const std::int64_t over = (bound % step + step) % step;
    return rule.at_most && over > 0 ? bound - over + step : bound - over;
  }

  const Puzzle& puzzle_;
  const IntegerPuzzle& whole_;
  const std::function<bool()>& stop_;
};

bool of_formation(const ClashRule& rule) {
  return rule.kind == Kind::restriction || rule.kind == Kind::locked;
}

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

std::optional<Clash> find_clash(const Puzzle& puzzle, const std::function<bool()>& stop) {
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  const LinearClash linear(puzzle, whole, stop);
  ClashFilter filter(puzzle, whole, stop);
  return filter.reduce([&](const Rules& rules) { return linear.used(rules); },
                       [&](const Rules& rules, std::size_t r) { return linear.relax(rules, r); });
}

std::int64_t relax_by_bisection(std::int64_t refuted_bound, std::int64_t loosest,
                                const std::function<bool(std::int64_t bound)>& refuted) {
  std::int64_t open = loosest;
  while (std::abs(open - refuted_bound) > 1) {
    const std::int64_t middle = refuted_bound + (open - refuted_bound) / 2;
    (refuted(middle) ? refuted_bound : open) = middle;
  }
  return open;
}

ClashFilter::ClashFilter(const Puzzle& puzzle, const IntegerPuzzle& whole, Stop stop)
    : puzzle_(puzzle), whole_(whole), stop_(std::move(stop)) {}

/// Keeps the rules, or those of them that are enough, where they clash; tells whether they do. Rules that a
/// proof does not use may have shaped its program, so those that it uses are tried alone.
bool ClashFilter::keep(Rules rules, const Prove& prove) {
  auto used = prove(rules);
  if (!used) return false;
  while (used && used->size() < rules.size()) {
    Rules fewer = std::move(*used);
    used = prove(fewer);
    if (used) rules = std::move(fewer);
  }
  left_ = std::move(rules);
  return true;
}

/// Drops the unwanted rules where the others still clash; tells whether they do.
bool ClashFilter::drop(const auto& unwanted, const Prove& prove) {
  Rules rest;
  std::ranges::remove_copy_if(left_, std::back_inserter(rest), unwanted);
  return rest.size() < left_.size() && keep(std::move(rest), prove);
}

// What a designer asks of the party says more than where heroes stand, so restrictions and locked heroes are
// the first to be dropped, all at once and then one by one.
std::optional<Clash> ClashFilter::reduce(const Prove& prove, const Relax& relax) {
  Rules rules = clash_rules(puzzle_, whole_);
  std::stable_partition(rules.begin(), rules.end(), of_formation);
  if (stop_() || !keep(std::move(rules), prove)) return std::nullopt;
  if (!stop_()) drop(of_formation, prove);
  for (std::size_t r = 0; r < left_.size() && !stop_();) {
    const ClashRule* unwanted = &left_[r];
    if (!drop([&](const ClashRule& rule) { return &rule == unwanted; }, prove)) ++r;
  }
  Clash clash;
  clash.irreducible = !stop_();
  for (std::size_t r = 0; r < left_.size(); ++r) {
    const ClashRule& rule = left_[r];
    const auto known = std::ranges::find(clash.rules, rule.text);
    const auto place = static_cast<std::size_t>(known - clash.rules.begin());
    if (known == clash.rules.end()) clash.rules.push_back(rule.text);
    if (stop_()) continue;
    if (const auto given = relax(left_, r)) clash.relaxations.push_back({place, given->bound, given->text});
  }
  return clash;
}

std::optional<Clash> search_clash(const Puzzle& puzzle, const std::function<bool()>& stop) {
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  const SearchedClash search(puzzle, whole, stop);
  ClashFilter filter(puzzle, whole, stop);
  return filter.reduce([&](const Rules& rules) { return search.without_party(rules); },
                       [&](const Rules& rules, std::size_t r) { return search.relax(rules, r); });
}

}  // namespace skerry::party
