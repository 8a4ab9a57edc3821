#include "puzzles/sudoku/parsing.hpp"

#include "skerry/detail/text.hpp"

#include "app/text/text.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

using std::string_view;

constexpr std::array<std::size_t, 4> sizes = {4, 9, 16, 25};
constexpr std::array<std::size_t, 4> counts = {16, 81, 256, 625};
constexpr string_view blanks = " \t\r";
constexpr string_view brackets = "[](){}\"'";
constexpr string_view commas = ",;";
constexpr string_view middle_dot = "\xC2\xB7";

bool holds(const auto& list, const auto& wanted) {
  return std::ranges::find(list, wanted) != list.end();
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// The lines of boxes, U+2500 to U+257F.
bool draws_box(string_view character) {
  return character.size() == 3 && character[0] == '\xE2' &&
         (character[1] == '\x94' || character[1] == '\x95');
}
bool is_stroke(string_view character) {
  return character == "|" || draws_box(character);
}
bool is_cell(string_view character) {
  if (character.size() > 1) return character == middle_dot;
  return is_digit(character[0]) || is_letter(character[0]) ||
         string_view(".-*_?").find(character[0]) != string_view::npos;
}

/// Columns are counted from `column` on.
std::vector<Word> characters_of(string_view text, std::size_t column = 1) {
  std::vector<Word> characters;
  while (!text.empty()) {
    std::size_t bytes = 1;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) ++bytes;
    characters.push_back({text.substr(0, bytes), column++});
    text.remove_prefix(bytes);
  }
  return characters;
}
std::vector<Word> characters_of(const Word& word) {
  return characters_of(word.text, word.column);
}

