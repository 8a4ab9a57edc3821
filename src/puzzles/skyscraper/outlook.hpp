#pragma once

#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry::skyscraper {

/// A clue of a puzzle, and how many buildings of a grid are seen from it.
struct Outlook {
  Side side = Side::top;
  std::uint32_t at = 0;
  std::uint32_t line = 0;
  std::uint32_t clue = 0;
  std::uint32_t seen = 0;

  bool met() const { return seen == clue; }
  /// Returns a text such as "row 2 shows 3 from the left".
  std::string rule(std::uint32_t size) const;
};

/// Returns one outlook for each clue, side by side.
std::vector<Outlook> outlooks(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

}  // namespace skerry::skyscraper
