#pragma once

#include "engine/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

struct CsvField {
  std::string_view text;   ///< without its quotes; lives as long as the reader and its input
  std::size_t offset = 0;  ///< the place of its first byte in the input
};

/// Reads CSV (RFC 4180), and copies a field only if it holds a doubled quote. LF and CRLF end a row; a byte
/// order mark and empty lines are skipped. A quote inside an unquoted field stands for itself.
class CsvReader {
 public:
  /// `text` must outlive the reader; `name` stands for the file in messages.
  CsvReader(std::string_view text, std::string name, char separator = ',');

  /// Returns false at the end. Throws DataError for an open quote and for text after a closing one.
  bool next(std::vector<CsvField>& row);

  /// Returns "name:line:column" of a byte of the input; columns count characters.
  std::string where(std::size_t offset) const;

 private:
  std::string_view quoted_field();
  bool at_row_end() const;

  std::string_view text_;
  std::string name_;
  char separator_;
  std::size_t position_ = 0;
  std::deque<std::string> unescaped_;
};

/// Returns what separates the fields: a comma, or, where the header has none, a tab or semicolon that it has.
char separator_of(std::string_view csv);

std::string numbers_text(std::span<const double> numbers);

inline std::size_t characters_in(std::string_view text) {
  const auto begins_one = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_one));
}

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Refuses UTF-16 and UTF-32, as editors and shells of Windows write texts, and well-known files that hold no
/// text; empty for any other text.
std::string_view refused_encoding(std::string_view text);

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace skerry
