#pragma once

#include "puzzles/qap/instance.hpp"
#include "support/testing.hpp"

namespace skerry::qap::test {

/// Returns a matrix of random entries from -99 to 99, its diagonal included.
inline Matrix random_matrix(std::uint32_t size, bool symmetric, Random& random) {
  Matrix matrix(size);
  for (std::uint32_t row = 0; row < size; ++row) {
    for (std::uint32_t column = 0; column < size; ++column) {
      const auto entry = static_cast<std::int32_t>(random.below(199)) - 99;
      if (symmetric && column < row) continue;
      matrix.at(row, column) = entry;
      if (symmetric) matrix.at(column, row) = entry;
    }
  }
  return matrix;
}

inline Instance random_instance(std::uint32_t size, bool symmetric, Random& random) {
  Matrix first = random_matrix(size, symmetric, random);
  return {std::move(first), random_matrix(size, symmetric, random)};
}

inline std::vector<std::uint32_t> random_order(std::uint32_t size, Random& random) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  return order;
}

}  // namespace skerry::qap::test
