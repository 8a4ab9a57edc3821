#include "puzzles/jump_maze/formats.hpp"

#include "skerry/error.hpp"

#include "app/text/utf8.hpp"
#include "puzzles/grid/text_lines.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::jump_maze {

namespace {

/// A line that holds numbers.
struct Row {
  TextLine line;
  std::vector<Word> words;

  /// Returns the column at which a row with another number of numbers becomes wrong.
  std::size_t column_after(std::size_t expected) const {
    if (words.size() > expected) return words[expected].column;
    return words.back().column + characters_in(words.back().text);
  }
};

/// Returns the rows of a text, in groups that blank lines separate.
std::vector<std::vector<Row>> split_rows(std::string_view text, const std::string& file) {
  std::vector<std::vector<Row>> groups;
  bool apart = true;
  for (const TextLine& line : split_lines(text, file)) {
    std::vector<Word> words = line.before_comment().words();
    if (words.empty()) {
      apart = apart || !line.comment();
      continue;
    }
    if (apart) groups.emplace_back();
    apart = false;
    groups.back().push_back({line, std::move(words)});
  }
  return groups;
}

std::uint8_t checked_jump(const Maze& maze, std::uint32_t cell, const TextLine& line, const Word& word) {
  const std::uint32_t longest = longest_jump(maze.size, cell);
  const std::string place = cell_name(maze.size, cell);
  const auto wrong = [&](const std::string& right) {
    line.fail(fmt::format("'{}' stands in {}; {}", word.text, place, right), word.column);
  };
  const std::int32_t number = number_of(word.text);
  if (cell == maze.goal()) {
    if (number != 0) wrong("the goal, bottom right, is 0");
  } else if (number < 1 || static_cast<std::uint32_t>(number) > longest) {
    wrong(longest == 1 ? fmt::format("the only jump from there that stays inside {0}x{0} is 1", maze.size)
                       : fmt::format("the jumps from there that stay inside {0}x{0} are 1 to {1}", maze.size,
                                     longest));
  }
  return static_cast<std::uint8_t>(number);
}

Maze read_maze(const std::vector<Row>& rows) {
  const std::size_t size = rows.front().words.size();
  if (size < least_size || size > max_size) {
    rows.front().line.fail(fmt::format("{} number{} in a row; a maze has {} to {} rows of as many numbers",
                                       size, size == 1 ? " stands" : "s stand", least_size, max_size),
                           rows.front().column_after(max_size));
  }
  Maze maze(static_cast<std::uint32_t>(size));
  std::uint32_t cell = 0;
  for (const Row& row : rows) {
    if (cell == maze.jumps.size()) {
      row.line.fail(fmt::format("another row follows the {0} of a {0}x{0} maze; a blank line stands between "
                                "mazes",
                                size),
                    row.words.front().column);
    }
    if (row.words.size() != size) {
      row.line.fail(fmt::format("{} number{} in this row; {} are expected, as in the first of the maze",
                                row.words.size(), row.words.size() == 1 ? " stands" : "s stand", size),
                    row.column_after(size));
    }
    for (const Word& word : row.words) {
      maze.jumps[cell] = checked_jump(maze, cell, row.line, word);
      ++cell;
    }
  }
  if (cell < maze.jumps.size()) {
    rows.back().line.fail(fmt::format("the maze ends after {} of {} rows", rows.size(), size),
                          rows.back().column_after(size));
  }
  return maze;
}

}  // namespace

std::vector<Maze> parse_mazes(std::string_view text, const std::string& name) {
  std::vector<Maze> mazes;
  for (const std::vector<Row>& rows : split_rows(text, name)) mazes.push_back(read_maze(rows));
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
