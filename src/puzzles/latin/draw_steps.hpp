#pragma once

#include "puzzles/latin/explanation.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace skerry::latin {

/// What a kind of puzzle adds to the picture of a step, in SVG.
struct StepFrame {
  std::uint32_t margin = 0;  ///< around the grid, in user units
  std::string lines = {};    ///< such as those between boxes
  std::string clues = {};    ///< in the margin; those on which the step rests stand out
};

/// Draws a step, with the candidates `before` it: the units on which it rests are shaded, its cells framed,
/// the candidates that go struck out, and placed values stand large in a double frame. Of a chain the
/// candidates that hold have a full circle, the others a dashed one.
std::string draw_step(const Board& board, std::span<const std::uint8_t> givens, const Marks& before,
                      const Step& step, const StepFrame& frame);

/// A folder with a picture of each step of each puzzle, and a page that shows them with their texts.
class StepPictures {
 public:
  using Frame = std::function<StepFrame(const Step&)>;

  /// Throws UsageError if the folder can't be made.
  explicit StepPictures(std::filesystem::path folder);

  /// `index` is the puzzle's number in its file, `summary` says how the explanation ends.
  void add(std::size_t index, const std::string& summary, const Board& board,
           std::span<const std::uint8_t> givens, const Explanation& explanation, const Frame& frame);
  /// Writes the page, and says where it is.
  void finish();

 private:
  std::filesystem::path folder_;
  std::string page_;
  std::size_t count_ = 0;
};

}  // namespace skerry::latin
