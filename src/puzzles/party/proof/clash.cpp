#include "puzzles/party/proof/clash.hpp"

#include "puzzles/party/proof/clash_filter.hpp"
#include "puzzles/party/proof/clash_program.hpp"

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

}  // namespace

std::optional<Clash> find_clash(const Puzzle& puzzle, const std::function<bool()>& stop) {
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  const LinearClash linear(puzzle, whole, stop);
  ClashFilter filter(puzzle, whole, stop);
  return filter.reduce([&](const Rules& rules) { return linear.used(rules); },
                       [&](const Rules& rules, std::size_t r) { return linear.relax(rules, r); });
}

}  // namespace skerry::party
