#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skerry::sudoku {

/// The number of values of the largest grid.
constexpr std::uint32_t most_symbols = 25;

/// How a text writes the values of a grid. By default value 1 is 1, 9 is 9, 10 is A.
class Symbols {
 public:
  Symbols() : Symbols("123456789ABCDEFGHIJKLMNOP") {}
  /// Each value is a character; the first one stands for value 1. There are at most `most_symbols`.
  explicit Symbols(std::string_view characters);
  /// 0 to 9, then the letters from A.
  static Symbols from_zero() { return Symbols("0123456789ABCDEFGHIJKLMNO"); }
  static Symbols letters() { return Symbols("ABCDEFGHIJKLMNOPQRSTUVWXY"); }
  /// Whole numbers, in as many digits as they take; value 1 is `lowest`, which is 0 or 1.
  static Symbols numbers(std::uint32_t lowest);
  /// The same with small letters.
  Symbols lower_case() const;

  /// Returns the text of a value, or the value as a number where no grid has it.
  std::string text(std::uint32_t value) const;
  /// Returns the value that a text stands for in a grid of `size` values, in either case.
  std::optional<std::uint8_t> value(std::string_view text, std::uint32_t size) const;
  /// Returns the number that value 1 is written as; none where values are no numbers.
  std::optional<std::uint32_t> lowest() const;
  /// Returns a text such as "1 to 9", "0 to 9 and A to F", "A to P" or "the letters ADEIKLNOS".
  std::string range(std::uint32_t size) const;
  /// Tells whether 0 stands for a value.
  bool has_zero() const { return lowest() == 0; }
  bool as_numbers() const { return numbers_; }

  friend bool operator==(const Symbols&, const Symbols&) = default;

 private:
  std::array<char, most_symbols> characters_{};
  bool numbers_ = false;
};

}  // namespace skerry::sudoku
