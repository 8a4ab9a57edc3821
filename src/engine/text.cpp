#include "skerry/detail/text.hpp"

#include "skerry/error.hpp"

#include "engine/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <boost/locale/utf.hpp>

namespace skerry {

template <typename T>
std::string exact_text(T number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

template std::string exact_text(double number);
template std::string exact_text(std::int32_t number);
template std::string exact_text(std::uint32_t number);

std::string exact_json(double number) {
  std::string text = exact_text(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

namespace {

template <typename T>
T number_of(GenomeText& text, std::string_view word, const char* what) {
  T number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size())
    text.fail("'" + std::string(word) + "' is not " + what);
  return number;
}

constexpr std::string_view spaces = " \n\r\t";

}  // namespace

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

void GenomeText::skip_space() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(spaces), rest_.size()));
  word_at_ = text_.size() - rest_.size();
}

std::string_view GenomeText::word(std::string_view what) {
  skip_space();
  const std::string_view found = rest_.substr(0, rest_.find_first_of(spaces));
  if (found.empty()) fail("the text ends where " + std::string(what) + " should follow");
  rest_.remove_prefix(found.size());
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

void GenomeText::fail(const std::string& message) const {
  const std::string_view before = text_.substr(0, word_at_);
  const std::size_t column = before.size() - before.rfind('\n');  // from 1, in the first line too
  throw DataError(message + " (" + std::string(name_) + ":" +
                  std::to_string(1 + std::ranges::count(before, '\n')) + ":" + std::to_string(column) + ")");
}

std::size_t utf8_end(std::string_view text) {
  using boost::locale::utf::is_valid_codepoint;
  for (const char *at = text.data(), *end = at + text.size(); at != end;) {
    const char* const begin = at;
    if (!is_valid_codepoint(boost::locale::utf::utf_traits<char>::decode(at, end)))
      return static_cast<std::size_t>(begin - text.data());
  }
  return text.size();
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
