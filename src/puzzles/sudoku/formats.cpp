#include "puzzles/sudoku/formats.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/text/text.hpp"
#include "puzzles/sudoku/parsing.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

struct Cell {
  const TextLine* line = nullptr;
  Word word;

  bool marked() const { return is_mark(word.text); }
  bool zero() const { return word.text == "0" || word.text == "00"; }
  [[noreturn]] void fail(const std::string& message) const { line->fail(message, word.column); }
};

/// A puzzle as it stands in a file, before it is known what its characters stand for.
struct Draft {
  std::uint32_t order = 0;
  bool numbers = false;
  std::vector<Cell> cells = {};

  std::uint32_t size() const { return order * order; }
};

/// Zeros count as values if the symbols have a zero; cells with a mark do not count.
bool written_in(const Draft& draft, const Symbols& symbols) {
  return std::ranges::all_of(draft.cells, [&](const Cell& cell) {
    return cell.marked() || (cell.zero() && !symbols.has_zero()) ||
           symbols.value(cell.word.text, draft.size());
  });
}

/// Returns a cell whose 0 would repeat one of its row, its column or its box if 0 were a value, and that
/// unit; none if 0 may be a value.
std::optional<std::pair<std::uint32_t, std::uint32_t>> repeated_zero(const Draft& draft) {
  std::set<std::uint32_t> holding;
  for (std::uint32_t cell = 0; cell < draft.cells.size(); ++cell) {
    if (!draft.cells[cell].zero()) continue;
    for (const std::uint32_t unit : units_of(draft.order, cell)) {
      if (!holding.insert(unit).second) return std::pair(cell, unit);
    }
  }
  return std::nullopt;
}

/// Returns the letters of a puzzle if they are all of its symbols, in their order; empty otherwise. X is
/// one of them if another character marks the empty cells.
std::string own_letters(const Draft& draft) {
  const auto is_x = [](const Cell& cell) { return cell.word.text == "x" || cell.word.text == "X"; };
  const bool x_is_letter = std::ranges::any_of(
      draft.cells, [&](const Cell& cell) { return cell.zero() || (cell.marked() && !is_x(cell)); });
  std::set<char> letters;
  for (const Cell& cell : draft.cells) {
    if (cell.zero() || (cell.marked() && !(x_is_letter && is_x(cell)))) continue;
    const char c = cell.word.text.front();
    const bool small = c >= 'a' && c <= 'z';
    if (cell.word.text.size() > 1 || (!small && (c < 'A' || c > 'Z'))) return {};
    letters.insert(small ? static_cast<char>(c - 'a' + 'A') : c);
  }
  return {letters.begin(), letters.end()};
}

bool small_letters(const Draft& draft) {
  bool found = false;
  for (const Cell& cell : draft.cells) {
    const char c = cell.word.text.empty() ? '.' : cell.word.text.front();
    if (cell.marked()) continue;
    if (c >= 'A' && c <= 'Z') return false;
    found = found || (c >= 'a' && c <= 'z');
  }
  return found;
}

[[noreturn]] void fail_foreign(const Draft& draft, const Symbols& usual) {
  Puzzle puzzle(draft.order);
  puzzle.symbols = usual;
  for (const Cell& cell : draft.cells) checked_value(puzzle, *cell.line, cell.word);
  throw Error(ExitStatus::failed, "a puzzle of sudoku has symbols of no kind");
}

struct Reading {
  Symbols symbols;
  bool certain = false;  ///< whether the puzzle alone shows that they are not the usual ones
};

