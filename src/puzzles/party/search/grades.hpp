#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::party {

/// A set of 256 heroes; the compiler maps it to the vector registers of the machine.
using Block = std::uint64_t __attribute__((vector_size(32)));
constexpr std::uint32_t block_bits = 256;

/// A set of heroes: hero h is bit h % 64 of element h / 64 % 4 of block h / 256.
using Bitset = std::vector<Block>;
using BitsetView = std::span<const Block>;

inline std::size_t blocks_for(std::uint32_t heroes) {
  return (heroes + block_bits - 1) / block_bits;
}
inline void insert(Bitset& set, std::uint32_t hero) {
  set[hero / block_bits][hero / 64 % 4] |= std::uint64_t{1} << (hero % 64);
}
inline void erase(Bitset& set, std::uint32_t hero) {
  set[hero / block_bits][hero / 64 % 4] &= ~(std::uint64_t{1} << (hero % 64));
}
inline bool contains(BitsetView set, std::uint32_t hero) {
  return (set[hero / block_bits][hero / 64 % 4] >> (hero % 64) & 1) != 0;
}
inline bool any(const Block& block) {
  return (block[0] | block[1] | block[2] | block[3]) != 0;
}
inline std::uint32_t count(const Block& block) {
  return static_cast<std::uint32_t>(std::popcount(block[0]) + std::popcount(block[1]) +
                                    std::popcount(block[2]) + std::popcount(block[3]));
}

/// Calls visit(hero) in ascending order until it returns false.
template <typename Visit>
void for_each_until(BitsetView set, Visit visit) {
  for (std::uint32_t block = 0; block < set.size(); ++block) {
    if (!any(set[block])) continue;
    for (std::uint32_t part = 0; part < 4; ++part) {
      for (std::uint64_t word = set[block][part]; word != 0; word &= word - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(word));
        if (!visit(block * block_bits + part * 64 + bit)) return;
      }
    }
  }
}

/// Upper bounds of weights as whole levels, for puzzles whose edges weigh differently, whose values match in
/// part, or whose nodes have soft conditions. The weight that a hero adds on a node is at most
///
///     base(node) + (sum over its filled neighbours of the levels of the edge
///                   + sum over the soft conditions that the hero meets of their levels) / scale.
///
/// The weighted matches of two heroes are counted in units, rounded up trait by trait; an edge has the levels
/// of all its steps whose units they reach. A node's levels add to at most `most_level`.
class Grades {
 public:
  static constexpr std::size_t unit_bits = 5;
  static constexpr unsigned most_level = 255;

  struct Step {
    unsigned units;
    unsigned levels;
  };
  struct Fit {
    Bitset meets;  ///< the heroes, by price place, that meet the condition
    double penalty = 0;
    unsigned levels = 0;
  };

  Grades() = default;
  /// `pool_index` is the order of price: [price place] the hero's number in the pool.
  Grades(const Puzzle& puzzle, std::span<const std::uint32_t> pool_index);

  double scale() const { return scale_; }
  /// Returns how much a bound may lie below the true weight by rounding.
  double slack() const { return slack_; }
  /// Returns the weight on a node where every level is 0: minus all its penalties.
  double base(std::uint32_t node) const { return base_[node]; }
  std::span<const Step> steps(std::size_t edge) const { return steps_[edge]; }
  std::span<const Fit> fits(std::uint32_t node) const { return fits_[node]; }
  double penalty(std::uint32_t node, std::uint32_t hero) const;

  /// Calls visit(units, values) for the values of a trait that match `value`, those of equal units together.
  template <typename Visit>
  void for_each_tier(std::size_t trait, std::uint32_t value, Visit visit) const {
    const TraitTiers& tiers = tiers_[trait];
    if (tiers.row.empty() || tiers.row[value] == Affinity::no_row) {
      if (tiers.units > 0) visit(tiers.units, std::span<const std::uint32_t>(&value, 1));
      return;
    }
    for (const Tier& tier : tiers.rows[tiers.row[value]]) {
      visit(tier.units, std::span<const std::uint32_t>(tier.values));
    }
  }
  /// Returns the largest number of tiers that for_each_tier() visits over all traits.
  std::size_t most_tiers() const { return most_tiers_; }

 private:
  struct Tier {
    unsigned units;
    std::vector<std::uint32_t> values;
  };
  struct TraitTiers {
    unsigned units = 0;              // of a value with itself, where it has no row
    std::vector<std::uint32_t> row;  // as in Affinity
    std::vector<std::vector<Tier>> rows;
  };
  /// The highest weight of an edge of so many units, before its own weight.
  struct Bound {
    unsigned units;
    double weight;
  };
  void count_units(const Puzzle& puzzle);
  void choose_scale(const Puzzle& puzzle);
  void lay_out_fits(const Puzzle& puzzle, std::span<const std::uint32_t> pool_index);

  std::vector<TraitTiers> tiers_;  // [trait]
  double units_of_one_ = 1;        // of one weighted match
  std::vector<Bound> bounds_;      // of the sums of units that heroes can have, ascending
  std::size_t most_tiers_ = 0;
  double scale_ = 1;
  double slack_ = 0;
  std::vector<std::vector<Step>> steps_;  // [edge]
  std::vector<std::vector<Fit>> fits_;    // [node]
  std::vector<double> base_;              // [node]
};

}  // namespace skerry::party
