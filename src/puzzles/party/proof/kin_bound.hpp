#pragma once

#include "puzzles/party/proof/assignment.hpp"
#include "puzzles/party/proof/integer_puzzle.hpp"
#include "puzzles/party/proof/multipliers.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace skerry::party {

/// A bound of what a party of certain candidates costs, and the candidates that it rules out: the cheapest
/// choice of different heroes for all nodes (Assignment), with the rules priced by Lagrange multipliers that
/// are adapted to the candidates. It knows nothing of the synergy, and counts in whole numbers.
class KinBound {
 public:
  /// What a rule on values is worth: `of` a hero of the value, and `once` for each hero beyond the first of a
  /// value.
  struct ValuePrices {
    std::int64_t once = 0;
    std::vector<std::int64_t> of;  // [value]; empty: all 0
  };
  struct Prices {
    std::vector<std::array<std::int64_t, 2>> linear;  // [rule] of at_least and at_most
    std::vector<ValuePrices> by_value;                // [rule]
  };
  struct State {
    std::vector<std::vector<std::uint32_t>> lists;  // [node] heroes
    Prices prices;
  };
  /// A sum that no party reaches.
  static constexpr std::int64_t unreachable_sum = std::int64_t{1} << 56;

  /// The puzzle must outlive it.
  explicit KinBound(const IntegerPuzzle& puzzle);

  /// Sets what a party may cost.
  void limit(std::int64_t most) { budget_ = most * fraction_; }
  /// Returns that in parts of a unit of price (price_fraction).
  std::int64_t budget() const { return budget_; }

  /// Returns what the prices add to the sum of reduced prices of any party.
  std::int64_t constant(const Prices& prices) const;
  /// Computes reduced(hero) for the heroes of the lists.
  void reduce(const State& state, const Prices& prices);
  /// Returns the price of a hero less what it brings to the rules.
  std::int64_t reduced(std::uint32_t hero) const { return reduced_[hero]; }

  // Each of these erases heroes with which no party of the lists is cheap enough or meets the rules, sets
  // `changed` where it did, and returns false where no party is left.

  /// By the bound, whose prices are adapted before where `adapt` says so.
  bool hold(State& state, bool adapt, bool& changed);
  /// By the sums that are left.
  bool prune_sums(State& state, bool& changed) const;
  /// By the numbers of values that are left.
  bool prune_values(State& state, bool& changed) const;

 private:
  std::optional<std::int64_t> bound_with(const State& state, const Prices& prices);
  void adapt_sums(State& state, std::int64_t& best);
  void adapt_values(State& state, std::int64_t& best);
  std::int64_t sum_of(std::size_t rule) const;

  const IntegerPuzzle& puzzle_;
  std::int64_t fraction_;
  std::int64_t budget_ = 0;
  Assignment assignment_;
  std::vector<std::int64_t> reduced_;  // [hero]
};

}  // namespace skerry::party
