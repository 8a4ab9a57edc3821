#include "puzzles/skyscraper/formats.hpp"

#include "skerry/error.hpp"

#include "puzzles/skyscraper/solve.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::uint32_t letters = 26;

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

struct FieldLine {
  TextLine line;
  std::vector<Word> fields;

  void expect(std::size_t count, const std::string& what) const {
    if (fields.size() == count) return;
    const std::size_t column = fields.size() > count
                                   ? fields[count].column
                                   : line.column_of(line.text.find_last_not_of(" \t\r|") + 1);
    line.fail(fmt::format("{} fields stand here; {} are expected: {}", fields.size(), count, what), column);
  }
};

void read_clues(Puzzle& puzzle, const FieldLine& fields, Side side) {
  fields.expect(puzzle.size, fmt::format("the clues of the {}", side == Side::top ? "top" : "bottom"));
  const auto& [line, words] = fields;
  for (std::uint32_t at = 0; at < puzzle.size; ++at) {
    if (!is_none(words[at])) puzzle.clue(side, at) = checked_clue(line, words[at], puzzle.size);
  }
}

void read_row(Puzzle& puzzle, const FieldLine& fields, std::uint32_t row) {
  fields.expect(std::size_t{puzzle.size} + 2,
                fmt::format("the clue on the left, {} cells, the clue on the right", puzzle.size));
  const auto& [line, words] = fields;
  if (!is_none(words.front())) puzzle.clue(Side::left, row) = checked_clue(line, words.front(), puzzle.size);
  if (!is_none(words.back())) puzzle.clue(Side::right, row) = checked_clue(line, words.back(), puzzle.size);
  for (std::uint32_t column = 0; column < puzzle.size; ++column) {
    const Word& word = words[column + 1];
    if (!is_none(word)) puzzle.givens[row * puzzle.size + column] = checked_given(line, word, puzzle.size);
  }
}

Puzzle parse_plain(std::span<const FieldLine> lines) {
  const auto& [top, words] = lines.front();
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
  read_clues(puzzle, lines.front(), Side::top);
  for (std::uint32_t row = 0; row < puzzle.size; ++row) {
    if (row + 1 == lines.size()) {
      lines.back().line.fail(fmt::format("the grid ends after {} of {} rows", row, puzzle.size), 1);
    }
    read_row(puzzle, lines[row + 1], row);
  }
  const std::size_t bottom = std::size_t{puzzle.size} + 1;
  if (bottom == lines.size()) {
    lines.back().line.fail(
        "the grid ends without a line with the clues of the bottom; dots where there is none", 1);
  }
  read_clues(puzzle, lines[bottom], Side::bottom);
  if (bottom + 1 < lines.size()) {
    lines[bottom + 1].line.fail("the puzzle is complete; an empty line parts it from the next", 1);
  }
  return puzzle;
}

enum class ClueOrder { sides, clockwise };

/// Returns the puzzle of a list of 4 n clues, in which 0 stands for none.
Puzzle puzzle_of_list(std::span<const std::uint8_t> clues, ClueOrder order) {
  const auto size = static_cast<std::uint32_t>(clues.size() / 4);
  Puzzle puzzle(size);
  if (order == ClueOrder::sides) {
    std::ranges::copy(clues, puzzle.clues.begin());
    return puzzle;
  }
  for (std::uint32_t at = 0; at < size; ++at) {
    puzzle.clue(Side::top, at) = clues[at];
    puzzle.clue(Side::right, at) = clues[size + at];
    puzzle.clue(Side::bottom, size - 1 - at) = clues[2 * size + at];
    puzzle.clue(Side::left, size - 1 - at) = clues[3 * size + at];
  }
  return puzzle;
}

/// How many solutions a puzzle has, as far as a short search tells.
enum class Solutions { none, one, several, unknown };

Solutions solutions_of(const Puzzle& puzzle) {
  constexpr std::uint32_t largest = 9;
  constexpr std::uint64_t most_guesses = 1'000;
  if (puzzle.size > largest) return Solutions::unknown;
  const SolveResult result = solve(puzzle, 2, {}, most_guesses);
  if (result.solutions > 1) return Solutions::several;
  if (result.gave_up) return Solutions::unknown;
  return result.solutions == 1 ? Solutions::one : Solutions::none;
}

