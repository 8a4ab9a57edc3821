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

/// The cells whose value is above `size`, stands elsewhere in one of their units too, or is not the given.
/// `cell(unit, at)` are the `size` cells of a unit.
std::vector<bool> marked_cells(std::uint32_t size, std::span<const std::uint8_t> givens,
                               std::span<const std::uint8_t> values, std::uint32_t unit_count,
                               const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& cell);

/// "rule: what was found" of those that are not met, parted by semicolons.
std::string broken_rules(std::span<const Verdict> verdicts);

/// Pieces of an SVG picture, from the ground up.
class GridPicture {
 public:
  using Cells = std::span<const std::uint8_t>;

  static constexpr std::uint32_t unit = 40;  ///< the side of a cell
  /// From the middle of a text of font-size 22 down to its baseline.
  static constexpr std::uint32_t to_baseline = 8;
  static constexpr const char* ink = "#1a1a1a";
  static constexpr const char* red = "#a00000";

  /// A square of `size` cells a side with a margin around it; `values` are what stands in the cells,
  /// `written` how. All must outlive the picture.
  GridPicture(std::uint32_t size, std::uint32_t margin, Cells givens, Cells values,
              const std::vector<bool>& marked, std::string (*written)(std::uint32_t));

  std::uint32_t side() const { return unit * size_ + 2 * margin_; }
  Point corner_of(std::uint32_t cell) const;
  /// A path around a cell, that far within it.
  std::string square(std::uint32_t cell, std::uint32_t inset) const;

  /// The beginning of the file, up to a white ground.
  std::string head(const std::string& title, const std::string& description) const;
  /// Thin lines between the cells and a strong one around them all.
  std::string lines() const;
  /// A dashed frame in each marked cell.
  std::string marks() const;
  /// The values, given ones bold and marked ones red.
  std::string numbers() const;
  /// What was given, small and struck out, where something else stands.
  std::string givens_not_kept() const;

 private:
  std::uint32_t size_;
  std::uint32_t margin_;
  Cells givens_, values_;
  const std::vector<bool>& marked_;
  std::string (*written_)(std::uint32_t);
};

}  // namespace skerry
