#include "puzzles/jump_maze/formats.hpp"

#include "skerry/error.hpp"

#include "app/text/text.hpp"
#include "puzzles/grid/grid.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/core.h>

namespace skerry::jump_maze {

namespace {

struct Row {
  TextLine line;
  std::vector<Word> words;

  /// Returns the column at which a row with another number of numbers becomes wrong.
  std::size_t column_after(std::size_t expected) const {
    if (words.size() > expected) return words[expected].column;
    return words.back().column + characters_in(words.back().text);
  }
};

using Rows = std::vector<Row>;

/// Returns the rows of a line: one, or each list in brackets. Commas part numbers as blanks do.
Rows rows_of(const TextLine& line) {
  Rows rows;
  std::vector<Word> words;
  const auto end_row = [&] {
    if (!words.empty()) rows.push_back({line, std::exchange(words, {})});
  };
  constexpr std::string_view between = " \t\r|,;[]{}";
  for (std::size_t at = 0; at < line.text.size();) {
    const std::size_t end = std::min(line.text.find_first_of(between, at), line.text.size());
    if (end > at) words.push_back({line.text.substr(at, end - at), line.column_of(at)});
    if (end < line.text.size() && (line.text[end] == ']' || line.text[end] == '}')) end_row();
    at = end + 1;
  }
  end_row();
  return rows;
}

bool is_number(const Word& word) {
  return number_of(word.text) >= 0;
}

bool may_be_size(const Row& row) {
  return row.words.size() <= 2 && std::ranges::all_of(row.words, is_number);
}

/// Blank lines separate groups. A line of a size and the group behind it are one.
std::vector<Rows> split_rows(std::string_view text, const std::string& file) {
  std::vector<Rows> groups;
  bool apart = true;
  for (const TextLine& line : split_lines(text, file)) {
    Rows rows = rows_of(line.before_comment());
    if (rows.empty()) {
      const bool size_alone =
          !groups.empty() && groups.back().size() == 1 && may_be_size(groups.back().front());
      apart = apart || (!line.comment() && !size_alone);
      continue;
    }
    if (apart) groups.emplace_back();
    apart = false;
    std::ranges::move(rows, std::back_inserter(groups.back()));
  }
  return groups;
}

/// A line of a size, such as "3 3" or "3".
struct ToldSize {
  Row row;
  std::size_t rows = 0;
  std::size_t columns = 0;
};

/// Returns how many numbers a row has if its digits follow each other without blanks.
std::size_t digits_in(const Row& row) {
  return row.words.size() == 1 ? characters_in(row.words.front().text) : 0;
}

std::optional<ToldSize> take_size(Rows& rows) {
  if (rows.size() < 2 || !may_be_size(rows.front())) return std::nullopt;
  const auto number = [&](const Word& word) { return static_cast<std::size_t>(number_of(word.text)); };
  const ToldSize told{rows.front(), number(rows.front().words.front()), number(rows.front().words.back())};
  const Row& next = rows[1];
  const bool fits =
      told.rows + 1 == rows.size() || told.columns == next.words.size() || told.columns == digits_in(next);
  const bool own_width = told.row.words.size() == next.words.size() && digits_in(told.row) == digits_in(next);
  if (told.rows < least_size || told.columns < least_size || !fits ||
      (own_width && told.rows + 1 != rows.size()))
    return std::nullopt;
  rows.erase(rows.begin());
  return told;
}

/// Returns whether there are rows without blanks.
bool part_digits(Rows& rows) {
  const auto unparted = [](const Row& row) { return digits_in(row) > 0; };
  if (!std::ranges::all_of(rows, unparted) || digits_in(rows.front()) < least_size) return false;
  for (Row& row : rows) {
    const Word whole = row.words.front();
    row.words.clear();
    for (std::size_t at = 0; at < whole.text.size();) {
      std::size_t bytes = 1;
      while (at + bytes < whole.text.size() && characters_in(whole.text.substr(at + bytes, 1)) == 0) ++bytes;
      row.words.push_back({whole.text.substr(at, bytes), whole.column + row.words.size()});
      at += bytes;
    }
  }
  return true;
}

std::uint8_t checked_jump(const Maze& maze, std::uint32_t cell, const TextLine& line, const Word& word) {
  const std::uint32_t longest = longest_jump(maze.size, cell);
  const std::string place = cell_name(maze.size, cell);
  const auto wrong = [&](const std::string& right) {
    line.fail(fmt::format("'{}' stands in {}; {}", word.text, place, right), word.column);
  };
  const std::int32_t number = number_of(word.text);
  if (number < 1 || static_cast<std::uint32_t>(number) > longest) {
    wrong(longest == 1 ? fmt::format("the only jump from there that stays inside {0}x{0} is 1", maze.size)
                       : fmt::format("the jumps from there that stay inside {0}x{0} are 1 to {1}", maze.size,
                                     longest));
  }
  return static_cast<std::uint8_t>(number);
}

/// Checks the mark of the goal: 0 or a letter; any digit if the form of the file has no mark for it.
void expect_goal(const Maze& maze, const TextLine& line, const Word& word, bool unmarked) {
  constexpr std::array<std::string_view, 6> marks = {"0", "G", "g", "X", "x", "*"};
  if (std::ranges::find(marks, word.text) != marks.end() || (unmarked && is_number(word))) return;
  line.fail(fmt::format("'{}' stands in {}; the goal, bottom right, is 0", word.text,
                        cell_name(maze.size, maze.goal())),
            word.column);
}

std::string counted_numbers(std::size_t count) {
  return fmt::format("{} number{}", count, count == 1 ? " stands" : "s stand");
}

void expect_square(const Rows& rows, const std::optional<ToldSize>& told) {
  const Row& first = rows.front();
  const std::size_t size = first.words.size();
  if (told && told->rows != told->columns) {
    told->row.line.fail(
        fmt::format("the size is {} x {}; a maze has as many rows as columns", told->rows, told->columns),
        told->row.words.front().column);
  }
  if (told && (told->rows != rows.size() || told->columns != size)) {
    told->row.line.fail(fmt::format("the size is {0} x {0}, and {1} rows follow, the first one of {2}; a "
                                    "maze has as many rows and columns as its size says",
                                    told->rows, rows.size(), size),
                        told->row.words.front().column);
  }
  if (size < least_size || size > max_size) {
    first.line.fail(fmt::format("{} in a row; a maze has {} to {} rows of as many numbers",
                                counted_numbers(size), least_size, max_size),
                    first.column_after(max_size));
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (row == size) {
      rows[row].line.fail(
          fmt::format("another row follows the {0} of a {0}x{0} maze; a blank line stands between "
                      "mazes",
                      size),
          rows[row].words.front().column);
    }
    if (rows[row].words.size() != size) {
      rows[row].line.fail(fmt::format("{} in this row; {} are expected, as in the first of the maze",
                                      counted_numbers(rows[row].words.size()), size),
                          rows[row].column_after(size));
    }
  }
  if (rows.size() < size) {
    rows.back().line.fail(
        fmt::format("the maze ends after {} of {} rows; it has as many rows as columns", rows.size(), size),
        rows.back().column_after(size));
  }
}

Maze read_maze(Rows rows) {
  const std::optional<ToldSize> told = take_size(rows);
  const bool unmarked_goal = part_digits(rows) && told;
  expect_square(rows, told);
  Maze maze(static_cast<std::uint32_t>(rows.size()));
  std::uint32_t cell = 0;
  for (const Row& row : rows) {
    for (const Word& word : row.words) {
      if (cell == maze.goal()) {
        expect_goal(maze, row.line, word, unmarked_goal);
      } else {
        maze.jumps[cell] = checked_jump(maze, cell, row.line, word);
      }
      ++cell;
    }
  }
  return maze;
}

}  // namespace

std::vector<Maze> parse_mazes(std::string_view text, const std::string& name) {
  std::vector<Maze> mazes;
  for (Rows& rows : split_rows(text, name)) mazes.push_back(read_maze(std::move(rows)));
  if (mazes.empty()) throw DataError(fmt::format("there is no maze in it ({})", name));
  return mazes;
}

Maze parse_maze(std::uint32_t size, std::string_view text, const std::string& name) {
  std::vector<Maze> mazes = parse_mazes(text, name);
  if (mazes.size() > 1) {
    throw DataError(fmt::format("there are {} mazes; one is expected ({})", mazes.size(), name));
  }
  Maze& maze = mazes.front();
  if (maze.size != size) {
    throw DataError(
        fmt::format("the maze is {0}x{0}; one of {1}x{1} is expected ({2})", maze.size, size, name));
  }
  return std::move(maze);
}

std::string maze_text(const Maze& maze) {
  std::vector<std::string> words;
  for (const std::uint32_t jump : maze.jumps) words.push_back(std::to_string(jump));
  return grid_text(maze.size, words);
}

std::string grid_text(std::uint32_t size, std::span<const std::string> words) {
  std::size_t width = 0;
  for (const std::string& word : words) width = std::max(width, word.size());
  std::string text;
  for (std::size_t cell = 0; cell < words.size(); ++cell) {
    text += fmt::format("{:>{}}{}", words[cell], width, (cell + 1) % size == 0 ? '\n' : ' ');
  }
  return text;
}

}  // namespace skerry::jump_maze
