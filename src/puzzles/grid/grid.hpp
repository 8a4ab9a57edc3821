#pragma once

#include "skerry/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

class Settings;
struct Feature;

/// Returns indices in the order of the list; `fallback` if the key is absent. Throws, with the place of the
/// key, for an empty list, an unknown name and a repeated one.
std::vector<std::size_t> chosen_names(const Settings& table, std::string_view key,
                                      std::span<const std::string_view> names,
                                      const std::vector<std::size_t>& fallback);

/// There is a cell for each whole number from `least` to `most` or, if they are more than fifty, for equally
/// many.
Feature count_feature(std::string name, std::string unit, std::uint64_t least, std::uint64_t most);

/// In user units.
struct Point {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// Returns the cells whose value is above `size`, stands elsewhere in one of their units too, or differs from
/// the given. `cell(unit, at)` are the `size` cells of a unit.
std::vector<bool> marked_cells(std::uint32_t size, std::span<const std::uint8_t> givens,
                               std::span<const std::uint8_t> values, std::uint32_t unit_count,
                               const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& cell);

/// Each rule is "rule: what was found"; semicolons separate them.
std::string broken_rules(std::span<const Verdict> verdicts);

/// The pieces of an SVG picture, from the background to the foreground.
class GridPicture {
 public:
  using Cells = std::span<const std::uint8_t>;

  static constexpr std::uint32_t unit = 40;  ///< the side of a cell
  /// The distance from the middle of a text of font-size 22 down to its baseline.
  static constexpr std::uint32_t to_baseline = 8;
  static constexpr const char* ink = "#1a1a1a";
  static constexpr const char* red = "#a00000";

  /// `size` is in cells a side. All arguments must outlive the picture.
  GridPicture(std::uint32_t size, std::uint32_t margin, Cells givens, Cells values,
              const std::vector<bool>& marked, std::function<std::string(std::uint32_t)> written);

  std::uint32_t side() const { return unit * size_ + 2 * margin_; }
  Point corner_of(std::uint32_t cell) const;
  /// Returns a path around a cell, `inset` within its edges.
  std::string square(std::uint32_t cell, std::uint32_t inset) const;

  std::string head(const std::string& title, const std::string& description) const;
  std::string lines() const;
  std::string marks() const;
  /// Returns the values, given ones bold and marked ones red.
  std::string numbers() const;
  std::string givens_not_kept() const;

 private:
  std::uint32_t size_;
  std::uint32_t margin_;
  Cells givens_, values_;
  const std::vector<bool>& marked_;
  std::function<std::string(std::uint32_t)> written_;
};

struct Word {
  std::string_view text;
  std::size_t column = 1;  ///< in characters
};

/// The text has no line break.
struct TextLine {
  std::string_view text;
  const std::string* file = nullptr;
  std::size_t number = 1;

  bool blank() const;
  bool comment() const;
  /// A comment begins with #.
  TextLine before_comment() const;
  /// Tells whether the line holds only the frame around a grid.
  bool frame() const;
  /// Returns the words between blanks, without the strokes of a frame.
  std::vector<Word> words() const;

  /// Counts characters; `byte` is a place in the line.
  std::size_t column_of(std::size_t byte) const;
  std::string where(std::size_t column) const;
  [[noreturn]] void fail(const std::string& message, std::size_t column) const;
};

/// Splits a text into its lines one after another. `file` must outlive the lines.
class LineReader {
 public:
  LineReader(std::string_view text, const std::string& file);

  /// Returns none at the end.
  std::optional<TextLine> next();

 private:
  std::string_view rest_;
  const std::string& file_;
  char line_break_;
  std::size_t number_ = 0;
};

/// `file` must outlive the lines.
std::vector<TextLine> split_lines(std::string_view text, const std::string& file);

/// Returns the number that a text of digits stands for, up to 999,999; -1 for any other text.
std::int32_t number_of(std::string_view text);

}  // namespace skerry