/// Zeros are empty cells, unless other cells are marked as empty or none would be empty.
Reading reading_of(const Draft& draft) {
  const Symbols usual = draft.numbers ? Symbols::numbers(1) : Symbols();
  const Symbols from_zero = draft.numbers ? Symbols::numbers(0) : Symbols::from_zero();
  const auto zeros = static_cast<std::uint32_t>(std::ranges::count_if(draft.cells, &Cell::zero));
  const bool marks = std::ranges::any_of(draft.cells, &Cell::marked);
  if (zeros > 0 && written_in(draft, from_zero)) {
    const auto repeated = repeated_zero(draft);
    if (marks && repeated) {
      const std::uint32_t size = draft.size();
      const auto mark = std::ranges::find_if(draft.cells, &Cell::marked);
      draft.cells[repeated->first].fail(fmt::format(
          "0 stands twice in {}, and '{}' marks empty cells, too; if 0 is a value ({} for {}x{}), it stands "
          "there once, and if it is an empty cell, write all of them as a dot",
          unit_name(draft.order, repeated->second), mark->word.text, from_zero.range(size), size, size));
    }
    if (marks || (!repeated && zeros == draft.size()))
      return {small_letters(draft) ? from_zero.lower_case() : from_zero, true};
  }
  if (written_in(draft, usual)) return {usual, draft.numbers};
  std::string letters = own_letters(draft);
  Symbols own = Symbols::letters();
  const bool in_order = written_in(draft, own);
  if (in_order && !own.value("X", draft.size())) std::erase(letters, 'X');  // there it marks empty cells
  if (2 * letters.size() >= draft.size()) {  // fewer are mistakes among the usual symbols
    if (!in_order) {
      if (letters.size() != draft.size() || draft.order < 3) fail_foreign(draft, usual);
      own = Symbols(letters);
    }
    return {small_letters(draft) ? own.lower_case() : own, true};
  }
  fail_foreign(draft, usual);
}

/// Returns an empty text if no given contradicts another one.
std::string contradiction_of(const Puzzle& puzzle, std::span<const Cell> cells) {
  constexpr std::uint32_t none = max_cells;
  std::array<std::array<std::uint32_t, max_size + 1>, max_units> holder{};
  for (auto& unit : holder) unit.fill(none);
  const std::uint32_t order = puzzle.order;
  for (std::uint32_t cell = 0; cell < puzzle.cell_count(); ++cell) {
    const std::uint8_t value = puzzle.givens[cell];
    if (value == 0) continue;
    for (const std::uint32_t unit : units_of(order, cell)) {
      const std::uint32_t other = holder[unit][value];
      holder[unit][value] = cell;
      if (other == none) continue;
      return fmt::format("{} is given in {} and in {}, twice in {}; a value stands there once ({})",
                         puzzle.symbols.text(value), cell_name(order, other), cell_name(order, cell),
                         unit_name(order, unit), cells[cell].line->where(cells[cell].word.column));
    }
  }
  return {};
}

Puzzle puzzle_of(const Draft& draft, const Symbols& symbols) {
  Puzzle puzzle(draft.order);
  puzzle.symbols = symbols;
  const TextLine& first = *draft.cells.front().line;
  puzzle.where = fmt::format("{}:{}", *first.file, first.number);
  for (std::size_t cell = 0; cell < draft.cells.size(); ++cell)
    puzzle.givens[cell] = checked_value(puzzle, *draft.cells[cell].line, draft.cells[cell].word);
  puzzle.contradiction = contradiction_of(puzzle, draft.cells);
  return puzzle;
}

bool unparted_sixteen(const CellLine& line) {
  return line.cells.size() == 16 && !line.parted && !line.one_puzzle;
}

/// Reads drafts one after another; a draft holds until the next one.
class Drafting {
 public:
  Drafting(std::string_view text, const std::string& file, bool dashes_are_marks)
      : reader_(text, file), dashes_are_marks_(dashes_are_marks) {}

  std::optional<Draft> next() {
    read_ahead();
    drop_frames();
    if (rest_.empty()) return std::nullopt;
    sixteen_is_ = 0;
    pass_over_size();
    for (std::uint32_t order = least_order; order <= max_order; ++order) {
      if (is_row(order)) return take_rows(order);
      if (is_one_line(order)) return take_lines(order, 1);
    }
    fail_length();
  }

 private:
  /// Reads as many lines as a puzzle with a line of its size may have, or to the end.
  void read_ahead() {
    lines_.erase(lines_.begin(), lines_.end() - static_cast<std::ptrdiff_t>(rest_.size()));
    const auto is_cells = [](const CellLine& line) { return !line.maybe_frame; };
    while (std::ranges::count_if(lines_, is_cells) <= std::ptrdiff_t{max_size} && reader_.append_to(lines_)) {
      if (!dashes_are_marks_ && lines_.back().maybe_frame) lines_.pop_back();
    }
    rest_ = lines_;
  }

