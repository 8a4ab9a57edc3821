#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/parsing.hpp"

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::uint32_t letters = 26;

/// Reads a game id from left to right.
class GameIdReader {
 public:
  explicit GameIdReader(const TextLine& line) : line_(line), text_(line.text) {
    const std::size_t last = text_.find_last_not_of(" \t\r");
    text_ = text_.substr(0, last + 1);
    position_ = text_.find_first_not_of(" \t");
  }

  Puzzle read() {
    Puzzle puzzle(read_size());
    puzzle.where = fmt::format("{}:{}", *line_.file, line_.number);
    read_clues(puzzle);
    if (!at_end()) {
      ++position_;  // the comma
      if (!at_end()) read_givens(puzzle);
    }
    return puzzle;
  }

 private:
  bool at_end() const { return position_ == text_.size(); }
  char next() const { return text_[position_]; }
  std::size_t column() const { return line_.column_of(position_); }
  [[noreturn]] void fail(const std::string& message) const { line_.fail(message, column()); }

  Word take_number() {
    const std::size_t end = std::min(text_.find_first_not_of(digits, position_), text_.size());
    const Word word{text_.substr(position_, end - position_), column()};
    position_ = end;
    return word;
  }

  std::uint32_t read_size() {
    const Word word = take_number();
    const std::int32_t size = number_of(word.text);
    if (size < 1 || size > static_cast<std::int32_t>(max_size)) {
      line_.fail(fmt::format("the size is '{}'; it is 1 to {}", word.text, max_size), word.column);
    }
    if (next() == 'd' && position_ + 2 < text_.size()) position_ += 2;  // skips the difficulty, as in 6dh:
    if (next() != ':') fail("a colon is expected behind the size, as in 6:clues,givens");
    ++position_;
    return static_cast<std::uint32_t>(size);
  }

  void read_clues(Puzzle& puzzle) {
    const std::size_t count = puzzle.clues.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) {
        if (at_end() || next() == ',') {
          fail(
              fmt::format("the clues end after {} of {}; they are split by slashes, with nothing between "
                          "where there is none",
                          i, count));
        }
        if (next() != '/')
          fail(fmt::format("'{}' stands among the clues; a slash or a number is expected", next()));
        ++position_;
      }
      const Word word = take_number();
      if (!word.text.empty()) puzzle.clues[i] = checked_clue(line_, word, puzzle.size);
    }
    if (at_end() || next() == ',') return;
    if (next() == '/')
      fail(fmt::format("there are more than {} clues; {} rows and columns have as many", count,
                       2 * puzzle.size));
    fail(fmt::format("'{}' stands behind the clues; a comma and the givens may follow", next()));
  }

  void read_givens(Puzzle& puzzle) {
    const std::size_t cells = puzzle.givens.size();
    std::size_t cell = 0;
    bool after_number = false;
    while (!at_end()) {
      if (next() >= 'a' && next() <= 'z') {
        cell += static_cast<std::size_t>(next() - 'a' + 1);
        if (cell > cells)
          fail(fmt::format("the givens are of {} cells at least; the puzzle has {}", cell, cells));
        ++position_;
        after_number = false;
      } else if (next() == '_' && after_number) {
        ++position_;
        after_number = false;
      } else if (next() >= '0' && next() <= '9') {
        if (cell == cells) fail(fmt::format("there are more givens than the {} cells", cells));
        const Word word = take_number();
        puzzle.givens[cell++] = checked_given(line_, word, puzzle.size);
        after_number = true;
      } else {
        fail(
            fmt::format("'{}' stands among the givens, which are numbers, letters that skip cells, and _ "
                        "between two numbers",
                        next()));
      }
    }
    if (cell < cells) fail(fmt::format("the givens are of {} cells; the puzzle has {}", cell, cells));
  }

  const TextLine& line_;
  std::string_view text_;
  std::size_t position_ = 0;
};

void append_skip(std::string& text, std::uint32_t cells) {
  for (; cells > 0; cells -= std::min(cells, letters)) {
    text += static_cast<char>('a' + std::min(cells, letters) - 1);
  }
}

}  // namespace

bool is_game_id(const TextLine& line) {
  const std::size_t start = line.text.find_first_not_of(" \t");
  if (start == std::string_view::npos || digits.find(line.text[start]) == std::string_view::npos)
    return false;
  const std::size_t end = line.text.find_first_of(" \t\r", start);
  return line.text.substr(start, end - start).find(':') != std::string_view::npos;
}

Puzzle parse_game_id(const TextLine& line) {
  return GameIdReader(line).read();
}

std::string game_id(const Puzzle& puzzle) {
  std::string text = fmt::format("{}:", puzzle.size);
  for (std::size_t i = 0; i < puzzle.clues.size(); ++i) {
    if (i > 0) text += '/';
    if (puzzle.clues[i] != 0) text += std::to_string(puzzle.clues[i]);
  }
  std::string givens;
  std::uint32_t skipped = 0;
  for (const std::uint8_t given : puzzle.givens) {
    if (given == 0) {
      ++skipped;
      continue;
    }
    append_skip(givens, skipped);
    if (skipped == 0 && !givens.empty()) givens += '_';
    givens += std::to_string(given);
    skipped = 0;
  }
  if (givens.empty()) return text;
  append_skip(givens, skipped);
  return text + ',' + givens;
}

}  // namespace skerry::skyscraper