std::string lower_case(string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::vector<Word> words_of(const TextLine& line) {
  std::vector<Word> words;
  bool within = false;
  for (const Word& character : characters_of(line.text)) {
    const char first = character.text.front();
    const bool parts = is_stroke(character.text) || blanks.find(first) != string_view::npos ||
                       brackets.find(first) != string_view::npos || commas.find(first) != string_view::npos;
    if (parts) {
      within = false;
    } else if (within) {
      Word& word = words.back();
      word.text = {word.text.data(), word.text.size() + character.text.size()};
    } else {
      words.push_back(character);
      within = true;
    }
  }
  return words;
}

/// Returns the name of a section that a line begins, such as [Puzzle]; empty if it begins none.
std::string section_name(const TextLine& line) {
  const string_view text = trimmed(line.text, blanks);
  if (text.size() < 3 || text.front() != '[' || text.back() != ']') return {};
  const string_view name = text.substr(1, text.size() - 2);
  const bool named = std::ranges::all_of(name, [](char c) { return is_letter(c) || c == ' '; });
  return named ? lower_case(name) : std::string();
}

/// Tells whether a line is a title of a puzzle, such as "Grid 01".
bool is_title(std::span<const Word> words) {
  constexpr std::array<string_view, 10> titles = {"grid", "puzzle", "puzzles", "sudoku",  "problem",
                                                  "game", "board",  "quiz",    "quizzes", "solution"};
  const string_view first = words.front().text;
  return holds(titles, lower_case(first.substr(0, first.find_first_of("0123456789:#"))));
}

/// Tells whether a line names the columns of a table, one of which has puzzles.
bool is_table_header(const TextLine& line, std::span<const Word> words) {
  constexpr std::array<string_view, 8> names = {"puzzle", "quiz",    "sudoku",   "board",
                                                "grid",   "problem", "question", "clue"};
  if (line.text.find_first_of(",;\t") == string_view::npos) return false;
  return std::ranges::any_of(words, [&](const Word& word) {
    const std::string name = lower_case(word.text);
    return std::ranges::any_of(names, [&](string_view begin) { return name.starts_with(begin); });
  });
}

enum class FrameKind { none, frame, dashes };

FrameKind frame_kind(const TextLine& line) {
  bool corner = false, dash = false, stroke = false, rare = false;
  for (const Word& character : characters_of(line.text)) {
    const char c = character.text.front();
    if (draws_box(character.text) || c == '+' || c == '=') {
      corner = true;
    } else if (c == '-') {
      dash = true;
    } else if (c == '|') {
      stroke = true;
    } else if (string_view("*.:'`").find(c) != string_view::npos) {
      rare = true;
    } else if (blanks.find(c) == string_view::npos) {
      return FrameKind::none;
    }
  }
  if (rare) return line.text.find("---") == string_view::npos ? FrameKind::none : FrameKind::frame;
  if (corner || !dash) return corner || stroke ? FrameKind::frame : FrameKind::none;
  return FrameKind::dashes;
}

/// Returns the number that a line states if it may be the line of a size: "9", "9 9", "9x9" or "3".
std::optional<std::uint32_t> size_told(std::span<const Word> words) {
  std::vector<std::int32_t> numbers;
  for (const Word& word : words) {
    if (words.size() == 3 && &word == &words[1] && lower_case(word.text) == "x") continue;
    for (string_view rest = word.text;;) {
      const std::size_t cross = rest.find_first_of("xX");
      numbers.push_back(number_of(rest.substr(0, cross)));
      if (cross == string_view::npos) break;
      rest.remove_prefix(cross + 1);
    }
  }
  if (numbers.empty() || numbers.size() > 2 || numbers.front() != numbers.back()) return std::nullopt;
  const std::int32_t number = numbers.front();
  const auto size = static_cast<std::size_t>(std::max(number, 0));
  if ((number < 2 || number > 5) && !holds(sizes, size)) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

/// Reads the game id of `solo`, "3x3:givens", from left to right.
class SoloReader {
 public:
  SoloReader(const TextLine& line, const Word& word)
      : line_(line), text_(word.text), first_column_(word.column) {}

  /// Tells whether a word looks like a game id: a size and letters before a colon.
  static bool begins(string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == string_view::npos || colon == 0 || colon + 1 == text.size() || !is_digit(text[0]))
      return false;
    return std::ranges::all_of(text.substr(0, colon),
                               [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); });
  }

  CellLine read() {
    const std::uint32_t order = read_order();
    const std::size_t cells = Puzzle(order).cell_count();
    CellLine found{.line = line_, .numbers = order > 3, .one_puzzle = true};
    bool after_number = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ',' && at_ + 1 == text_.size()) break;
      if (c == ',')
        fail(
            "a part follows the givens, as the ids of jigsaw and killer sudoku have; the boxes of a plain "
            "one are squares, as in 3x3:givens");
      if (c >= 'a' && c <= 'z') {
        const std::size_t skipped = static_cast<std::size_t>(c - 'a') + 1;
        for (std::size_t i = 0; i < skipped; ++i) found.cells.push_back({".", column()});
        after_number = false;
        ++at_;
      } else if (is_digit(c) && c != '0' && !after_number) {
        const std::size_t start = at_;
        while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
        found.cells.push_back({text_.substr(start, at_ - start), first_column_ + start});
        after_number = true;
      } else if (c == '_' && after_number) {
        after_number = false;
        ++at_;
      } else {
        fail(
            fmt::format("'{}' stands among the givens, which are numbers from 1, letters that skip cells, "
                        "and _ between two numbers",
                        characters_of(text_.substr(at_)).front().text));
      }
      if (found.cells.size() > cells)
        fail(fmt::format("the givens are of more than {} cells; boxes of {}x{} make so many", cells, order,
                         order));
    }
    if (found.cells.size() < cells)
      fail(fmt::format("the givens are of {} cells; the puzzle has {}", found.cells.size(), cells));
    return found;
  }

 private:
  std::size_t column() const { return first_column_ + characters_in(text_.substr(0, at_)); }
  [[noreturn]] void fail(const std::string& message) const { line_.fail(message, column()); }

  std::int32_t take_number() {
    const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
    const std::int32_t number = number_of(text_.substr(at_, end - at_));
    at_ = end;
    return number;
  }

  std::uint32_t read_order() {
    const std::int32_t columns = take_number();
    std::int32_t rows = columns;
    if (text_[at_] == 'x' && is_digit(text_[at_ + 1])) {
      ++at_;
      rows = take_number();
    }
    for (; text_[at_] != ':'; ++at_) {
      if (text_[at_] == 'j')
        fail(
            "the id is of a jigsaw sudoku, whose boxes have other shapes; the boxes of a plain one are "
            "squares, as in 3x3:givens");
      if (text_[at_] == 'x')
        fail("the id is of a sudoku X, whose diagonals count; a plain one begins as in 3x3:givens");
      if (text_[at_] == 'k')
        fail("the id is of a killer sudoku, which has cages; a plain one begins as in 3x3:givens");
      if (text_[at_] == 'd') ++at_;  // the letter of a difficulty follows
      if (text_[at_] == ':') break;
    }
    if (rows != columns || rows < std::int32_t{least_order} || rows > std::int32_t{max_order})
      line_.fail(fmt::format("the boxes are {}x{}; they are 2x2, 3x3, 4x4 or 5x5 here", columns, rows),
                 first_column_);
    ++at_;
    return static_cast<std::uint32_t>(rows);
  }

  const TextLine& line_;
  string_view text_;
  std::size_t first_column_;
  std::size_t at_ = 0;
};

