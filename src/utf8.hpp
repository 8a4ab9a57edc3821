#pragma once

#include <cstddef>
#include <string_view>

namespace skerry {

/// The offset of the first byte that does not belong to a character in UTF-8; the size of the text where all
/// do.
std::size_t utf8_end(std::string_view text);

inline bool is_utf8(std::string_view text) {
  return utf8_end(text) == text.size();
}

/// Below the blank, or delete: what a terminal may obey and a line of text can't hold.
constexpr bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace skerry
