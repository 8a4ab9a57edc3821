#pragma once

#include "puzzles/party/bound/integer_puzzle.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
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

/// Rows and columns in whole numbers: is there a value from 0 to `most` for each column such that each row
/// lies in its range? It is the form in which a clash of rules is proven and checked.
struct IntegerProgram {
  struct Entry {
    std::uint32_t row = 0;
    std::int64_t coefficient = 0;
  };
  struct Row {
    std::optional<std::int64_t> at_least;
    std::optional<std::int64_t> at_most;
  };
  struct Column {
    std::int64_t most = 0;
    std::size_t start = 0;  ///< its first entry; it ends where the next column starts
  };
  std::vector<Row> rows;
  std::vector<Column> columns;
  std::vector<Entry> entries;

  std::uint32_t add_row(std::optional<std::int64_t> at_least, std::optional<std::int64_t> at_most);
  /// Adds a column; its rows have been added.
  void add_column(std::int64_t most, std::span<const Entry> of_column);
  std::span<const Entry> column(std::size_t index) const;
};

/// A row that may be missed at a cost, which a linear program keeps least.
struct ElasticRow {
  std::uint32_t row = 0;
  bool at_most = false;  ///< which side of the row
  double scale = 1;      ///< a miss of this size costs 1
};

/// Returns, with multipliers of the rows, by how much any values of the columns fail the sum of multiplier x
/// row: where it is above 0, no values meet all rows (Farkas 1902), whatever found the multipliers. A
/// multiplier is 0 or more where the row has no at_most, and 0 or less where it has no at_least; it returns
/// nothing for others. The multipliers and the numbers of the program are at most 2^50.
std::optional<WideInteger> refutation(const IntegerProgram& program,
                                      std::span<const std::int64_t> multipliers);

/// Returns the tightest bound of a row with which these multipliers no longer refute the program: they do
/// with each whole bound that is tighter. It is the row's at_least where its multiplier is above 0, its
/// at_most where it is below 0.
std::int64_t least_relaxation(const IntegerProgram& program, std::span<const std::int64_t> multipliers,
                              std::uint32_t row);

/// Returns multipliers of the linear program that misses the elastic rows by as little as possible, rounded
/// to whole numbers. Those of elastic rows that need not be missed are 0. None where it takes longer than
/// `seconds` or `stop` ends it. They refute the program where refutation() says so.
std::optional<std::vector<std::int64_t>> elastic_multipliers(const IntegerProgram& program,
                                                             std::span<const ElasticRow> elastic,
                                                             double seconds,
                                                             const std::function<bool()>& stop = {});

}  // namespace skerry::party
