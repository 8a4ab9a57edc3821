#include "puzzles/sudoku/parsing.hpp"

#include "puzzles/sudoku/symbols.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

/// Returns the number of bytes of the first character of a text in UTF-8.
std::size_t character_bytes(std::string_view text) {
  std::size_t bytes = 1;
  while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) ++bytes;
  return bytes;
}

CellLine split_line(const TextLine& line) {
  CellLine cells{line, {}, false};
  const std::vector<Word> words = line.words();
  cells.parted = words.size() > 1;
  for (const Word& word : words) {
    std::size_t column = word.column;
    for (std::string_view rest = word.text; !rest.empty(); ++column) {
      const Word cell{rest.substr(0, character_bytes(rest)), column};
      if (!value_of(cell.text)) {
        line.fail(fmt::format("'{}' stands in a cell; a value is 1 to 9 or a letter from A to {}, and an "
                              "empty cell is a dot or 0",
                              cell.text, symbol_of(max_size)),
                  column);
      }
      cells.cells.push_back(cell);
      rest.remove_prefix(cell.text.size());
    }
  }
  return cells;
}

}  // namespace

void CellLine::fail_count(const std::string& message, std::size_t expected) const {
  line.fail(message, cells.size() > expected ? cells[expected].column : cells.back().column + 1);
}

std::vector<CellLine> split_cells(std::string_view text, const std::string& file) {
  std::vector<CellLine> lines;
  for (const TextLine& whole : split_lines(text, file)) {
    const TextLine line = whole.before_comment();
    if (!line.blank() && !line.frame()) lines.push_back(split_line(line));
  }
  return lines;
}

std::uint8_t checked_value(std::uint32_t order, const TextLine& line, const Word& cell) {
  const std::uint32_t size = order * order;
  const std::uint8_t value = value_of(cell.text).value();
  if (value <= size) return value;
  line.fail(fmt::format("'{}' stands in a cell; the values of a {}x{} grid are {}, and an empty cell is a "
                        "dot or 0",
                        cell.text, size, size, range_text(order)),
            cell.column);
}

}  // namespace skerry::sudoku
