#pragma once

#include "puzzles/party/bound/integer_puzzle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::party {

/// The cheapest choice of a hero for each node in which no hero stands twice: the assignment problem, by the
/// Hungarian method (Kuhn 1955; successive shortest paths), in whole numbers.
class Assignment {
 public:
  explicit Assignment(std::size_t heroes) : column_of_(heroes, none) {}

  /// Solves it for the heroes of each node, [node] heroes, with a cost for each hero. Only the n cheapest
  /// heroes of each of n nodes can matter. Returns false where there is no such choice.
  bool solve(std::span<const std::vector<std::uint32_t>> lists, std::span<const std::int64_t> cost);

  std::int64_t total() const { return total_; }
  /// Returns the hero of each node.
  std::span<const std::uint32_t> chosen() const { return chosen_; }
  /// Returns by how much the total rises at least where that hero of a node's list stands on the node.
  std::int64_t excess(std::size_t node, std::uint32_t hero, std::int64_t cost) const {
    const std::uint32_t column = column_of_[hero];
    return cost - of_node_[node] - (column == none ? 0 : of_column_[column]);
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  void collect(std::span<const std::vector<std::uint32_t>> lists, std::span<const std::int64_t> cost);
  bool add_node(std::size_t node);

  std::vector<std::uint32_t> column_of_;  // [hero]
  std::vector<std::uint32_t> columns_;    // heroes that matter
  std::vector<std::int64_t> costs_;       // [node][column]
  std::vector<std::int64_t> of_node_, of_column_, least_;
  std::vector<std::uint32_t> node_of_, came_from_, chosen_;
  std::vector<char> visited_;
  std::int64_t total_ = 0;
};

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
  std::int64_t bound_with(const State& state, const Prices& prices);
  void adapt_sums(State& state, std::int64_t& best);
  void adapt_values(State& state, std::int64_t& best);
  ValuePrices excess_of(const ValueRule& rule, ValuePrices& prices) const;
  std::int64_t sum_of(std::size_t rule) const;

  const IntegerPuzzle& puzzle_;
  std::int64_t fraction_;
  std::int64_t budget_ = 0;
  Assignment assignment_;
  std::vector<std::int64_t> reduced_;  // [hero]
};

}  // namespace skerry::party
