#include "skerry/error.hpp"

#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/parsing.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

constexpr std::int32_t highest_value = 99;

std::uint8_t read_value(const TextLine& line, const Word& word) {
  if (is_none(word)) return 0;
  const std::int32_t value = number_of(word.text);
  if (value < 0 || value > highest_value) {
    line.fail(
        fmt::format("'{}' stands in a cell; a number is expected, or a dot where it is empty", word.text),
        word.column);
  }
  return static_cast<std::uint8_t>(value);
}

void expect_clue(const TextLine& line, const Word& word, std::uint32_t clue) {
  const std::string expected = clue == 0 ? "." : std::to_string(clue);
  if (clue == 0 ? is_none(word) : word.text == expected) return;
  line.fail(fmt::format("the clue is '{}' here; that of the puzzle is '{}'", word.text, expected),
            word.column);
}

void expect_clues(const Puzzle& puzzle, const TextLine& line, Side side) {
  const std::vector<Word> words = words_of(line, puzzle.size, "the clues");
  for (std::uint32_t at = 0; at < puzzle.size; ++at) expect_clue(line, words[at], puzzle.clue(side, at));
}

std::string padded(std::uint32_t number, std::size_t width) {
  return fmt::format(" {:>{}}", number == 0 ? "." : std::to_string(number), width);
}

}  // namespace

std::string draw_text(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  const std::uint32_t highest = std::max<std::uint32_t>(puzzle.size, *std::ranges::max_element(grid));
  const std::size_t width = highest < 10 ? 1 : 2;
  const std::string margin(width + 2, ' ');
  const auto edge = [&](Side side) {
    std::string clues = margin;
    for (std::uint32_t at = 0; at < puzzle.size; ++at) clues += padded(puzzle.clue(side, at), width);
    return clues + "\n";
  };
  const std::string frame =
      fmt::format("{}+{}+\n", std::string(width + 1, ' '), std::string(puzzle.size * (width + 1) + 1, '-'));
  std::string text = edge(Side::top) + frame;
  for (std::uint32_t row = 0; row < puzzle.size; ++row) {
    text += padded(puzzle.clue(Side::left, row), width).substr(1) + " |";
    for (std::uint32_t column = 0; column < puzzle.size; ++column) {
      text += padded(grid[row * puzzle.size + column], width);
    }
    text += " |" + padded(puzzle.clue(Side::right, row), width) + "\n";
  }
  return text + frame + edge(Side::bottom);
}

Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name) {
  std::vector<TextLine> lines = split_lines(text, name);
  std::erase_if(lines, [](const TextLine& line) { return line.blank() || line.comment() || line.frame(); });
  const std::uint32_t size = puzzle.size;
  const bool framed = lines.size() == std::size_t{size} + 2;
  if (!framed && lines.size() != size) {
    throw DataError(
        fmt::format("there are {} rows; a solution has {}, and two more lines where the clues stand "
                    "around it ({})",
                    lines.size(), size, name));
  }
  Grid grid(puzzle.givens.size());
  for (std::uint32_t row = 0; row < size; ++row) {
    const TextLine& line = lines[framed ? row + 1 : row];
    const std::size_t margin = framed ? 1 : 0;
    const std::vector<Word> words =
        words_of(line, size + 2 * margin, framed ? "the cells between two clues" : "the cells of a row");
    for (std::uint32_t column = 0; column < size; ++column) {
      grid[row * size + column] = read_value(line, words[column + margin]);
    }
    if (!framed) continue;
    expect_clue(line, words.front(), puzzle.clue(Side::left, row));
    expect_clue(line, words.back(), puzzle.clue(Side::right, row));
  }
  if (framed) {
    expect_clues(puzzle, lines.front(), Side::top);
    expect_clues(puzzle, lines.back(), Side::bottom);
  }
  return grid;
}

}  // namespace skerry::skyscraper
