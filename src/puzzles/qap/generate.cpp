#include "puzzles/qap/generate.hpp"

#include "skerry/error.hpp"

#include <fmt/core.h>

namespace skerry::qap {

namespace {

Matrix uniform_matrix(std::uint32_t size, std::uint32_t seed) {
  if (seed < 1 || seed >= modulus)
    throw UsageError(fmt::format("the seed is {}; it lies in [1, {}]", seed, modulus - 1));
  Matrix matrix(size);
  std::uint64_t x = seed;
  for (std::uint32_t row = 0; row < size; ++row) {
    for (std::uint32_t column = row + 1; column < size; ++column) {
      x = 16807 * x % modulus;
      matrix.at(row, column) = matrix.at(column, row) = static_cast<std::int32_t>(100 * x / modulus);
    }
  }
  return matrix;
}

}  // namespace

Instance uniform_instance(std::uint32_t size, std::uint32_t first_seed, std::uint32_t second_seed) {
  if (size < least_size || size > largest_size)
    throw UsageError(fmt::format("the size is {}; it lies in [{}, {}]", size, least_size, largest_size));
  return {uniform_matrix(size, first_seed), uniform_matrix(size, second_seed)};
}

}  // namespace skerry::qap