  const CellLine& front() const { return rest_.front(); }

  /// Drops lines of dashes, unless the first one may be a row, as the first line of cells has as many.
  void drop_frames() {
    const auto cells = std::ranges::find(rest_, false, &CellLine::maybe_frame);
    const std::size_t width = cells == rest_.end() ? 0 : cells->cells.size();
    while (!rest_.empty() && front().maybe_frame && front().cells.size() != width) rest_ = rest_.subspan(1);
  }

  /// Passes over a line that states the size of the puzzle behind it: n, n n, or the same with its boxes.
  void pass_over_size() {
    if (!front().size_told || rest_.size() < 2) return;
    const std::uint32_t told = *front().size_told;
    const CellLine& next = rest_[1];
    for (std::uint32_t order = least_order; order <= max_order; ++order) {
      if (told != order && told != order * order) continue;
      const std::size_t count = next.cells.size();
      if (count != std::size_t{order} * order && count != Puzzle(order).cell_count()) continue;
      if (count == 16) sixteen_is_ = order == 2 && told == 4 && sixteen_rows_follow() ? 4 : order;
      rest_ = rest_.subspan(1);
      return;
    }
    if (front().cells.size() < 4) {
      front().line.fail(
          fmt::format("a line of the size {} stands here, and {} characters behind it; a puzzle "
                      "of 4, 9, 16 or 25 rows or in one line would follow",
                      told, next.cells.size()),
          front().cells.front().column);
    }
  }

  bool sixteen_rows_follow() const {
    const auto rows = rest_.subspan(1, std::min<std::size_t>(rest_.size() - 1, 16));
    return rows.size() == 16 &&
           std::ranges::all_of(rows, [](const CellLine& line) { return line.cells.size() == 16; });
  }

  /// Sixteen cells with nothing between them are a puzzle of 4x4, unless several successive lines have values
  /// that 4x4 has not.
  bool is_row(std::uint32_t order) const {
    if (front().one_puzzle || front().cells.size() != std::size_t{order} * order) return false;
    if (order != 4) return true;
    if (sixteen_is_ != 0 || front().parted) return sixteen_is_ != 2;
    std::size_t beyond = 0;
    for (const CellLine& line : rest_.first(std::min<std::size_t>(rest_.size(), 16))) {
      if (line.maybe_frame) continue;
      if (!unparted_sixteen(line)) break;
      const auto fits = [](const Word& cell) {
        return is_mark(cell.text) || cell.text == "0" || Symbols().value(cell.text, 4) ||
               Symbols::letters().value(cell.text, 4);
      };
      beyond += std::ranges::all_of(line.cells, fits) ? 0 : 1;
    }
    return beyond > 1;
  }

  bool is_one_line(std::uint32_t order) const {
    const bool whole = order != 2 || front().one_puzzle || !is_row(4);
    return whole && front().cells.size() == Puzzle(order).cell_count();
  }

  Draft take_lines(std::uint32_t order, std::size_t count) {
    Draft draft{.order = order};
    for (const CellLine& line : rest_.first(count)) append(draft, line);
    rest_ = rest_.subspan(count);
    return draft;
  }

  static void append(Draft& draft, const CellLine& line) {
    draft.numbers = draft.numbers || (line.numbers && draft.size() > 9);
    for (const Word& cell : line.cells) draft.cells.push_back({&line.line, cell});
  }

  Draft take_rows(std::uint32_t order) {
    const std::size_t size = std::size_t{order} * order;
    Draft draft{.order = order};
    const CellLine* last = nullptr;
    for (std::size_t row = 0; row < size; rest_ = rest_.subspan(1)) {
      if (rest_.empty()) last->fail_count(fmt::format("the grid ends after {} of {} rows", row, size), size);
      const CellLine& line = front();
      if (line.maybe_frame && line.cells.size() != size) continue;
      if (line.cells.size() != size || line.one_puzzle) {
        line.fail_count(fmt::format("{} characters stand here; {} are expected for row {} of {}x{}",
                                    line.cells.size(), size, row + 1, size, size),
                        size);
      }
      append(draft, line);
      last = &line;
      ++row;
    }
    return draft;
  }

