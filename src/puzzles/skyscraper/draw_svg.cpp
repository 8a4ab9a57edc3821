#include "puzzles/skyscraper/draw_svg.hpp"

#include "skerry/detail/text.hpp"

#include "puzzles/grid/grid.hpp"
#include "puzzles/skyscraper/explain.hpp"
#include "puzzles/skyscraper/formats.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

using Cells = std::span<const std::uint8_t>;

// The margin that holds the clues is as wide as a cell.
constexpr std::uint32_t unit = GridPicture::unit;
constexpr std::uint32_t half = unit / 2;
constexpr std::uint32_t given_inset = 4;

constexpr const char* ink = GridPicture::ink;
constexpr const char* red = GridPicture::red;
constexpr const char* green = "#1b6e3c";

/// Returns the middle of a clue's number, which leaves space on its right for a mark if there is one.
Point middle_of(std::uint32_t size, const Outlook& clue, bool marked) {
  const std::uint32_t before = marked ? half - 4 : half;
  const std::uint32_t beyond = unit * (size + 1);
  const std::uint32_t along = unit * (1 + clue.at);
  switch (clue.side) {
    case Side::top:
      return {along + before, half};
    case Side::bottom:
      return {along + before, beyond + half};
    case Side::left:
      return {before, along + half};
    case Side::right:
      return {beyond + before, along + half};
  }
  return {};
}

/// Lower buildings are lighter; ink stays legible on all shades.
std::string shade(std::uint32_t size, std::uint32_t value) {
  constexpr std::array<std::uint32_t, 3> light = {0xf4, 0xf8, 0xfc};
  constexpr std::array<std::uint32_t, 3> dark = {0x8f, 0xb8, 0xde};
  const std::uint32_t steps = std::max(size - 1, 1U);
  std::string colour = "#";
  for (std::size_t i = 0; i < light.size(); ++i) {
    colour += fmt::format("{:02x}", light.at(i) - (light.at(i) - dark.at(i)) * (value - 1) / steps);
  }
  return colour;
}

std::vector<bool> marked_in(const Puzzle& puzzle, Cells values) {
  return marked_cells(
      puzzle.size, puzzle.givens, values, 2 * puzzle.size,
      [&](std::uint32_t line, std::uint32_t at) { return line_of(puzzle.size, line).cell(at); });
}

std::string drawn_value(std::uint32_t value) {
  return std::to_string(value);
}

class Picture {
 public:
  Picture(const Puzzle& puzzle, Cells grid)
      : puzzle_(puzzle),
        size_(puzzle.size),
        filled_(!grid.empty()),
        values_(filled_ ? grid : Cells(puzzle.givens)),
        marked_(marked_in(puzzle, values_)),
        grid_(size_, unit, puzzle.givens, values_, marked_, drawn_value) {}

  std::string svg() const {
    return head() + buildings() + grid_.lines() + frames() + grid_.marks() + grid_.numbers() +
           grid_.givens_not_kept() + clues() + "</svg>\n";
  }

 private:
  std::string head() const {
    std::string state;
    std::string description = game_id(puzzle_);
    for (std::uint32_t row = 0; filled_ && row < size_; ++row) {
      const Cells cells = values_.subspan(std::size_t{row} * size_, size_);
      description += fmt::format("\nRow {}: {}", row + 1, joined(cells, " "));
    }
    if (filled_) {
      const std::string broken = broken_rules(judge(puzzle_, values_));
      state = broken.empty() ? ", solved" : ", not solved";
      if (!broken.empty()) description += "\nBroken: " + broken;
    }
    return grid_.head(fmt::format("Skyscrapers, {0} by {0}{1}", size_, state), description);
  }

  std::string buildings() const {
    std::vector<std::string> of_height(size_ + 1);
    for (std::uint32_t cell = 0; cell < values_.size(); ++cell) {
      if (values_[cell] != 0 && !marked_[cell]) of_height[values_[cell]] += grid_.square(cell, 0);
    }
    std::string text;
    for (std::uint32_t value = 1; value <= size_; ++value) {
      if (of_height[value].empty()) continue;
      text += fmt::format("<path d='{}' fill='{}'/>\n", of_height[value], shade(size_, value));
    }
    return text;
  }

  std::string frames() const {
    std::string path;
    for (std::uint32_t cell = 0; cell < values_.size(); ++cell) {
      if (puzzle_.givens[cell] != 0 && !marked_[cell]) path += grid_.square(cell, given_inset);
    }
    return path.empty() ? path : fmt::format("<path d='{}' fill='none' stroke='{}'/>\n", path, ink);
  }

  std::string clues() const {
    std::string text;
    for (const Outlook& clue : outlooks(puzzle_, values_)) {
      const Point middle = middle_of(size_, clue, filled_);
      const char* colour = !filled_ ? ink : clue.met() ? green : red;
      const std::string number = fmt::format("<text x='{}' y='{}'>{}</text>", middle.x,
                                             middle.y + GridPicture::to_baseline, clue.clue);
      text += fmt::format("<g fill='{}'><title>{}{}</title>{}{}</g>\n", colour, clue.rule(size_),
                          filled_ ? fmt::format(": {} seen", clue.seen) : "", number,
                          filled_ ? mark(clue, middle, colour) : "");
    }
    return text;
  }

  static std::string mark(const Outlook& clue, Point middle, const char* colour) {
    const Point at{middle.x + (clue.clue < 10 ? 9 : 14), middle.y + 6};
    const std::string path = clue.met() ? fmt::format("M{} {}l3 3 5-8", at.x, at.y)
                                        : fmt::format("M{} {}l7 7m0-7l-7 7", at.x, at.y - 3);
    return fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='2'/>", path, colour);
  }

  const Puzzle& puzzle_;
  std::uint32_t size_;
  bool filled_;
  Cells values_;
  std::vector<bool> marked_;
  GridPicture grid_;
};

}  // namespace

std::string draw_svg(const Puzzle& puzzle, Cells grid) {
  return Picture(puzzle, grid).svg();
}

latin::StepFrame step_frame(const Puzzle& puzzle, const latin::Step& step) {
  latin::StepFrame frame{.margin = unit};
  for (const Outlook& clue : outlooks(puzzle, puzzle.givens)) {
    const Point middle = middle_of(puzzle.size, clue, false);
    const bool used =
        std::ranges::find(step.clues, clue_name(puzzle, clue.side, clue.at)) != step.clues.end();
    if (used) {
      frame.clues +=
          fmt::format("<circle cx='{}' cy='{}' r='15' fill='#fff' stroke='{}' stroke-width='2.5'/>\n",
                      middle.x, middle.y, ink);
    }
    frame.clues += fmt::format("<text x='{}' y='{}' fill='{}'{}>{}</text>\n", middle.x,
                               middle.y + GridPicture::to_baseline, used ? ink : "#5a5a5a",
                               used ? " font-weight='bold'" : "", clue.clue);
  }
  return frame;
}

}  // namespace skerry::skyscraper
