#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

struct CsvField {
  std::string_view text;   ///< without its quotes; lives as long as the reader and its input
  std::size_t offset = 0;  ///< the place of its first byte in the input
};

/// Reads CSV (RFC 4180) row by row, and copies a field only where it holds a doubled quote. LF and CRLF end a
/// row, and a quoted field may hold either; a UTF-8 byte order mark and empty lines are skipped. A quote
/// inside an unquoted field stands for itself.
class CsvReader {
 public:
  /// `text` must outlive the reader; `name` stands for the file in messages.
  CsvReader(std::string_view text, std::string name, char separator = ',');

  /// Reads the next row; returns false at the end. Throws DataError for an open quote and for text after a
  /// closing one.
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

}  // namespace skerry
