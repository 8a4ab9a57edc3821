#include "skerry/error.hpp"

#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/parsing.hpp"

#include <fmt/core.h>

namespace skerry::skyscraper {

std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name) {
  std::vector<Puzzle> puzzles;
  std::vector<TextLine> grid;
  const auto end_grid = [&] {
    if (!grid.empty()) puzzles.push_back(parse_plain(grid));
    grid.clear();
  };
  for (const TextLine& line : split_lines(text, name)) {
    if (line.comment() || line.frame()) continue;
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
