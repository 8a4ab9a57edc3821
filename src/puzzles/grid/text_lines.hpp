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

/// A line of a file with its number, without its end.
struct TextLine {
  std::string_view text;
  const std::string* file = nullptr;
  std::size_t number = 1;

  bool blank() const;
  bool comment() const;
  /// The part of the line before a #.
  TextLine before_comment() const;
  /// Nothing but the frame around a grid.
  bool frame() const;
  /// The words between blanks, strokes of a frame left out.
  std::vector<Word> words() const;

  /// The column, in characters, of a byte of the line.
  std::size_t column_of(std::size_t byte) const;
  std::string where(std::size_t column) const;
  [[noreturn]] void fail(const std::string& message, std::size_t column) const;
};

/// The lines of a text; `file` must outlive them.
std::vector<TextLine> split_lines(std::string_view text, const std::string& file);

/// The number that a text of digits alone is, up to 999,999; -1 where it is none.
std::int32_t number_of(std::string_view text);

}  // namespace skerry