/// Returns the texts between separators, in each of which is a cell or none; none if they are no row or grid.
std::optional<std::vector<Word>> fields_of(const TextLine& line, char separator) {
  const bool bare = separator == '|' || separator == '\t';
  std::string_view text = line.text;
  std::size_t offset = 0;
  if (separator == '|') {
    offset = text.find_first_not_of(blanks);
    const string_view inner = trimmed(text, blanks);
    if (inner.size() < 2 || inner.front() != '|' || inner.back() != '|') return std::nullopt;
    ++offset;
    text = inner.substr(1, inner.size() - 2);
  }
  std::vector<Word> fields;
  bool any_blank = false;
  for (std::size_t start = 0;;) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    const string_view field = trimmed(text.substr(start, end - start), " \t\r\"'");
    if (characters_in(field) > 2 || !std::ranges::all_of(characters_of(field), is_cell, &Word::text))
      return std::nullopt;
    any_blank = any_blank || field.empty();
    const std::size_t place =
        field.empty() ? offset + start : static_cast<std::size_t>(field.data() - line.text.data());
    fields.push_back({field, line.column_of(place)});
    if (end == text.size()) break;
    start = end + 1;
  }
  if (bare && !any_blank) return std::nullopt;
  const auto fits = [&] { return holds(sizes, fields.size()) || (!bare && holds(counts, fields.size())); };
  if (!fits() && fields.back().text.empty()) fields.pop_back();
  if (!fits()) return std::nullopt;
  return fields;
}

bool has_two_digits(const Word& word) {
  return word.text.size() == 2 && is_digit(word.text[0]) && is_digit(word.text[1]);
}

/// Tells whether words are numbers up to a size, of which some have two digits.
bool are_numbers(std::span<const Word> words) {
  constexpr std::array<std::size_t, 4> of_numbers = {16, 25, 256, 625};
  if (!holds(of_numbers, words.size())) return false;
  const std::int32_t size = words.size() == 16 || words.size() == 256 ? 16 : 25;
  const auto plausible = [&](const Word& word) {
    return characters_in(word.text) == 1 || (has_two_digits(word) && number_of(word.text) <= size);
  };
  return std::ranges::any_of(words, has_two_digits) && std::ranges::all_of(words, plausible);
}

/// Returns the word that is a puzzle in one line beside others, such as an id, a solution or a rating; none
/// if there is none. A grid without empty cells is one only if no long word beside it may be the puzzle.
const Word* one_line_among(std::span<const Word> words, std::span<const std::size_t> lengths) {
  const Word* full = nullptr;
  std::size_t long_words = 0;
  for (const Word& word : words) {
    const std::vector<Word> characters = characters_of(word);
    if (characters.size() > 40) ++long_words;
    if (!holds(lengths, characters.size()) || !std::ranges::all_of(characters, is_cell, &Word::text))
      continue;
    const auto open = [](const Word& cell) { return is_mark(cell.text) || cell.text == "0"; };
    if (std::ranges::any_of(characters, open)) return &word;
    if (full == nullptr) full = &word;
  }
  return long_words > 1 ? nullptr : full;
}

