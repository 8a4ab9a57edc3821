#include "puzzles/sudoku/symbols.hpp"

#include "puzzles/grid/text_lines.hpp"

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

}  // namespace skerry::sudoku
