#pragma once

#include "skerry/detail/operators/operators.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// n facilities get n places (Koopmans and Beckmann 1957), and the cost of an order p is the sum of
/// first[i][j] * second[p(i)][p(j)] over all i and j. Which matrix holds flows and which distances makes no
/// difference to the least cost.
class Instance {
 public:
  /// Both matrices have the same size, and no cost exceeds most_cost.
  Instance(Matrix first, Matrix second, std::optional<std::int64_t> best_known = {});

  std::uint32_t size() const { return first_.size(); }
  const Matrix& first() const { return first_; }
  const Matrix& second() const { return second_; }
  std::optional<std::int64_t> best_known() const { return best_known_; }

  /// Takes n^2 steps.
  std::int64_t cost(Order order) const;
  /// Returns by how much the cost grows if two different places are swapped, in n steps (Taillard 1991).
  std::int64_t change(Order order, std::uint32_t r, std::uint32_t s) const;

 private:
  Matrix first_;
  Matrix second_;
  bool symmetric_;           // both matrices
  Matrix first_transposed_;  // empty if symmetric
  Matrix second_transposed_;
  std::optional<std::int64_t> best_known_;
};

// A file of QAPLIB (Burkard, Karisch and Rendl 1997) holds the size n and two matrices of n x n integers, all
// separated by blanks and line breaks in any way. Other collections have one or two numbers more in the line
// of the size: the best known cost, or a bound and the best known cost. The part of a line from # on is a
// comment, which QAPLIB does not have.

/// Throws DataError with file, line and column for a mistake, also for entries so large that costs could
/// exceed most_cost. `name` stands for the file in messages.
Instance parse_instance(std::string_view text, const std::string& name);

struct SolutionText {
  std::vector<std::uint32_t> order;  ///< counted from 0
  std::optional<std::int64_t> cost;
};

/// Reads a permutation of `size` entries: the entries alone, counted from 0, or a solution file of QAPLIB,
/// which states the size and the cost before them and counts from 1, seldom from 0. Blanks, line breaks,
/// commas and brackets separate numbers. Throws DataError with file, line and column for anything else.
SolutionText parse_solution(std::uint32_t size, std::string_view text, const std::string& name);

std::string instance_text(const Instance& instance);

/// The modulus of Taillard's random numbers; seeds are 1 to modulus - 1.
constexpr std::uint32_t modulus = 2'147'483'647;
/// The seed of the second matrix of all of Taillard's uniform instances.
constexpr std::uint32_t published_second_seed = 123'456'789;

/// Returns a uniform instance of Taillard (1991, section 3): both matrices are symmetric with a diagonal of
/// 0, and their entries above it are, row by row, 100 x / (2^31 - 1) rounded down, where x are the numbers of
/// the generator of Park and Miller (1988), x' = 16807 x mod (2^31 - 1), which begins with the seed of the
/// matrix. Throws UsageError for a size or a seed out of range.
Instance uniform_instance(std::uint32_t size, std::uint32_t first_seed,
                          std::uint32_t second_seed = published_second_seed);

}  // namespace skerry::qap
