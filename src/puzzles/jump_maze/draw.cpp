#include "puzzles/jump_maze/draw.hpp"

#include "puzzles/grid/grid.hpp"
#include "puzzles/jump_maze/formats.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/core.h>

namespace skerry::jump_maze {

namespace {

constexpr std::uint32_t unit = GridPicture::unit;
constexpr std::uint32_t half = unit / 2;
constexpr std::uint32_t margin = unit / 4;
constexpr const char* path_colour = "#1f5fa8";

std::string written(std::uint32_t number) {
  return std::to_string(number);
}

class Picture {
 public:
  explicit Picture(const Maze& maze)
      : maze_(maze),
        distances_(distances_of(maze)),
        none_marked_(maze.jumps.size()),
        bold_(numbers_on_path()),
        grid_(maze.size, margin, bold_, maze.jumps, none_marked_, written) {}

  std::string svg() const {
    return head() + out_of_reach() + on_path() + grid_.lines() + arcs() + numbers() + steps() + ends() +
           "</svg>\n";
  }

 private:
  std::string head() const {
    const std::int32_t value = value_of(distances_.jumps);
    const std::string state =
        value > 0 ? fmt::format("goal in {} jumps", value) : std::string("goal out of reach");
    return grid_.head(fmt::format("Number-jump maze, {0} by {0}, {1}", maze_.size, state), maze_text(maze_));
  }

  /// Returns the cells of the path as the givens of GridPicture, which draws them bold.
  std::vector<std::uint8_t> numbers_on_path() const {
    std::vector<std::uint8_t> numbers(maze_.jumps.size());
    for (const std::uint32_t cell : distances_.path) numbers[cell] = maze_.jumps[cell];
    return numbers;
  }

  std::string out_of_reach() const {
    std::string ground, hatching;
    for (std::uint32_t cell = 0; cell < maze_.jumps.size(); ++cell) {
      if (distances_.jumps[cell] != unreachable) continue;
      const Point corner = grid_.corner_of(cell);
      ground += grid_.square(cell, 0);
      hatching += fmt::format("M{0} {1}l{2} -{2}M{0} {3}l{4} -{4}M{5} {3}l{2} -{2}", corner.x,
                              corner.y + half, half, corner.y + unit, unit, corner.x + half);
    }
    if (ground.empty()) return ground;
    return fmt::format("<path d='{}' fill='#e4e4e4'/>\n<path d='{}' stroke='#999'/>\n", ground, hatching);
  }

  std::string on_path() const {
    std::string ground;
    for (const std::uint32_t cell : distances_.path) ground += grid_.square(cell, 0);
    return ground.empty() ? ground : fmt::format("<path d='{}' fill='#e6ecf2'/>\n", ground);
  }

  /// Arcs bend to the right of their direction, so that two between the same cells lie side by side.
  std::string arc(std::uint32_t from, std::uint32_t to) const {
    const auto between = [](std::uint32_t a, std::uint32_t b) { return a < b ? 1 : a > b ? -1 : 0; };
    const Point start = grid_.corner_of(from);
    const Point end = grid_.corner_of(to);
    const std::int32_t along_x = between(start.x, end.x);
    const std::int32_t along_y = between(start.y, end.y);
    // Returns a point that lies so far ahead of a cell's middle, and so far to the right.
    const auto near = [&](Point corner, std::int32_t ahead, std::int32_t right) {
      return fmt::format("{} {}",
                         static_cast<std::int32_t>(corner.x + half) + along_x * ahead - along_y * right,
                         static_cast<std::int32_t>(corner.y + half) + along_y * ahead + along_x * right);
    };
    return fmt::format("<path d='M{}C{} {} {}' marker-end='url(#jump)'/>\n", near(start, 11, 6),
                       near(start, 18, 13), near(end, -18, 13), near(end, -11, 6));
  }

