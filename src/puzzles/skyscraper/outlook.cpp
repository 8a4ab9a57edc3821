#include "puzzles/skyscraper/outlook.hpp"

#include <array>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

constexpr std::array sides = {Side::top, Side::bottom, Side::left, Side::right};
constexpr std::array side_names = {"the top", "the bottom", "the left", "the right"};

}  // namespace

std::string Outlook::rule(std::uint32_t size) const {
  return fmt::format("{} shows {} from {}", line_name(size, line), clue,
                     side_names.at(static_cast<std::size_t>(side)));
}

std::vector<Outlook> outlooks(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  std::vector<Outlook> all;
  for (const Side side : sides) {
    const bool near = side == Side::top || side == Side::left;
    for (std::uint32_t at = 0; at < puzzle.size; ++at) {
      const std::uint32_t clue = puzzle.clue(side, at);
      if (clue == 0) continue;
      const std::uint32_t line = side == Side::top || side == Side::bottom ? at : puzzle.size + at;
      const LineClues found = seen(grid, puzzle.size, line);
      all.push_back({side, at, line, clue, near ? found.near : found.far});
    }
  }
  return all;
}

}  // namespace skerry::skyscraper
