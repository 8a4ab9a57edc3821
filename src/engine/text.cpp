#include "skerry/detail/text.hpp"

#include "skerry/error.hpp"

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

}  // namespace skerry