/// Reads a line in which no blank is an empty cell.
CellLine split_line(const TextLine& line, std::span<const Word> words) {
  CellLine cells{.line = line, .parted = words.size() > 1};
  constexpr std::array<std::size_t, 3> long_counts = {81, 256, 625};
  constexpr std::array<std::size_t, 1> short_count = {16};
  const auto take_one_line = [&](std::span<const std::size_t> lengths) {
    const Word* word = one_line_among(words, lengths);
    if (word == nullptr) return false;
    cells.cells = characters_of(*word);
    cells.parted = false;
    return true;
  };
  if (words.size() > 1 && take_one_line(long_counts)) return cells;
  if (SoloReader::begins(words.front().text)) {
    // The words of an id are parted by blanks only.
    const std::size_t start = line.text.find_first_not_of(blanks);
    const std::size_t end = std::min(line.text.find_first_of(blanks, start), line.text.size());
    return SoloReader(line, {line.text.substr(start, end - start), line.column_of(start)}).read();
  }
  if (line.text.find_first_of("[({") == string_view::npos) {
    for (const char separator : {',', ';', '\t', '|'}) {
      if (line.text.find(separator) == string_view::npos) continue;
      auto fields = fields_of(line, separator);
      if (!fields) continue;
      cells.numbers = std::ranges::any_of(*fields, has_two_digits);
      cells.cells = std::move(*fields);
      cells.parted = true;
      return cells;
    }
  }
  if (are_numbers(words)) {
    cells.numbers = true;
    cells.cells.assign(words.begin(), words.end());
    return cells;
  }
  const Word* foreign = nullptr;
  for (const Word& word : words) {
    for (const Word& character : characters_of(word)) cells.cells.push_back(character);
  }
  for (const Word& cell : cells.cells) {
    if (foreign == nullptr && !is_cell(cell.text)) foreign = &cell;
  }
  const std::size_t count = cells.cells.size();
  const bool complete = foreign == nullptr && (holds(sizes, count) || holds(counts, count));
  if (!complete && words.size() > 1) {
    std::vector<Word> all = std::exchange(cells.cells, {});
    if (take_one_line(short_count)) return cells;
    cells.cells = std::move(all);
  }
  if (foreign != nullptr) {
    line.fail(fmt::format("'{}' stands in a cell; a value is 1 to 9 or a letter from A to P, and an empty "
                          "cell is a dot or 0",
                          foreign->text),
              foreign->column);
  }
  cells.size_told = size_told(words);
  return cells;
}

/// Tells whether a line consists of values and blanks, as one does in which a blank is an empty cell.
bool blank_is_cell(const TextLine& line) {
  return std::ranges::all_of(line.text,
                             [](char c) { return c == ' ' || is_letter(c) || (is_digit(c) && c != '0'); });
}

string_view without_return(string_view text) {
  return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
}

CellLine blank_line(const TextLine& line) {
  CellLine cells{.line = line};
  for (const Word& character : characters_of(line.text))
    cells.cells.push_back(character.text == " " ? Word{"", character.column} : character);
  return cells;
}

/// Returns how many of the first lines are rows of a grid whose empty cells are blanks: as many as each has
/// characters. If one line is the whole grid, it is 1; if there is no such grid, 0.
std::size_t rows_with_blanks(std::span<const TextLine> lines) {
  const std::size_t length = lines.front().text.size();
  const auto eligible = [&](const TextLine& line) {
    return line.text.size() == length && blank_is_cell(line);
  };
  if (!eligible(lines.front())) return 0;
  if (holds(counts, length) && !lines.front().blank() &&
      lines.front().text.find("    ") != string_view::npos) {
    const auto values = length - static_cast<std::size_t>(std::ranges::count(lines.front().text, ' '));
    return length == 16 && holds(sizes, values) ? 0 : 1;  // four values far apart are a row
  }
  if (!holds(sizes, length) || lines.size() < length) return 0;
  const auto rows = lines.first(length);
  if (!std::ranges::all_of(rows, eligible)) return 0;
  const bool all_full = std::ranges::all_of(
      rows, [](const TextLine& line) { return line.text.find(' ') == string_view::npos; });
  const bool all_blank = std::ranges::all_of(rows, [](const TextLine& line) { return line.blank(); });
  return all_full || all_blank ? 0 : length;
}

