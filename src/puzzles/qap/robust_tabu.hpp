#pragma once

#include "skerry/random.hpp"

#include "puzzles/qap/blocks.hpp"
#include "puzzles/qap/instance.hpp"
#include "puzzles/qap/swap_loops.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace skerry::qap {

/// The changes of the cost by all swaps, kept up to date while swaps are made (Taillard 1991). If a matrix is
/// symmetric, only the symmetric part of the other one counts, and there is half the work. Number is int32 or
/// int64.
template <typename Number>
class SwapTable {
 public:
  /// Returns whether all numbers of the table of an instance can be represented.
  static bool fits(const Instance& instance);

  explicit SwapTable(const Instance& instance);

  /// Takes some n^3 steps.
  void start(Order order);
  /// The places are different.
  void swap(std::uint32_t r, std::uint32_t s);

  /// The places are r < s.
  Number change(std::uint32_t r, std::uint32_t s) const { return changes_.at(r, s); }
  /// Only the entries r < s have a meaning.
  const BlockSquare<Number>& changes() const { return changes_; }

 private:
  /// A pair of matrices: the cost is half of what these and the transposed ones cost together.
  struct Part {
    BlockSquare<Number> first;      // [place][place]
    BlockSquare<Number> second;     // [place][place], by the entries that the order has there
    std::vector<Number> unordered;  // the second matrix as it is, row by row
  };

  void examine(std::uint32_t place);

  std::size_t size_;
  const SwapLoops<Number>* loops_;
  std::vector<Part> parts_;  // one if it is symmetric; else the second one is the first transposed
  BlockRow<Number> first_diagonal_;
  BlockRow<Number> second_diagonal_;
  BlockSquare<Number> changes_;
  BlockRow<Number> x_, y_;  // scratch: differences of two rows
};

extern template class SwapTable<std::int32_t>;
extern template class SwapTable<std::int64_t>;

/// The step until which a facility must not return to a place (Taillard 1991), by the facility that is there
/// now. A swap is tabu while this holds for both facilities. Number is int32 or int64.
template <typename Number>
class TabuList {
 public:
  explicit TabuList(std::size_t size) : size_(size), until_(size * size), both_(size) {
    for (std::size_t row = 0; row < size; ++row)
      std::fill_n(both_.row(row), both_.blocks() * block_length, std::numeric_limits<Number>::max());
  }

  /// The steps that are set are different ones before 0, so that swaps that were never made do not fall due
  /// together.
  void start() {
    for (std::size_t i = 0; i < until_.size(); ++i) until_[i] = -static_cast<Number>(i);
    for (std::size_t facility = 0; facility < size_; ++facility) renew(facility);
  }

  /// Follows a swap of two facilities, of which neither returns before its step.
  void swap(std::size_t r, std::size_t s, Number until_r, Number until_s) {
    for (std::size_t row = 0; row < size_; ++row) std::swap(until_[row * size_ + r], until_[row * size_ + s]);
    until_[r * size_ + s] = until_r;
    until_[s * size_ + r] = until_s;
    renew(r);
    renew(s);
  }

  /// Returns the steps until which swaps of facilities r < s are tabu; other entries are the greatest number.
  const BlockSquare<Number>& both() const { return both_; }

 private:
  void renew(std::size_t facility) {
    const auto both = [&](std::size_t other) {
      return std::min(until_[facility * size_ + other], until_[other * size_ + facility]);
    };
    for (std::size_t other = 0; other < facility; ++other) both_.at(other, facility) = both(other);
    for (std::size_t other = facility + 1; other < size_; ++other) both_.at(facility, other) = both(other);
  }

  std::size_t size_;
  std::vector<Number> until_;  // [facility][facility at the place]
  BlockSquare<Number> both_;
};

enum class Improvement {
  first,  ///< the first one found that lessens the cost
  best    ///< the one that lessens it most
};

struct SearchResult {
  std::int64_t cost = 0;
  std::uint64_t evaluations = 0;
};

/// A swap that is examined is an evaluation, which takes n steps. The search ends if no swap lessens the
/// cost, or at the end of its budget.
class SwapSearch {
 public:
  /// Takes at most `budget` evaluations. First improvement examines pairs in an order that it draws once.
  SearchResult operator()(const Instance& instance, Improvement improvement, std::span<std::uint32_t> order,
                          std::int64_t cost, std::uint64_t budget, Random& random);

 private:
  std::vector<std::uint32_t> places_;  // scratch: the places in the order in which they are visited
};

struct TabuSettings {
  /// Numbers of steps are kept as int32.
  static constexpr std::int64_t most_iterations = 1'000'000'000;

  std::uint64_t iterations = 5000;
};

/// Robust tabu search (Taillard 1991). Each step makes the best swap that is not tabu; a facility must not
/// return to a place for some n steps, drawn in 0.9 n .. 1.1 n. A swap that is tabu is made if it leads to a
/// new best cost, and one not made for 5 n^2 steps goes first. All swaps of a step count as evaluations.
class RobustTabu {
 public:
  /// The search allocates here alone: some 6 n^2 numbers of 4 or 8 bytes, and half as many more if neither
  /// matrix is symmetric.
  explicit RobustTabu(const Instance& instance);

  /// The search ends after a number of steps, before a step that would exceed the budget, and at a cost of at
  /// most `target`.
  SearchResult operator()(const TabuSettings& settings, std::span<std::uint32_t> order, std::int64_t cost,
                          std::uint64_t budget, std::optional<double> target, Random& random);

 private:
  template <typename Number>
  struct State {
    explicit State(const Instance& instance)
        : table(instance), tabu(instance.size()), least(instance.size()), row(instance.size()) {}

    SwapTable<Number> table;
    TabuList<Number> tabu;
    BlockRow<Number> least, row;  // scratch: the best swaps by their second place
  };

  using States = std::variant<State<std::int32_t>, State<std::int64_t>>;

  static States states_for(const Instance& instance);
  template <typename Number>
  SearchResult search(State<Number>& state, std::uint64_t steps, std::span<std::uint32_t> order,
                      std::int64_t cost, double target, Random& random);

  States state_;
  std::vector<std::uint32_t> best_;  // scratch
};

}  // namespace skerry::qap