/// Decides in which order a list holds its clues: as published if it leaves clues out, unless only the
/// other order has a solution; otherwise in the only order that has one. Returns none if both have.
std::optional<ClueOrder> order_of(std::span<const std::uint8_t> clues) {
  const Puzzle by_sides = puzzle_of_list(clues, ClueOrder::sides);
  const Puzzle clockwise = puzzle_of_list(clues, ClueOrder::clockwise);
  if (by_sides.clues == clockwise.clues) return ClueOrder::sides;
  const Solutions sides_have = solutions_of(by_sides);
  const Solutions clockwise_has = solutions_of(clockwise);
  const bool leaves_out = std::ranges::find(clues, 0) != clues.end();
  if (sides_have == Solutions::none)
    return clockwise_has == Solutions::none && !leaves_out ? ClueOrder::sides : ClueOrder::clockwise;
  if (clockwise_has == Solutions::none) return ClueOrder::sides;
  const bool only_sides_prove = sides_have == Solutions::one && clockwise_has != Solutions::one;
  if (leaves_out && !only_sides_prove) return ClueOrder::clockwise;
  return std::nullopt;
}

/// Takes the name of an order from the beginning of a line: "clockwise:" or "sides:".
std::optional<ClueOrder> take_order(FieldLine& line) {
  if (line.fields.empty()) return std::nullopt;
  const std::string_view word = line.fields.front().text;
  if (word != "clockwise:" && word != "sides:") return std::nullopt;
  line.fields.erase(line.fields.begin());
  return word == "sides:" ? ClueOrder::sides : ClueOrder::clockwise;
}

Puzzle parse_list(std::span<const FieldLine> lines, std::optional<ClueOrder> order) {
  std::size_t count = 0;
  for (const FieldLine& line : lines) count += line.fields.size();
  const auto size = static_cast<std::uint32_t>(count / 4);
  const TextLine& first = lines.front().line;
  if (size > max_size) {
    first.fail(fmt::format("{} clues stand here, for a puzzle of size {}; at most {} is possible", count,
                           size, max_size),
               lines.front().fields.front().column);
  }
  std::vector<std::uint8_t> clues;
  for (const FieldLine& line : lines) {
    for (const Word& word : line.fields)
      clues.push_back(is_none(word) ? std::uint8_t{0} : checked_clue(line.line, word, size));
  }
  if (!order) order = order_of(clues);
  if (!order) {
    first.fail(
        fmt::format(
            "these {} clues may have a solution clockwise from the top left corner, and by sides (top, "
            "bottom, left, right), too; write clockwise: or sides: before them",
            clues.size()),
        lines.front().fields.front().column);
  }
  Puzzle puzzle = puzzle_of_list(clues, *order);
  puzzle.where = fmt::format("{}:{}", *first.file, first.number);
  return puzzle;
}

/// Tells whether the lines are a grid with its clues around it that has marks in the corners, too.
bool has_corners(std::span<const FieldLine> lines) {
  const std::size_t width = lines.size();
  const auto square = [&](const FieldLine& line) { return line.fields.size() == width; };
  if (width < 3 || width == 4 || !std::ranges::all_of(lines, square)) return false;
  const auto open = [](const FieldLine& line) {
    return is_none(line.fields.front()) && is_none(line.fields.back());
  };
  return open(lines.front()) && open(lines.back());
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

bool is_none(const Word& word) {
  return word.text == "." || word.text == "0" || word.text == "-";
}

std::vector<Word> fields_of(const TextLine& line) {
  constexpr std::string_view between = " \t\r|,;[](){}\"'";
  std::vector<Word> fields;
  for (std::size_t at = line.text.find_first_not_of(between); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.text.find_first_of(between, at), line.text.size());
    fields.push_back({line.text.substr(at, end - at), line.column_of(at)});
    at = line.text.find_first_not_of(between, end);
  }
  return fields;
}

