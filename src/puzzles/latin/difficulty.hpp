#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace skerry {

/// The strongest inference that a puzzle with one solution needs; each kind of puzzle defines its levels.
enum class Difficulty : std::uint8_t {
  easy,
  hard,
  unreasonable,  ///< inference leaves cells open, and guesses are needed
};

constexpr std::array<const char*, 3> difficulty_names = {"easy", "hard", "unreasonable"};
constexpr const char* name_of(Difficulty difficulty) {
  return difficulty_names[static_cast<std::size_t>(difficulty)];
}
/// Returns the difficulty of that name, which is one of difficulty_names.
constexpr Difficulty difficulty_named(std::string_view name) {
  return static_cast<Difficulty>(std::ranges::find(difficulty_names, name) - difficulty_names.begin());
}

}  // namespace skerry