  /// Throws for a line that is neither a puzzle nor a row of one, and names the nearest form.
  [[noreturn]] void fail_length() const {
    const std::size_t count = front().cells.size();
    if (count <= max_size * 3 / 2) {
      front().fail_count(
          fmt::format("{} characters stand here; a puzzle in one line has 16, 81, 256 or 625 of them, a row "
                      "of a grid 4, 9, 16 or 25",
                      count),
          count);
    }
    if (count == 729) {
      front().line.fail(
          "729 characters stand here, as the candidates of a sukaku have; a puzzle has a value or a mark "
          "for each of 81 cells",
          front().cells.front().column);
    }
    std::size_t nearest = 81, size = 9;
    for (const std::size_t other : {16U, 25U}) {
      const auto gap = [count](std::size_t cells) { return cells > count ? cells - count : count - cells; };
      if (gap(other * other) >= gap(nearest)) continue;
      nearest = other * other;
      size = other;
    }
    front().fail_count(
        fmt::format("{} characters stand here; {} are expected for {}x{}", count, nearest, size, size),
        nearest);
  }

  CellReader reader_;
  bool dashes_are_marks_;
  std::vector<CellLine> lines_;
  std::span<const CellLine> rest_;  // of the lines
  std::uint32_t sixteen_is_ = 0;    // the order of 16 cells in a line, if a line of the size tells it
};

/// What is known of a file once all of it was read.
struct Survey {
  bool dashes_are_marks = false;
  std::array<std::optional<Symbols>, max_order + 1> told = {};  ///< by the first certain puzzle of each order
  std::size_t puzzles = 0;
};

Reading reading_of(const Draft& draft, const Symbols* known) {
  return known != nullptr && written_in(draft, *known) ? Reading{*known, true} : reading_of(draft);
}

/// A puzzle whose symbols could be several has those of the others of its size.
Symbols symbols_of(const Draft& draft, const Symbols* known, const Survey& survey) {
  const Reading reading = reading_of(draft, known);
  const auto& others = survey.told[draft.order];
  const bool follows = !reading.certain && others && written_in(draft, *others) &&
                       !(others->has_zero() && repeated_zero(draft));
  return follows ? *others : reading.symbols;
}

/// Names a form in which people copy puzzles and that is not read; empty for any other text.
std::string_view other_form(std::string_view text) {
  const std::string_view start = trimmed(text);
  const std::string_view line = trimmed(start.substr(0, start.find('\n')));
  if (start.starts_with('<'))
    return "this looks like XML; the puzzle is the text of 81 characters in it, in a line of its own";
  if (start.starts_with('{'))
    return "this looks like a JSON object; the puzzle is the text or the list of rows in it";
  if (line.find("://") != std::string_view::npos || line.find("bd=") != std::string_view::npos)
    return "this looks like a link; the puzzle is the 81 characters at its end, in a line of their own";
  if (line.starts_with(':'))
    return "this looks like a line of HoDoKu's library; the puzzle is its field of 81 characters, in a line "
           "of its own";
  const auto parts_rows = [line](std::size_t at) { return line[at] == '.'; };
  constexpr std::size_t ends[] = {9, 19, 29, 39, 49, 59, 69, 79};
  if (line.size() == 89 && std::ranges::all_of(ends, parts_rows))
    return "these look like nine rows with a dot between two; without these dots they are a puzzle in one "
           "line";
  std::size_t digits = 0, longest = 0;
  for (const char c : start) longest = std::max(longest, digits = is_digit(c) ? digits + 1 : 0);
  if (start.find('|') != std::string_view::npos && longest >= 3 && longest <= 9)
    return "these look like candidates, as pencil marks; a puzzle has a value, a dot or 0 for each cell";
  const auto is_cell = [](char c) { return c == '.' || is_digit(c); };
  if (start.find('\n') != std::string_view::npos && std::ranges::count_if(line, is_cell) == 6)
    return "these look like rows of 6 cells; grids are 4x4, 9x9, 16x16 and 25x25, with square boxes";
  return {};
}