std::vector<Word> words_of(const TextLine& line, std::size_t count, const std::string& what) {
  FieldLine fields{line, fields_of(line)};
  fields.expect(count, what);
  return std::move(fields.fields);
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

namespace {

/// Returns the size that stands alone in the first line; 0 if there is none.
std::size_t told_size(std::span<const FieldLine> lines) {
  if (lines.size() < 2 || lines.front().fields.size() != 1) return 0;
  const std::int32_t number = number_of(lines.front().fields.front().text);
  return number > 1 ? static_cast<std::size_t>(number) : 0;
}

std::vector<std::optional<ClueOrder>> take_orders(std::vector<FieldLine>& lines) {
  std::vector<std::optional<ClueOrder>> orders;
  for (FieldLine& line : lines) orders.push_back(take_order(line));
  if (lines.front().fields.empty() && lines.size() > 1) {  // the order in a line of its own
    lines.erase(lines.begin());
    std::rotate(orders.begin(), orders.begin() + 1, orders.end());
    orders.front() = orders.back();
  }
  return orders;
}

/// There is at least one line, and no frames or comments: a grid with clues around it, or lists of clues, a
/// puzzle each.
void parse_block(std::span<const TextLine> block, const std::function<void(Puzzle)>& each) {
  // Lists behind these are split one after another, since a block of them may be a whole file.
  constexpr std::size_t longest_grid = max_size + 4;
  const TextLine first = block.front();
  std::vector<FieldLine> lines;
  for (; !block.empty() && lines.size() < longest_grid; block = block.subspan(1)) {
    lines.push_back({block.front(), fields_of(block.front())});
    if (lines.back().fields.empty()) lines.pop_back();
  }
  if (lines.empty()) first.fail("no number stands here; a clue, a cell or a game id is expected", 1);
  const std::size_t told = told_size(lines);
  const FieldLine size_line = lines.front();
  if (told > 0) lines.erase(lines.begin());
  const std::vector<std::optional<ClueOrder>> orders = take_orders(lines);
  const std::size_t width = lines.front().fields.size();
  if (block.empty() && has_corners(lines) && (told == 0 || told + 2 == width)) {
    for (FieldLine* edge : {&lines.front(), &lines.back()})
      edge->fields = {edge->fields.begin() + 1, edge->fields.end() - 1};
    return each(parse_plain(lines));
  }
  const auto is_list = [&](const FieldLine& line) {
    return line.fields.size() % 4 == 0 && line.fields.size() >= 8 &&
           (told == 0 || line.fields.size() == 4 * told);
  };
  const bool plain = lines.size() > 1 && lines[1].fields.size() == width + 2;
  const auto is_further_list = [&](const TextLine& line) {
    FieldLine further{line, fields_of(line)};
    const bool blank = further.fields.empty();
    take_order(further);
    return blank || is_list(further);
  };
  if (!plain && std::ranges::all_of(lines, is_list) && std::ranges::all_of(block, is_further_list)) {
    for (std::size_t i = 0; i < lines.size(); ++i)
      each(parse_list(std::span(lines).subspan(i, 1), orders[i]));
    for (const TextLine& line : block) {
      FieldLine further{line, fields_of(line)};
      const auto order = take_order(further);
      if (!further.fields.empty()) each(parse_list(std::span(&further, 1), order));
    }
    return;
  }
  const auto same_width = [&](const FieldLine& line) { return line.fields.size() == width; };
  if (lines.size() == 4 && width > 1 && (told == 0 || told == width) &&
      std::ranges::all_of(lines, same_width))
    return each(parse_list(lines, orders.front()));
  if (told > 0 && (told != width || lines.size() < told + 2)) {
    size_line.line.fail(
        fmt::format("the size is {0}, and {1} line{2} follow{3}; {4} clues in one line or in four are "
                    "expected, or a grid of {5} lines with its clues around it",
                    told, lines.size() + block.size(), lines.size() == 1 ? "" : "s",
                    lines.size() == 1 ? "s" : "", 4 * told, told + 2),
        size_line.fields.front().column);
  }
  each(parse_plain(lines));
}

void read_puzzles(std::string_view text, const std::string& name, const std::function<void(Puzzle)>& each) {
  std::vector<TextLine> grid;
  const auto end_grid = [&] {
    if (!grid.empty()) parse_block(grid, each);
    grid.clear();
  };
  LineReader reader(text, name);
  while (const auto whole = reader.next()) {
    if (whole->comment() || whole->frame()) continue;
    const TextLine line = whole->before_comment();
    const bool id = is_game_id(line);
    if (line.blank() || id) end_grid();
    if (id) each(parse_game_id(line));
    if (!line.blank() && !id) grid.push_back(line);
  }
  end_grid();
}

}  // namespace

void for_each_puzzle(std::string_view text, const std::string& name,
                     const std::function<void(Puzzle)>& each) {
  bool found = false;
  read_puzzles(text, name, [&](const Puzzle&) { found = true; });
  if (!found) throw DataError(fmt::format("there is no puzzle in it ({})", name));
  read_puzzles(text, name, each);
}

std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name) {
  std::vector<Puzzle> puzzles;
  for_each_puzzle(text, name, [&](Puzzle puzzle) { puzzles.push_back(std::move(puzzle)); });
  return puzzles;
}

}  // namespace skerry::skyscraper
