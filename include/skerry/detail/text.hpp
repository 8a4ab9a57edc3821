#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace skerry {

/// Returns the shortest text that reads back as the same number; for double and integers of 32 bits.
template <typename T>
std::string exact_text(T number);
/// The same for JSON, with a point or an exponent, by which readers tell it from whole numbers.
std::string exact_json(double number);

/// Returns texts or numbers with the separator between them; fmt/ranges.h takes seconds to compile.
template <typename Elements>
std::string joined(const Elements& elements, std::string_view separator) {
  std::string text;
  bool first = true;
  for (const auto& element : elements) {
    if (!std::exchange(first, false)) text += separator;
    using Element = std::remove_cvref_t<decltype(element)>;
    if constexpr (std::is_integral_v<Element>) {
      text += std::to_string(element);
    } else if constexpr (std::is_floating_point_v<Element>) {
      text += exact_text(element);
    } else {
      text += std::string_view(element);
    }
  }
  return text;
}

/// Returns the text without the blanks at its ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// Reads the text form of a genome by words. Throws DataError, with the place, for every mistake.
class GenomeText {
 public:
  /// Keeps views of both; `name` stands for the text in messages.
  GenomeText(std::string_view text, std::string_view name) : text_(text), rest_(text), name_(name) {}

  /// Returns the next word, which messages call `what`; throws at the end of the text.
  std::string_view word(std::string_view what);
  /// Reads the next word as a number; throws if it is none.
  void read(double& number);
  void read(std::int32_t& number);
  void read(std::uint32_t& number);
  bool at_end();
  /// Throws if there is another word.
  void expect_end() {
    if (!at_end()) fail("the genome ends before this word");
  }
  /// Throws DataError with the message and the place of the word that was read last (name:line:column).
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void skip_space();

  std::string_view text_;
  std::string_view rest_;
  std::string_view name_;
  std::size_t word_at_ = 0;  // where the last word begins
};

}  // namespace skerry
