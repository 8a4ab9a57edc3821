#include "puzzles/skyscraper/parsing.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

void read_clues(Puzzle& puzzle, const TextLine& line, Side side) {
  const std::vector<Word> words =
      words_of(line, puzzle.size, fmt::format("the clues of the {}", side == Side::top ? "top" : "bottom"));
  for (std::uint32_t at = 0; at < puzzle.size; ++at) {
    if (!is_none(words[at])) puzzle.clue(side, at) = checked_clue(line, words[at], puzzle.size);
  }
}

void read_row(Puzzle& puzzle, const TextLine& line, std::uint32_t row) {
  const std::vector<Word> words =
      words_of(line, std::size_t{puzzle.size} + 2,
               fmt::format("the clue on the left, {} cells, the clue on the right", puzzle.size));
  if (!is_none(words.front())) puzzle.clue(Side::left, row) = checked_clue(line, words.front(), puzzle.size);
  if (!is_none(words.back())) puzzle.clue(Side::right, row) = checked_clue(line, words.back(), puzzle.size);
  for (std::uint32_t column = 0; column < puzzle.size; ++column) {
    const Word& word = words[column + 1];
    if (!is_none(word)) puzzle.givens[row * puzzle.size + column] = checked_given(line, word, puzzle.size);
  }
}

}  // namespace

bool is_none(const Word& word) {
  return word.text == ".";
}

std::vector<Word> words_of(const TextLine& line, std::size_t count, const std::string& what) {
  std::vector<Word> words = line.words();
  if (words.size() != count) {
    const std::size_t column =
        words.size() > count ? words[count].column : line.column_of(line.text.find_last_not_of(" \t\r|") + 1);
    line.fail(fmt::format("{} fields stand here; {} are expected: {}", words.size(), count, what), column);
  }
  return words;
}

std::uint8_t checked_clue(const TextLine& line, const Word& word, std::uint32_t size) {
  const std::int32_t clue = number_of(word.text);
  if (clue >= 1 && clue <= static_cast<std::int32_t>(size)) return static_cast<std::uint8_t>(clue);
  line.fail(fmt::format("a clue is '{}'; clues of a puzzle of size {} are 1 to {}", word.text, size, size),
            word.column);
}

std::uint8_t checked_given(const TextLine& line, const Word& word, std::uint32_t size) {
  const std::int32_t value = number_of(word.text);
  if (value >= 1 && value <= static_cast<std::int32_t>(size)) return static_cast<std::uint8_t>(value);
  line.fail(
      fmt::format("a given is '{}'; the values of a puzzle of size {} are 1 to {}", word.text, size, size),
      word.column);
}

Puzzle parse_plain(std::span<const TextLine> lines) {
  const TextLine& top = lines.front();
  const std::vector<Word> words = top.words();
  for (const Word& word : words) {
    if (is_none(word) || number_of(word.text) >= 0) continue;
    top.fail(fmt::format(
                 "'{}' begins no puzzle; a game id is expected (6:clues,givens), or a grid whose first line "
                 "holds the clues of the top",
                 word.text),
             word.column);
  }
  if (words.size() > max_size) {
    top.fail(fmt::format("the puzzle has {} columns; at most {} are possible", words.size(), max_size),
             words[max_size].column);
  }
  Puzzle puzzle(static_cast<std::uint32_t>(words.size()));
  puzzle.where = fmt::format("{}:{}", *top.file, top.number);
  read_clues(puzzle, top, Side::top);
  for (std::uint32_t row = 0; row < puzzle.size; ++row) {
    if (row + 1 == lines.size()) {
      lines.back().fail(fmt::format("the grid ends after {} of {} rows", row, puzzle.size), 1);
    }
    read_row(puzzle, lines[row + 1], row);
  }
  const std::size_t bottom = std::size_t{puzzle.size} + 1;
  if (bottom == lines.size()) {
    lines.back().fail("the grid ends without a line with the clues of the bottom; dots where there is none",
                      1);
  }
  read_clues(puzzle, lines[bottom], Side::bottom);
  if (bottom + 1 < lines.size()) {
    lines[bottom + 1].fail("the puzzle is complete; an empty line parts it from the next", 1);
  }
  return puzzle;
}

}  // namespace skerry::skyscraper
