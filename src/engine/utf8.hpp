#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skerry {

/// Returns the offset of the first byte that is not UTF-8; the size of the text if all are.
std::size_t utf8_end(std::string_view text);

inline bool is_utf8(std::string_view text) {
  return utf8_end(text) == text.size();
}

/// Below the blank, or delete: what a terminal may obey and a line of text can't hold.
constexpr bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// Returns the text with \u001b in place of such a control character, which JSON takes for the same, and \xff
/// in place of a byte that is not UTF-8. Those that are `kept` stay.
std::string printable(std::string_view text, std::string_view kept = {});

}  // namespace skerry
