#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace skerry::party {

/// A linear program over columns of 0 or more: the least sum of costs such that each row lies in its range.
/// It is solved by Clp, in floating point; nothing is taken for proven because the solver says so.
class LinearProgram {
 public:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  struct Entry {
    std::uint32_t row = 0;
    double coefficient = 0;
  };
  struct Solution {
    bool optimal = false;
    double cost = 0;
    std::vector<double> row_price;  ///< [row] the change of the cost where the row's bound rises by 1
    std::vector<double> column;     ///< [column] its value
  };

  /// Adds a row and returns its index.
  std::uint32_t add_row(double least, double most);
  /// Adds a column from 0 to `most` and returns its index; its rows have been added.
  std::uint32_t add_column(double cost, std::span<const Entry> entries, double most = infinite);

  std::size_t rows() const { return row_least_.size(); }
  std::size_t columns() const { return cost_.size(); }

  /// Solves it in at most so many seconds of computing, or until `stop` says so, which is asked at each step
  /// of the simplex method; `optimal` is false where that was not enough.
  Solution solve(double seconds, const std::function<bool()>& stop = {}) const;

 private:
  std::vector<double> row_least_, row_most_;
  std::vector<double> cost_, column_most_;
  std::vector<int> start_{0};  // [column] its first entry
  std::vector<int> entry_row_;
  std::vector<double> entry_;
};

}  // namespace skerry::party
