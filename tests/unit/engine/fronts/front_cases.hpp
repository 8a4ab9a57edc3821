#pragma once

#include "skerry/detail/fronts/crowded_order.hpp"

#include "support/testing.hpp"

namespace skerry::test {

/// Objective vectors with the memory that holds them.
struct OwnedRows {
  std::vector<double> values;
  std::size_t objectives = 2;

  operator ObjectiveRows() const { return {values, objectives}; }
};

/// Returns vectors of integers in {0, ..., values - 1}, of which many are equal in an objective if there are
/// few values.
inline OwnedRows random_objectives(Random& random, std::size_t solutions, std::size_t objectives,
                                   std::uint32_t values) {
  OwnedRows rows{std::vector<double>(solutions * objectives), objectives};
  for (double& value : rows.values) value = random.below(values);
  return rows;
}

/// Makes some values NaN, infinite or negative zero.
inline void add_odd_values(Random& random, OwnedRows& rows) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const double odd[] = {std::numeric_limits<double>::quiet_NaN(), infinite, -infinite, -0.0};
  for (double& value : rows.values) {
    if (random.below(6) == 0) value = odd[random.below(4)];
  }
}

/// Returns the rows in another order: row i is the old row order[i].
inline OwnedRows permuted_rows(const OwnedRows& rows, std::span<const std::uint32_t> order) {
  OwnedRows permuted{{}, rows.objectives};
  for (const std::uint32_t slot : order) {
    const auto row = ObjectiveRows(rows)[slot];
    permuted.values.insert(permuted.values.end(), row.begin(), row.end());
  }
  return permuted;
}

/// Returns a random permutation of {0, ..., size - 1}.
inline std::vector<std::uint32_t> random_slots(Random& random, std::size_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  return order;
}

/// Returns whether a dominates b, by definition: nowhere worse and somewhere better, where NaN is infinite.
inline bool dominates_by_definition(std::span<const double> a, std::span<const double> b) {
  bool better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double first = a[i] == a[i] ? a[i] : std::numeric_limits<double>::infinity();
    const double second = b[i] == b[i] ? b[i] : std::numeric_limits<double>::infinity();
    if (first > second) return false;
    better |= first < second;
  }
  return better;
}

}  // namespace skerry::test
