#pragma once

#include "puzzles/latin/candidates.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>

namespace skerry::skyscraper {

/// A set of values: value v is bit v - 1.
using Values = std::uint16_t;
using Candidates = latin::Candidates<Values, max_cells>;
using latin::lowest;
using latin::single;

constexpr Values value_bit(std::uint32_t value) {
  return latin::value_bit<Values>(value);
}
constexpr Values values_up_to(std::uint32_t value) {
  return latin::values_up_to<Values>(value);
}

}  // namespace skerry::skyscraper
