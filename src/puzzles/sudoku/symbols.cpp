#include "puzzles/sudoku/symbols.hpp"

#include "puzzles/sudoku/puzzle.hpp"

#include <fmt/core.h>

namespace skerry::sudoku {

std::optional<std::uint8_t> value_of(std::string_view character) {
  if (character.size() != 1) return std::nullopt;
  const char c = character.front();
  const auto from = [c](char first, int value) { return static_cast<std::uint8_t>(c - first + value); };
  constexpr char last = symbol_of(max_size);
  if (c == '.') return std::uint8_t{0};
  if (c >= '0' && c <= '9') return from('0', 0);
  if (c >= 'A' && c <= last) return from('A', 10);
  if (c >= 'a' && c <= last - 'A' + 'a') return from('a', 10);
  return std::nullopt;
}

std::string range_text(std::uint32_t order) {
  const std::uint32_t size = order * order;
  return size < 10 ? fmt::format("1 to {}", size) : fmt::format("1 to 9 and A to {}", symbol_of(size));
}

std::string value_text(std::uint32_t value) {
  return value <= max_size ? std::string(1, symbol_of(value)) : std::to_string(value);
}

}  // namespace skerry::sudoku
