#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

/// A word of a text and where it stands.
struct Word {
  std::string_view text;
  std::size_t column = 1;  ///< in characters
};

/// A line of a file with its number, without the line break.
struct TextLine {
  std::string_view text;
  const std::string* file = nullptr;
  std::size_t number = 1;

  bool blank() const;
  bool comment() const;
  /// Returns the part of the line before a #.
  TextLine before_comment() const;
  /// Tells whether the line holds only the frame around a grid.
  bool frame() const;
  /// Returns the words between blanks, without the strokes of a frame.
  std::vector<Word> words() const;

  /// Returns the column, in characters, of a byte of the line.
  std::size_t column_of(std::size_t byte) const;
  std::string where(std::size_t column) const;
  [[noreturn]] void fail(const std::string& message, std::size_t column) const;
};

/// Splits a text into lines; `file` must outlive them.
std::vector<TextLine> split_lines(std::string_view text, const std::string& file);

/// Returns the number that a text of digits stands for, up to 999,999; -1 where it is no such text.
std::int32_t number_of(std::string_view text);

}  // namespace skerry
