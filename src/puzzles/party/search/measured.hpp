#pragma once

#include "puzzles/party/puzzle/measure.hpp"
#include "puzzles/party/search/roster.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace skerry::party {

/// Measures with the numbers of their columns in the order of the roster, so that a party is measured in one
/// pass over its nodes and without memory of its own. Copies share the numbers.
class Measured {
 public:
  Measured(const Roster& roster, std::vector<Measure> measures);

  /// Writes the value of each measure of a party, [node] price place, which may be an infeasible one. It
  /// equals measured() up to rounding.
  void operator()(const Roster& roster, std::span<const std::uint32_t> heroes,
                  std::span<double> values) const;

 private:
  struct Column {
    MeasureKind kind = MeasureKind::fitness;
    std::vector<double> number;        ///< [hero] of sum to most, and of count and share: 1 or 0
    std::vector<std::uint32_t> value;  ///< [hero] of distinct
  };
  std::shared_ptr<const std::vector<Column>> columns_;
};

}  // namespace skerry::party
