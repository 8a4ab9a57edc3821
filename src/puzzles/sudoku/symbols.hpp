#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skerry::sudoku {

/// Returns the value that a character stands for in a grid of any size, 0 for a dot; none for any other
/// character.
std::optional<std::uint8_t> value_of(std::string_view character);

/// Returns a text such as "1 to 9" or "1 to 9 and A to G".
std::string range_text(std::uint32_t order);

/// Returns the character of a value, or the value as a number where no grid has it.
std::string value_text(std::uint32_t value);

}  // namespace skerry::sudoku
