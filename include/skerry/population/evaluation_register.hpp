#pragma once

#include "skerry/evaluation/evaluation_row.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Keeps the rows of one island's evaluations, until forget(). All its functions do nothing before start().
class EvaluationRegister {
 public:
  /// Keeps the rows from now on.
  void start() { on_ = true; }
  /// Tells whether rows are kept.
  bool on() const { return on_; }

  /// Adds rows whose numbers count from 0, after `before` evaluations of the island.
  void add(std::span<const EvaluationRow> rows, std::uint64_t before) {
    if (!on_) return;
    for (EvaluationRow row : rows) {
      row.number += before;
      rows_.push_back(row);
    }
  }

  /// Completes the rows since the last call, which are those of a generation.
  void close_generation(std::uint64_t generation, std::uint64_t island) {
    for (; closed_ < rows_.size(); ++closed_) {
      rows_[closed_].generation = generation;
      rows_[closed_].island = island;
    }
  }

  /// Returns the rows since the last forget().
  std::span<const EvaluationRow> rows() const { return rows_; }
  /// Removes the rows.
  void forget() {
    rows_.clear();
    closed_ = 0;
  }

 private:
  bool on_ = false;
  std::vector<EvaluationRow> rows_;
  std::size_t closed_ = 0;  // the number of rows whose generation is over
};

}  // namespace skerry