/// Reads all puzzles and keeps none. Throws DataError.
Survey survey_of(std::string_view text, const std::string& name, const Symbols* known) {
  Survey survey{.dashes_are_marks = dashes_are_marks(text, name)};
  if (known != nullptr) survey.told.fill(*known);
  for (Drafting drafting(text, name, survey.dashes_are_marks); const auto draft = drafting.next();) {
    const Reading reading = reading_of(*draft, known);
    if (auto& told = survey.told[draft->order]; reading.certain && !told) told = reading.symbols;
    ++survey.puzzles;
  }
  if (survey.puzzles == 0) throw DataError(fmt::format("there is no puzzle in it ({})", name));
  return survey;
}

}  // namespace

void for_each_puzzle(std::string_view text, const std::string& name, const std::function<void(Puzzle)>& each,
                     const Symbols* known) {
  Survey survey;
  try {
    survey = survey_of(text, name, known);
  } catch (const DataError& error) {
    const std::string_view form = other_form(text);
    if (form.empty()) throw;
    throw DataError(fmt::format("{}; {}", error.what(), form));
  }
  for (Drafting drafting(text, name, survey.dashes_are_marks); const auto draft = drafting.next();) {
    Puzzle puzzle = puzzle_of(*draft, symbols_of(*draft, known, survey));
    if (survey.puzzles == 1 && !puzzle.contradiction.empty()) throw DataError(puzzle.contradiction);
    each(std::move(puzzle));
  }
}

std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name, const Symbols* known) {
  std::vector<Puzzle> puzzles;
  for_each_puzzle(
      text, name, [&](Puzzle puzzle) { puzzles.push_back(std::move(puzzle)); }, known);
  return puzzles;
}

namespace {

std::string cell_text(std::uint8_t value, const Symbols& symbols) {
  return value == 0 ? "." : symbols.text(value);
}

}  // namespace

std::string one_line(std::span<const std::uint8_t> grid, const Symbols& symbols) {
  std::string text;
  for (const std::uint8_t value : grid) {
    if (symbols.as_numbers() && !text.empty()) text += ' ';
    text += cell_text(value, symbols);
  }
  return text;
}

std::string draw_text(std::uint32_t order, std::span<const std::uint8_t> grid, const Symbols& symbols) {
  const std::uint32_t size = order * order;
  const std::size_t width = symbols.text(size).size();
  const std::size_t box_width = order * (width + 1);
  std::string frame(order * box_width - 1 + 2 * (std::size_t{order} - 1), '-');
  for (std::size_t at = box_width; at < frame.size(); at += box_width + 2) frame[at] = '+';
  std::string text;
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint32_t column = column_of(order, cell);
    const std::uint32_t row = row_of(order, cell);
    if (column == 0 && row > 0 && row % order == 0) text += frame + "\n";
    if (column > 0) text += column % order == 0 ? " | " : " ";
    text += fmt::format("{:>{}}", cell_text(grid[cell], symbols), width);
    if (column + 1 == size) text += '\n';
  }
  return text;
}

Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name) {
  const std::vector<CellLine> lines = split_cells(text, name);
  const std::uint32_t size = puzzle.size();
  std::span<const CellLine> rest = lines;
  if (rest.size() > 1 && rest.front().size_told && !rest.front().maybe_frame) {
    const std::uint32_t told = *rest.front().size_told;
    if (told == size || told == puzzle.order) rest = rest.subspan(1);
  }
  std::vector<const CellLine*> rows;
  for (const CellLine& line : rest) {
    if (!line.maybe_frame || line.cells.size() == size) rows.push_back(&line);
  }
  const bool one = rows.size() == 1;
  if (!one && rows.size() != size) {
    throw DataError(fmt::format("there are {} rows; a solution has {}, or one line of all {} characters ({})",
                                rows.size(), size, puzzle.cell_count(), name));
  }
  const std::size_t expected = one ? puzzle.cell_count() : size;
  Grid grid;
  for (const CellLine* line : rows) {
    if (line->cells.size() != expected) {
      line->fail_count(fmt::format("{} characters stand here; {} are expected for {} of {}x{}",
                                   line->cells.size(), expected, one ? "a grid" : "a row", size, size),
                       expected);
    }
    for (const Word& cell : line->cells) grid.push_back(checked_value(puzzle, line->line, cell));
  }
  return grid;
}

}  // namespace skerry::sudoku
