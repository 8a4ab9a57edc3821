#include "skerry/detail/text.hpp"

#include "skerry/error.hpp"

#include "engine/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace skerry {
namespace {

template <typename T>
std::string shortest(T number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

}  // namespace

std::string exact_text(double number) {
  return shortest(number);
}
std::string exact_json(double number) {
  std::string text = exact_text(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}
std::string exact_text(std::int32_t number) {
  return shortest(number);
}
std::string exact_text(std::uint32_t number) {
  return shortest(number);
}

namespace {

template <typename T>
void append(std::span<const T> numbers, std::string& text) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ' ';
    text += exact_text(numbers[i]);
  }
}

template <typename T>
T number_of(GenomeText& text, std::string_view word, const char* what) {
  T number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size())
    text.fail("'" + std::string(word) + "' is not " + what);
  return number;
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

}  // namespace

void append_numbers(std::span<const double> numbers, std::string& text) {
  append(numbers, text);
}
void append_numbers(std::span<const std::int32_t> numbers, std::string& text) {
  append(numbers, text);
}
void append_numbers(std::span<const std::uint32_t> numbers, std::string& text) {
  append(numbers, text);
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

void GenomeText::take(std::size_t characters) {
  for (const char c : rest_.substr(0, characters)) {
    ++column_;
    if (c == '\n') {
      ++line_;
      column_ = 1;
    }
  }
  rest_.remove_prefix(characters);
}

void GenomeText::skip_space() {
  std::size_t space = 0;
  while (space < rest_.size() && is_space(rest_[space])) ++space;
  take(space);
  word_line_ = line_;
  word_column_ = column_;
}

std::string_view GenomeText::word(std::string_view what) {
  skip_space();
  std::size_t length = 0;
  while (length < rest_.size() && !is_space(rest_[length])) ++length;
  if (length == 0) fail("the text ends where " + std::string(what) + " should follow");
  const std::string_view found = rest_.substr(0, length);
  take(length);
  return found;
}

void GenomeText::read(double& number) {
  number = number_of<double>(*this, word("a number"), "a number");
}
void GenomeText::read(std::int32_t& number) {
  number = number_of<std::int32_t>(*this, word("an integer"), "an integer");
}
void GenomeText::read(std::uint32_t& number) {
  number = number_of<std::uint32_t>(*this, word("a number from 0"), "a number from 0");
}

bool GenomeText::at_end() {
  skip_space();
  return rest_.empty();
}

void GenomeText::expect_end() {
  if (!at_end()) fail("the genome ends before this word");
}

void GenomeText::fail(const std::string& message) const {
  throw DataError(message + " (" + std::string(name_) + ":" + std::to_string(word_line_) + ":" +
                  std::to_string(word_column_) + ")");
}

namespace {

/// The meaning of the first byte of a character: the number of its bytes (0 where the byte begins none), the
/// bits of the code point in it, and the least code point that needs so many bytes.
struct Lead {
  std::size_t size_bytes;
  std::uint32_t bits;
  std::uint32_t least;
};

Lead lead_of(unsigned char first) {
  if (first < 0x80) return {1, first, 0};
  if (first >> 5 == 0x06) return {2, first & 0x1FU, 0x80};
  if (first >> 4 == 0x0E) return {3, first & 0x0FU, 0x800};
  if (first >> 3 == 0x1E) return {4, first & 0x07U, 0x10000};
  return {0, 0, 0};
}

/// Returns the number of bytes of the character that the text begins with; 0 where it begins with none.
std::size_t character_size(std::string_view text) {
  const Lead lead = lead_of(static_cast<unsigned char>(text.front()));
  if (lead.size_bytes > text.size()) return 0;
  std::uint32_t character = lead.bits;
  for (std::size_t i = 1; i < lead.size_bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80) return 0;
    character = character << 6 | (next & 0x3FU);
  }
  const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
  return character < lead.least || character > 0x10FFFF || surrogate ? 0 : lead.size_bytes;
}

}  // namespace

std::size_t utf8_end(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t size_bytes = character_size(text.substr(end));
    if (size_bytes == 0) break;
    end += size_bytes;
  }
  return end;
}

std::string printable(std::string_view text, std::string_view kept) {
  std::string shown;
  const auto show = [&](std::string_view escape, char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    (shown += escape) += {digits[byte >> 4U], digits[byte & 0xFU]};
  };
  while (!text.empty()) {
    const std::string_view valid = text.substr(0, utf8_end(text));
    for (std::size_t i = 0; i < valid.size(); ++i) {
      // U+0080 to U+009F, of two bytes, are controls, too.
      if (valid[i] == '\xC2' && static_cast<unsigned char>(valid[i + 1]) < 0xA0) {
        show("\\u00", valid[++i]);
      } else if (is_control(valid[i]) && kept.find(valid[i]) == std::string_view::npos) {
        show("\\u00", valid[i]);
      } else {
        shown += valid[i];
      }
    }
    text.remove_prefix(valid.size());
    if (text.empty()) break;
    show("\\x", text.front());
    text.remove_prefix(1);
  }
  return shown;
}

}  // namespace skerry
