#include "puzzles/sudoku/puzzle.hpp"

#include "puzzles/grid/grid.hpp"
#include "puzzles/latin/deduction.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

Symbols::Symbols(std::string_view characters) {
  std::ranges::copy(characters.substr(0, most_symbols), characters_.begin());
}

Symbols Symbols::numbers(std::uint32_t lowest) {
  Symbols symbols = lowest == 0 ? from_zero() : Symbols();
  symbols.numbers_ = true;
  return symbols;
}

Symbols Symbols::lower_case() const {
  Symbols symbols = *this;
  std::ranges::transform(symbols.characters_, symbols.characters_.begin(), lower);
  return symbols;
}

std::string Symbols::text(std::uint32_t value) const {
  if (value < 1 || value > most_symbols || characters_[value - 1] == '\0') return std::to_string(value);
  return numbers_ ? std::to_string(value - 1 + *lowest()) : std::string(1, characters_[value - 1]);
}

std::optional<std::uint8_t> Symbols::value(std::string_view text, std::uint32_t size) const {
  std::int64_t value = 0;
  if (numbers_) {
    const std::int32_t number = number_of(text);
    if (number < 0) return std::nullopt;
    value = number - std::int64_t{*lowest()} + 1;
  } else {
    if (text.size() != 1) return std::nullopt;
    const auto same = [text](char c) { return upper(c) == upper(text.front()); };
    value = std::ranges::find_if(characters_, same) - characters_.begin() + 1;
  }
  if (value < 1 || value > size) return std::nullopt;
  return static_cast<std::uint8_t>(value);
}

std::optional<std::uint32_t> Symbols::lowest() const {
  if (upper(characters_.front()) >= 'A') return std::nullopt;
  return characters_.front() - '0';
}

std::string Symbols::range(std::uint32_t size) const {
  if (const auto first = lowest()) {
    const std::uint32_t last = size - 1 + *first;
    return numbers_ || last < 10 ? fmt::format("{} to {}", *first, last)
                                 : fmt::format("{} to 9 and {} to {}", *first, text(11 - *first), text(size));
  }
  if (upper(characters_[size - 1]) - upper(characters_.front()) + 1 == static_cast<int>(size))
    return fmt::format("{} to {}", text(1), text(size));
  return fmt::format("the letters {}", std::string_view(characters_.data(), size));
}

std::uint32_t Puzzle::given_count() const {
  return static_cast<std::uint32_t>(givens.size()) -
         static_cast<std::uint32_t>(std::ranges::count(givens, std::uint8_t{0}));
}

std::string unit_name(std::uint32_t order, std::uint32_t unit) {
  const std::uint32_t size = order * order;
  constexpr const char* kinds[] = {"row", "column", "box"};
  return fmt::format("{} {}", kinds[unit / size], unit % size + 1);
}

std::string cell_name(std::uint32_t order, std::uint32_t cell) {
  return fmt::format("row {} column {}", row_of(order, cell) + 1, column_of(order, cell) + 1);
}

namespace {

using GridCells = std::span<const std::uint8_t>;

latin::UnitValues<max_size> values_of(std::uint32_t order, GridCells grid, std::uint32_t unit) {
  return {order * order, grid, [=](std::uint32_t at) { return cell_of(order, unit, at); }};
}

Verdict judge_unit(const Puzzle& puzzle, GridCells grid, std::uint32_t unit, const Written& value) {
  const std::uint32_t order = puzzle.order;
  const std::uint32_t size = order * order;
  const auto place = [&](std::uint32_t at) {
    if (unit < size) return fmt::format("column {}", at + 1);
    if (unit < 2 * size) return fmt::format("row {}", at + 1);
    return cell_name(order, cell_of(order, unit, at));
  };
  return once_each(unit_name(order, unit), puzzle.symbols.range(size), values_of(order, grid, unit), value,
                   place);
}

}  // namespace

std::vector<Verdict> judge(const Puzzle& puzzle, GridCells grid) {
  const Written value = [&](std::uint32_t number) { return puzzle.symbols.text(number); };
  std::vector<Verdict> verdicts;
  for (std::uint32_t unit = 0; unit < 3 * puzzle.size(); ++unit) {
    verdicts.push_back(judge_unit(puzzle, grid, unit, value));
  }
  if (puzzle.given_count() > 0) {
    verdicts.push_back(givens_kept(puzzle.givens, grid, value,
                                   [&](std::uint32_t cell) { return cell_name(puzzle.order, cell); }));
  }
  return verdicts;
}

}  // namespace skerry::sudoku
