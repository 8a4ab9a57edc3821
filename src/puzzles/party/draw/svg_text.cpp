#include "puzzles/party/draw/svg_text.hpp"

#include "app/text/utf8.hpp"

#include <algorithm>
#include <cstddef>

namespace skerry::party {

namespace {

constexpr std::string_view ellipsis = "\u2026";

/// Returns the character that a text begins with; a byte that begins none stands for itself.
std::string_view first_character(std::string_view text) {
  std::size_t size_bytes = 1;
  while (size_bytes < text.size() && (static_cast<unsigned char>(text[size_bytes]) & 0xC0U) == 0x80U) {
    ++size_bytes;
  }
  return text.substr(0, size_bytes);
}

bool holds(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}

double character_em(std::string_view character) {
  if (character.size() == 2) return 0.75;
  if (character.size() > 2) return 1.05;
  const char c = character.front();
  if (holds("ijl.,:;'!| ", c)) return 0.29;
  if (holds("Ifrt()[]{}/\\-\"*`", c)) return 0.42;
  if (holds("mwMW@%", c)) return 0.95;
  return c >= 'A' && c <= 'Z' ? 0.75 : 0.58;
}

}  // namespace

std::string svg_escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    text.remove_prefix(character.size());
    if (character == "&") {
      escaped += "&amp;";
    } else if (character == "<") {
      escaped += "&lt;";
    } else if (character == ">") {
      escaped += "&gt;";
    } else if (character == "'") {
      escaped += "&#39;";
    } else if (character == "\"") {
      escaped += "&quot;";
    } else if (is_control(character.front()) || character == "\uFFFE" || character == "\uFFFF") {
      escaped += ' ';
    } else {
      escaped += character;
    }
  }
  return escaped;
}

double width_em(std::string_view text) {
  double width = 0;
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    text.remove_prefix(character.size());
    width += character_em(character);
  }
  return width;
}

std::string shortened(std::string_view text, double most_em) {
  if (width_em(text) <= most_em) return std::string(text);
  std::size_t end = 0;
  double width = width_em(ellipsis);
  while (end < text.size()) {
    const std::string_view character = first_character(text.substr(end));
    width += character_em(character);
    if (width > most_em) break;
    end += character.size();
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return std::string(text.substr(0, end)).append(ellipsis);
}

std::string split_off(std::string& text, double most_em) {
  if (width_em(text) <= most_em) return {};
  std::size_t end = text.find(' ');
  for (std::size_t next = end; next != std::string::npos; next = text.find(' ', next + 1)) {
    if (width_em(text.substr(0, next)) <= most_em) end = next;
  }
  if (end == std::string::npos) return {};
  std::string rest = text.substr(end + 1);
  text.resize(end);
  return rest;
}

}  // namespace skerry::party
