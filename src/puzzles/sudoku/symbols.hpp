#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skerry::sudoku {

/// The value that a character stands for in a grid of any size, 0 for a dot; none where it stands for none.
std::optional<std::uint8_t> value_of(std::string_view character);

/// "1 to 9", "1 to 9 and A to G".
std::string range_text(std::uint32_t order);

/// A value as it is written, and as a number where no grid has it.
std::string value_text(std::uint32_t value);

}  // namespace skerry::sudoku
