#pragma once

#include "puzzles/party/bound/integer_puzzle.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace skerry::party {

/// A lower bound on the cost of every party of the candidates that meets the rules, by Lagrangian relaxation
/// (Geoffrion 1974), in whole numbers: parts of a unit of price, price_fraction() of them. With the worth of
/// the rules taken off the prices and that of the synergy split between the ends of each edge, a party costs
///   constant + sum over nodes of reduced(node, hero) + sum over edges of reduced(edge, class, class)
/// or more, whatever the multipliers are. The bound takes each term at its least.
class Lagrangian {
 public:
  /// The multipliers must be valid() for the puzzle.
  Lagrangian(const IntegerPuzzle& puzzle, const Multipliers& multipliers, const Candidates& candidates);

  std::int64_t bound() const { return bound_; }

  /// Returns the price of that candidate, by its place in the node's list, with the worth of the rules and of
  /// its side of the node's edges taken off.
  std::int64_t reduced(std::uint32_t node, std::size_t place) const {
    return excess_[node][place] + least_[node];
  }

  /// Returns by how much the bound rises where that candidate, by its place in the node's list, stands on the
  /// node: by its own term, and by its own and what it adds to the terms of its edges at least.
  std::int64_t excess(std::uint32_t node, std::size_t place) const { return excess_[node][place]; }
  std::int64_t excess_with_edges(std::uint32_t node, std::size_t place) const {
    return with_edges_[node][place];
  }

  /// Returns by how much the bound rises where that hero stands on no node.
  std::int64_t worth(std::uint32_t hero) const {
    return multipliers_->once.empty() ? 0 : multipliers_->once[hero];
  }

  /// Returns by how much the term of an edge exceeds its least, with these classes at its first and second
  /// end.
  std::int64_t edge_excess(std::uint32_t edge, std::uint32_t first_class, std::uint32_t second_class) const {
    return end(edge, 0, first_class) + end(edge, 1, second_class) -
           multipliers_->synergy * puzzle_->weight(first_class, second_class) - edge_least_[edge];
  }

 private:
  std::int64_t end(std::uint32_t edge, std::size_t side, std::uint32_t of_class) const {
    const std::vector<std::int64_t>& ends = multipliers_->edge[edge][side];
    return ends.empty() ? 0 : ends[of_class];
  }
  std::vector<std::int64_t> reduce_prices();
  void reduce_linear(std::vector<std::int64_t>& reduced, std::size_t r);
  void reduce_by_value(std::vector<std::int64_t>& reduced, std::size_t r);
  void take_nodes(const std::vector<std::int64_t>& reduced, const Candidates& candidates);
  void take_edge(std::uint32_t edge, const Candidates& candidates,
                 const std::vector<std::uint32_t>& heroes_of_class);

  const IntegerPuzzle* puzzle_;
  const Multipliers* multipliers_;
  std::int64_t bound_ = 0;
  std::vector<std::int64_t> edge_least_;
  std::vector<std::int64_t> least_;  // [node]
  std::vector<std::vector<std::int64_t>> excess_;
  std::vector<std::vector<std::int64_t>> with_edges_;
};

/// Returns the bound with what the rules on heroes of one value cost, which no multiplier tells; above any
/// price where no party of the candidates meets one of them.
std::int64_t bound_with_shared_values(const IntegerPuzzle& puzzle, const Lagrangian& lagrangian,
                                      const Candidates& candidates);

/// Returns the candidates that may stand in a party that costs `most` or less, in whole units of price; an
/// empty list for every node where there is no such party.
Candidates filtered(const IntegerPuzzle& puzzle, const Lagrangian& lagrangian, const Candidates& candidates,
                    std::int64_t most);

/// Tells whether some node has no candidate left.
bool exhausted(const Candidates& candidates);

/// A bound for a rule that asks for so many heroes of one value, whichever it is. Where each candidate of a
/// node has an excess, by which it raises a bound on the cost of a party, the rule costs what the cheapest
/// value does: for as many nodes as are owed, the excess of the best hero who has it beyond that of the best
/// of all. Sums are of whole numbers and never above the true ones, so they prove.
class SharedValue {
 public:
  static constexpr std::int64_t out_of_reach = std::int64_t{1} << 60;

  /// `rule` is one of IntegerPuzzle::by_value with share and at_least. The puzzle must outlive it.
  SharedValue(const IntegerPuzzle& puzzle, const ValueRule& rule);

  /// Forgets all heroes.
  void begin();
  /// Says that a hero stands on a node.
  void decide(std::uint32_t hero);
  /// Says that a hero may stand on an open node.
  void offer(std::uint32_t node, std::uint32_t hero, std::int64_t excess);

  /// Returns how much more the candidates of the open nodes cost at least than the best of each;
  /// `out_of_reach` where no value is in reach. To be called after all heroes are told.
  std::int64_t compute();
  /// Tells whether the heroes that stand meet the rule, whoever else comes.
  bool met() const { return met_; }
  /// Returns how much more the others cost at least than the best of each, where that hero stands on the
  /// open node.
  std::int64_t others_with(std::uint32_t node, std::uint32_t hero) const;
  /// Returns the least excess that was offered for a node.
  std::int64_t least(std::uint32_t node) const { return least_[node]; }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  struct Offer {
    std::int64_t more;  // than the best of the node
    std::uint32_t node;
  };
  /// A value that enough heroes have.
  struct Value {
    std::int64_t holders = 0;              // heroes who stand
    std::int64_t cheapest = out_of_reach;  // sum of the offers of as many nodes as are owed
    std::int64_t dearest_taken = 0;        // of these offers
    bool told = false;
  };
  std::int64_t more(std::size_t value, std::uint32_t node) const;
  void take(std::size_t value);

  const ValueRule* rule_;
  std::size_t nodes_;
  std::vector<std::uint32_t> place_of_;  // [code of a value] in values_, or none
  std::vector<Value> values_;
  std::vector<std::size_t> told_;      // the values that were told of
  std::vector<std::int64_t> excess_;   // [value][node] the least offered
  std::vector<std::int64_t> least_;    // [node]
  std::vector<std::int64_t> without_;  // [node] what the others cost where its hero does not count
  std::vector<Offer> offers_;
  bool met_ = false;
};

/// Returns one for each rule that asks for heroes of one value.
std::vector<SharedValue> shared_values(const IntegerPuzzle& puzzle);

/// Returns multipliers of the rules on sums (total, average, count) that make a high Lagrangian bound, by
/// coordinate ascent in whole numbers. The bound is lower than that of the linear program, needs no solver,
/// and is the same on every machine.
Multipliers rule_multipliers(const IntegerPuzzle& puzzle);

}  // namespace skerry::party
