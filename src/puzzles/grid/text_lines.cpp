#include "puzzles/grid/text_lines.hpp"

#include "skerry/error.hpp"

#include "app/text/utf8.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/core.h>

namespace skerry {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view blanks_and_strokes = " \t\r|";

}  // namespace

bool TextLine::blank() const {
  return text.find_first_not_of(blanks) == std::string_view::npos;
}

bool TextLine::comment() const {
  const std::size_t start = text.find_first_not_of(blanks);
  return start != std::string_view::npos && text[start] == '#';
}

TextLine TextLine::before_comment() const {
  return {text.substr(0, text.find('#')), file, number};
}

bool TextLine::frame() const {
  if (blank() || text.find_first_not_of(" \t\r|+-") != std::string_view::npos) return false;
  // Dashes with blanks between them mark cells.
  return text.find('-') == std::string_view::npos || text.find("--") != std::string_view::npos ||
         text.find('+') != std::string_view::npos;
}

std::vector<Word> TextLine::words() const {
  std::vector<Word> words;
  std::size_t start = text.find_first_not_of(blanks_and_strokes);
  while (start != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(blanks_and_strokes, start), text.size());
    words.push_back({text.substr(start, end - start), column_of(start)});
    start = text.find_first_not_of(blanks_and_strokes, end);
  }
  return words;
}

std::size_t TextLine::column_of(std::size_t byte) const {
  return 1 + characters_in(text.substr(0, byte));
}

std::string TextLine::where(std::size_t column) const {
  return fmt::format("{}:{}:{}", *file, number, column);
}

void TextLine::fail(const std::string& message, std::size_t column) const {
  throw DataError(fmt::format("{} ({})", message, where(column)));
}

std::vector<TextLine> split_lines(std::string_view text, const std::string& file) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<TextLine> lines;
  // Old editors of the Mac end a line by a carriage return alone.
  const char line_break = text.find('\n') == std::string_view::npos ? '\r' : '\n';
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find(line_break), text.size());
    lines.push_back({text.substr(0, end), &file, number});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::int32_t number_of(std::string_view text) {
  std::int32_t number = 0;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > 6 || !std::ranges::all_of(text, is_digit)) return -1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace skerry