  std::string arcs() const {
    std::string arcs;
    for (std::size_t step = 1; step < distances_.path.size(); ++step) {
      arcs += arc(distances_.path[step - 1], distances_.path[step]);
    }
    if (arcs.empty()) return arcs;
    return fmt::format(
        "<defs><marker id='jump' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='4' markerHeight='4' "
        "orient='auto'><path d='M0 0L8 4L0 8z' fill='{0}'/></marker></defs>\n"
        "<g fill='none' stroke='{0}' stroke-width='1.2'>\n{1}</g>\n",
        path_colour, arcs);
  }

  /// Returns the numbers, with a white rim that keeps them legible on arcs.
  std::string numbers() const {
    const Point goal = grid_.corner_of(maze_.goal());
    return fmt::format(
        "<g stroke='#fff' stroke-width='3' paint-order='stroke'>\n{}"
        "<text x='{}' y='{}' font-weight='bold' fill='{}'>0</text>\n</g>\n",
        grid_.numbers(), goal.x + half, goal.y + half + GridPicture::to_baseline, GridPicture::ink);
  }

  std::string steps() const {
    std::string texts;
    for (std::size_t step = 1; step < distances_.path.size(); ++step) {
      const Point corner = grid_.corner_of(distances_.path[step]);
      texts += fmt::format("<text x='{}' y='{}'>{}</text>\n", corner.x + 2, corner.y + 9, step);
    }
    if (texts.empty()) return texts;
    return fmt::format(
        "<g font-size='8' text-anchor='start' fill='{}' stroke='#fff' stroke-width='2' "
        "paint-order='stroke'>\n{}</g>\n",
        path_colour, texts);
  }

  std::string ends() const {
    const auto named = [&](std::uint32_t cell, const char* name) {
      const Point corner = grid_.corner_of(cell);
      return fmt::format("<text x='{}' y='{}'>{}</text>\n", corner.x + half, corner.y + unit - 3, name);
    };
    return fmt::format("<g font-size='9' fill='{}'>\n{}{}</g>\n", GridPicture::ink, named(0, "start"),
                       named(maze_.goal(), "goal"));
  }

  const Maze& maze_;
  Distances distances_;
  std::vector<bool> none_marked_;
  std::vector<std::uint8_t> bold_;
  GridPicture grid_;
};

}  // namespace

std::string draw_svg(const Maze& maze) {
  return Picture(maze).svg();
}

namespace {

char direction(std::uint32_t size, std::uint32_t from, std::uint32_t to) {
  if (from / size == to / size) return from < to ? 'R' : 'L';
  return from < to ? 'D' : 'U';
}

std::string legend(const Maze& maze, const Distances& distances) {
  if (distances.path.empty()) {
    return "( ) cannot be reached, the goal among them\n";
  }
  std::string directions;
  for (std::size_t step = 1; step < distances.path.size(); ++step) {
    directions += direction(maze.size, distances.path[step - 1], distances.path[step]);
  }
  std::string text =
      fmt::format("[ ] {} jumps up, down, left and right: {}\n", distances.path.size() - 1, directions);
  if (std::ranges::count(distances.jumps, unreachable) > 0) text += "( ) cannot be reached\n";
  return text;
}

}  // namespace

std::string draw_text(const Maze& maze) {
  const Distances distances = distances_of(maze);
  const std::size_t width = std::to_string(std::ranges::max(maze.jumps)).size();
  std::vector<std::string> words;
  for (std::size_t cell = 0; cell < maze.jumps.size(); ++cell) {
    const bool out = distances.jumps[cell] == unreachable;
    words.push_back(fmt::format("{0}{1:>{2}}{3}", out ? '(' : ' ', maze.jumps[cell], width, out ? ')' : ' '));
  }
  for (const std::uint32_t cell : distances.path) {
    words[cell].front() = '[';
    words[cell].back() = ']';
  }
  return grid_text(maze.size, words) + legend(maze, distances);
}

}  // namespace skerry::jump_maze
