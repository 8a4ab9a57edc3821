#pragma once

#include "puzzles/party/proof/integer_puzzle.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace skerry::party {

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

}  // namespace skerry::party
