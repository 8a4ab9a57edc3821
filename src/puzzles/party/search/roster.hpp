#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/grades.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::party {

/// The heroes of each value of a categorical column: a bit set for frequent values, a list for rare ones, so
/// that an index takes at most 128 bit sets whatever the number of values.
class ValueIndex {
 public:
  ValueIndex() = default;
  ValueIndex(std::span<const std::uint32_t> value_of, std::size_t values);

  std::uint32_t value(std::uint32_t hero) const { return value_of_[hero]; }
  std::size_t values() const { return dense_.size(); }
  std::size_t blocks() const { return blocks_; }
  /// Returns the bit set of a value, or an empty view where the value has a list.
  BitsetView dense(std::uint32_t value) const { return dense_[value]; }
  std::span<const std::uint32_t> list(std::uint32_t value) const { return lists_[value]; }
  /// Returns the bit set of a value; that of a rare value is written to `scratch`.
  BitsetView bits(std::uint32_t value, Bitset& scratch) const;

 private:
  std::size_t blocks_ = 0;
  std::vector<std::uint32_t> value_of_;
  std::vector<Bitset> dense_;
  std::vector<std::vector<std::uint32_t>> lists_;
};

/// The heroes in the order of a numeric column, with a bit set of the heroes from every 64th part of the
/// order on.
class ThresholdIndex {
 public:
  ThresholdIndex() = default;
  explicit ThresholdIndex(std::vector<double> value_of);

  double value(std::uint32_t hero) const { return value_of_[hero]; }
  /// Returns the sum of the `count` largest (smallest) values.
  double largest(std::size_t count) const { return largest_[count]; }
  double smallest(std::size_t count) const { return smallest_[count]; }
  /// Writes to `set` the heroes of at least (more than) `bound`.
  void at_least(double bound, Bitset& set) const;
  void more_than(double bound, Bitset& set) const;
  double least() const { return sorted_.front(); }
  double most() const { return sorted_.back(); }

 private:
  void from_position(std::size_t position, Bitset& set) const;

  std::size_t stride_ = 1;
  std::vector<double> value_of_;
  std::vector<double> sorted_;
  std::vector<std::uint32_t> by_value_;
  std::vector<Bitset> tails_;  // [i] heroes at positions i x stride and up
  std::vector<double> largest_;
  std::vector<double> smallest_;
};

/// A puzzle compiled for the search. A hero's number is its price place: 0 is the best for the objective (the
/// cheapest), so that the first bit of a bit set is the cheapest hero.
class Roster {
 public:
  explicit Roster(Puzzle puzzle);

  const Puzzle& puzzle() const { return puzzle_; }
  std::uint32_t heroes() const { return static_cast<std::uint32_t>(pool_index_.size()); }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(puzzle_.nodes.size()); }
  std::size_t blocks() const { return blocks_for(heroes()); }
  std::uint32_t pool_index(std::uint32_t hero) const { return pool_index_[hero]; }
  std::uint32_t price_place(std::uint32_t pool_index) const { return price_place_[pool_index]; }

  /// Returns the value of the objective's column.
  double objective(std::uint32_t hero) const { return objective_[hero]; }

  std::span<const std::uint32_t> neighbours(std::uint32_t node) const { return neighbours_[node]; }
  std::size_t most_neighbours() const { return most_neighbours_; }
  /// Returns the numbers of the edges to these neighbours, in the same order.
  std::span<const std::uint32_t> edges_of(std::uint32_t node) const { return edges_of_[node]; }
  /// Returns the sum of the weights of all edges, and of those of a node.
  double total_weight() const { return total_weight_; }
  double reach(std::uint32_t node) const { return reach_[node]; }
  std::size_t traits() const { return puzzle_.synergy.columns.size(); }
  const ValueIndex& trait(std::size_t trait) const { return categorical_[trait_column_[trait]]; }
  /// Returns the weight of an edge between two heroes, before the edge's own weight.
  double edge_weight(std::uint32_t a, std::uint32_t b) const {
    if (affine_) return affine_weight(a, b);
    const Traits& first = traits_[a];
    const Traits& second = traits_[b];
    const auto alike = reinterpret_cast<Two>(((first[0] == second[0]) & trait_bits_[0]) |
                                             ((first[1] == second[1]) & trait_bits_[1]));
    const std::uint64_t bits = alike[0] | alike[1];
    return edge_weight_[(bits | bits >> 32U) & ((1U << max_synergy_traits) - 1)];
  }

  /// Returns the heroes that may stand on a node: they meet its conditions, and locked heroes stand on their
  /// own nodes only.
  BitsetView allowed(std::uint32_t node) const { return allowed_[node]; }

  /// These return parts of requirement r: the members of a count, or of a share those whose value the pool
  /// has as often as at_least asks; the values of distinct and share; the numbers of total and average.
  BitsetView members(std::size_t r) const { return members_[r]; }
  const ValueIndex& values(std::size_t r) const { return categorical_[requirement_column_[r]]; }
  const ThresholdIndex& numbers(std::size_t r) const { return numeric_[requirement_column_[r]]; }

  /// The weight of an edge by the number of traits in which its heroes agree, as base + level / scale:
  /// exactly or, where `exact` is false, as an upper bound. step[m] is added to the level by agreement m + 1.
  /// Where the puzzle has grades, they give the levels.
  struct Levels {
    bool exact = true;
    double base = 0;
    double scale = 1;
    double slack = 0;  ///< how much a bound may lie below the true weight by rounding
    std::vector<std::uint8_t> step;
  };
  const Levels& levels() const { return levels_; }
  /// Returns the grades of a puzzle with affinities, weights of edges or soft conditions; null without.
  const Grades* grades() const { return graded_ ? &grades_ : nullptr; }
  /// Returns the weight that a hero of no level adds on a node with that many filled neighbours, at most.
  double base_weight(std::uint32_t node, std::size_t filled) const {
    return static_cast<double>(filled) * levels_.base + (graded_ ? grades_.base(node) : 0);
  }

 private:
  using Two [[gnu::vector_size(16)]] = std::uint64_t;
  using Four [[gnu::vector_size(16)]] = std::int32_t;
  using Traits = std::array<Four, max_synergy_traits / 4>;
  double affine_weight(std::uint32_t a, std::uint32_t b) const;
  void order_heroes();
  void index_columns();
  void index_shared(std::size_t r);
  void index_nodes();
  void index_synergy();
  std::uint32_t index_categorical(std::uint32_t column);
  std::uint32_t index_numeric(std::uint32_t column);

  Puzzle puzzle_;
  std::vector<std::uint32_t> pool_index_;
  std::vector<std::uint32_t> price_place_;
  std::vector<double> objective_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::size_t most_neighbours_ = 1;
  std::vector<std::vector<std::uint32_t>> edges_of_;
  std::vector<double> reach_;
  double total_weight_ = 0;
  bool affine_ = false;
  bool graded_ = false;
  Grades grades_;
  std::vector<Traits> traits_;
  std::array<double, 1U << max_synergy_traits> edge_weight_{};
  Traits trait_bits_{};  // [trait] its bit in the masks of agreements; 0 where there is no such trait
  Levels levels_;

  std::vector<Bitset> allowed_;
  std::vector<Bitset> members_;
  std::vector<std::uint32_t> requirement_column_;
  std::vector<std::uint32_t> trait_column_;
  std::vector<std::int64_t>
      categorical_at_;  // [pool column] place in the indexes below; -1 where not indexed
  std::vector<std::int64_t> numeric_at_;
  std::vector<ValueIndex> categorical_;
  std::vector<ThresholdIndex> numeric_;
};

}  // namespace skerry::party