/// Throws for a section that may hold anything.
bool holds_puzzles(const std::string& section, const TextLine& line) {
  constexpr std::array<string_view, 6> read = {"puzzle", "puzzles", "sudoku", "grid", "givens", "collection"};
  constexpr std::array<string_view, 9> passed_over = {
      "state", "pencilmarks", "pencil marks", "candidates", "solution", "history", "moves", "info", "format"};
  if (holds(read, section)) return true;
  if (!holds(passed_over, section))
    line.fail(fmt::format("a section [{}] begins here; the section of a puzzle is [Puzzle]", section), 1);
  return false;
}

}  // namespace

void CellLine::fail_count(const std::string& message, std::size_t expected) const {
  const auto end = [](const Word& word) { return word.column + characters_in(word.text); };
  line.fail(message, cells.size() > expected ? cells[expected].column : end(cells.back()));
}

bool is_mark(std::string_view cell) {
  constexpr std::array<string_view, 9> marks = {"", ".", "-", "*", "_", "?", "x", "X", middle_dot};
  return holds(marks, cell);
}

bool CellReader::append_to(std::vector<CellLine>& lines) {
  for (;;) {
    while (ahead_.size() < max_size) {
      auto line = lines_.next();
      if (!line) break;
      line = line->before_comment();
      line->text = without_return(line->text);
      ahead_.push_back(*line);
    }
    if (ahead_.empty()) return false;
    if (const std::size_t rows = holds_puzzles_ ? rows_with_blanks(ahead_) : 0; rows > 0) {
      for (std::size_t row = 0; row < rows; ++row) lines.push_back(blank_line(ahead_[row]));
      ahead_.erase(ahead_.begin(), ahead_.begin() + static_cast<std::ptrdiff_t>(rows));
      return true;
    }
    const TextLine line = ahead_.front();
    ahead_.erase(ahead_.begin());
    if (line.blank()) continue;
    if (const std::string section = section_name(line); !section.empty()) {
      holds_puzzles_ = holds_puzzles(section, line);
      continue;
    }
    const FrameKind frame = frame_kind(line);
    const std::vector<Word> words = words_of(line);
    if (!holds_puzzles_ || frame == FrameKind::frame || words.empty()) continue;
    if (is_title(words) || is_table_header(line, words)) continue;
    lines.push_back(split_line(line, words));
    lines.back().maybe_frame = frame == FrameKind::dashes;
    return true;
  }
}

bool dashes_are_marks(std::string_view text, const std::string& file) {
  if (text.find('-') == string_view::npos) return false;
  CellReader reader(text, file);
  bool found = false;
  for (std::vector<CellLine> lines; reader.append_to(lines); lines.clear()) {
    found = found || std::ranges::any_of(lines, [](const CellLine& line) {
              return !line.maybe_frame &&
                     std::ranges::any_of(line.cells, [](const Word& cell) { return cell.text == "-"; });
            });
  }
  return found;
}

std::vector<CellLine> split_cells(std::string_view text, const std::string& file) {
  std::vector<CellLine> lines;
  for (CellReader reader(text, file); reader.append_to(lines);) {
  }
  if (!dashes_are_marks(text, file))
    std::erase_if(lines, [](const CellLine& line) { return line.maybe_frame; });
  return lines;
}

std::uint8_t checked_value(const Puzzle& puzzle, const TextLine& line, const Word& cell) {
  const std::uint32_t size = puzzle.size();
  if (const auto value = puzzle.symbols.value(cell.text, size)) return *value;
  const bool zero = cell.text == "0" || cell.text == "00";
  if (is_mark(cell.text) || zero) return 0;
  line.fail(
      fmt::format("'{}' stands in a cell; the values of {} {}x{} grid are {}, and an empty cell is a dot{}",
                  cell.text, puzzle.symbols == Symbols() ? "a" : "this", size, size,
                  puzzle.symbols.range(size), puzzle.symbols.has_zero() ? "" : " or 0"),
      cell.column);
}

}  // namespace skerry::sudoku
