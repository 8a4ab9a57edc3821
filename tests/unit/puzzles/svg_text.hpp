#pragma once

#include "support/testing.hpp"

namespace skerry::svg {

inline std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Returns the line that contains a part, or nothing.
inline std::string line_with(const std::string& text, std::string_view part) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return {};
  const std::size_t start = text.rfind('\n', at) + 1;
  return text.substr(start, text.find('\n', at) - start);
}

constexpr std::string_view dashed = "stroke-dasharray";

/// Tells whether the dashed frame is around a cell (row and column from 0) of a GridPicture with that margin.
inline bool is_marked(const std::string& text, std::uint32_t margin, std::uint32_t row,
                      std::uint32_t column) {
  const std::string corner = fmt::format("M{} {}h", margin + 4 + 40 * column, margin + 4 + 40 * row);
  return line_with(text, dashed).find(corner) != std::string::npos;
}

}  // namespace skerry::svg
