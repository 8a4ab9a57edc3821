#pragma once

#include "skerry/problem.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace skerry {

// What the pictures of puzzles have in common that put values into the cells of a square.

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

/// Returns the rules that are not met as "rule: what was found", separated by semicolons.
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

  /// Draws a square of `size` cells a side with a margin around it; `values` are the values in the cells, and
  /// `written` says how they are written. All must outlive the picture.
  GridPicture(std::uint32_t size, std::uint32_t margin, Cells givens, Cells values,
              const std::vector<bool>& marked, std::function<std::string(std::uint32_t)> written);

  std::uint32_t side() const { return unit * size_ + 2 * margin_; }
  Point corner_of(std::uint32_t cell) const;
  /// Returns a path around a cell, `inset` within its edges.
  std::string square(std::uint32_t cell, std::uint32_t inset) const;

  /// Returns the beginning of the file, up to a white background.
  std::string head(const std::string& title, const std::string& description) const;
  /// Returns thin lines between the cells and a strong line around the square.
  std::string lines() const;
  /// Returns a dashed frame for each marked cell.
  std::string marks() const;
  /// Returns the values, given ones bold and marked ones red.
  std::string numbers() const;
  /// Returns the givens that another value has replaced, small and struck out.
  std::string givens_not_kept() const;

 private:
  std::uint32_t size_;
  std::uint32_t margin_;
  Cells givens_, values_;
  const std::vector<bool>& marked_;
  std::function<std::string(std::uint32_t)> written_;
};

}  // namespace skerry
