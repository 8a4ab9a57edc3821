#pragma once

#include "skerry/operators/permutations.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry::qap {

constexpr std::uint32_t least_size = 2;
constexpr std::uint32_t largest_size = 1000;

/// Costs stay below this number, so that they are exact as numbers of double precision.
constexpr std::uint64_t most_cost = std::uint64_t{1} << 53;

/// A square matrix of integers, row by row.
class Matrix {
 public:
  explicit Matrix(std::uint32_t size) : size_(size), entries_(std::size_t{size} * size) {}

  std::uint32_t size() const { return size_; }
  std::int32_t& at(std::uint32_t row, std::uint32_t column) {
    return entries_[std::size_t{row} * size_ + column];
  }
  std::int32_t at(std::uint32_t row, std::uint32_t column) const {
    return entries_[std::size_t{row} * size_ + column];
  }
  std::span<const std::int32_t> row(std::uint32_t row) const {
    return std::span(entries_).subspan(std::size_t{row} * size_, size_);
  }
  std::span<const std::int32_t> entries() const { return entries_; }

  Matrix transposed() const;

  friend bool operator==(const Matrix&, const Matrix&) = default;

 private:
  std::uint32_t size_;
  std::vector<std::int32_t> entries_;
};

/// A quadratic assignment problem (Koopmans and Beckmann 1957): n facilities get n places, and the cost of an
/// order p is the sum of first[i][j] * second[p(i)][p(j)] over all i and j. One matrix holds the flows
/// between facilities and the other one the distances between places; which is which makes no difference to
/// the least cost.
class Instance {
 public:
  /// Both matrices have the same size, and no cost exceeds most_cost.
  Instance(Matrix first, Matrix second, std::optional<std::int64_t> best_known = {});

  std::uint32_t size() const { return first_.size(); }
  const Matrix& first() const { return first_; }
  const Matrix& second() const { return second_; }
  /// Returns the best known cost, where the file of the instance states one.
  std::optional<std::int64_t> best_known() const { return best_known_; }

  /// Returns the cost of an order, in n^2 steps.
  std::int64_t cost(Order order) const;
  /// Returns by how much the cost grows if the entries at two different places are swapped, in n steps
  /// (Taillard 1991).
  std::int64_t change(Order order, std::uint32_t r, std::uint32_t s) const;

 private:
  Matrix first_;
  Matrix second_;
  bool symmetric_;           // both matrices
  Matrix first_transposed_;  // empty if symmetric
  Matrix second_transposed_;
  std::optional<std::int64_t> best_known_;
};

}  // namespace skerry::qap
