#pragma once

#include "skerry/random.hpp"

#include "puzzles/latin/candidates.hpp"

#include <cstdint>
#include <utility>

namespace skerry::latin {

/// Gives a cell a value that contradicts nothing: its gene if possible, else random values until one fits.
/// `before` are the candidates of `inference`; where no value fits, it gets them back and the function
/// returns false. Adds the number of values tried to `tried`. Allocates nothing.
template <class Inference, class Cells>
bool assume_any(Inference& inference, const Cells& before, std::uint32_t cell, std::uint8_t gene,
                Random& random, std::uint64_t& tried) {
  using Values = typename Cells::Values;
  Values left = before[cell];
  auto value = static_cast<Values>(value_bit<Values>(gene) & left);
  while (left != 0) {
    if (value == 0) value = random_value(left, random);
    ++tried;
    if (inference.assume(cell, value)) return true;
    inference.restore(before);
    left = static_cast<Values>(left & ~std::exchange(value, Values{0}));
  }
  return false;
}

}  // namespace skerry::latin
