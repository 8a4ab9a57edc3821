#include "skerry/error.hpp"

#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/parsing.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/core.h>

namespace skerry::skyscraper {

std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name) {
  std::vector<Puzzle> puzzles;
  std::vector<TextLine> grid;
  const auto end_grid = [&] {
    if (!grid.empty()) std::ranges::move(parse_block(grid), std::back_inserter(puzzles));
    grid.clear();
  };
  for (const TextLine& whole : split_lines(text, name)) {
    if (whole.comment() || whole.frame()) continue;
    const TextLine line = whole.before_comment();
    const bool id = is_game_id(line);
    if (line.blank() || id) end_grid();
    if (id) puzzles.push_back(parse_game_id(line));
    if (!line.blank() && !id) grid.push_back(line);
  }
  end_grid();
  if (puzzles.empty()) throw DataError(fmt::format("there is no puzzle in it ({})", name));
  return puzzles;
}

}  // namespace skerry::skyscraper
