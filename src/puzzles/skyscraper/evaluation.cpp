#include "puzzles/skyscraper/evaluation.hpp"

#include "puzzles/latin/score_in_lanes.hpp"
#include "puzzles/skyscraper/lanes.hpp"
#include "puzzles/skyscraper/penalty_lanes.hpp"

#include <algorithm>

namespace skerry::skyscraper {

namespace {

/// Returns 255 in the lanes whose clue is not met.
Lanes unmet(Lanes seen, Lanes clues) {
  return mask(seen != clues) & mask(clues != 0);
}

/// Returns the points that the columns lose, [lane].
Lanes points_of_columns(std::span<const Lanes> rows, Lanes top, Lanes bottom, std::uint8_t size) {
  Lanes points{};
  for (std::size_t later = 0; later < rows.size(); ++later) {
    const Lanes row = rows[later];
    Lanes misfit = mask(row == 0) | mask(row > filled(size));
    for (std::size_t earlier = 0; earlier < later; ++earlier) misfit |= mask(row == rows[earlier]);
    points -= misfit;
  }
  points -= unmet(seen_along(size, [&](std::uint32_t at) { return rows[at]; }), top);
  points -= unmet(seen_along(size, [&](std::uint32_t at) { return rows[size - 1U - at]; }), bottom);
  return points;
}

}  // namespace

Evaluation::Evaluation(const Puzzle& puzzle)
    : size_(puzzle.size), givens_(rows_of(puzzle.givens, puzzle.size)) {
  has_givens_ = std::ranges::any_of(puzzle.givens, [](std::uint8_t given) { return given != 0; });
  for (std::uint32_t at = 0; at < size_; ++at) {
    for (const Side side : {Side::top, Side::bottom, Side::left, Side::right}) {
      clues_[static_cast<std::size_t>(side)][at] = puzzle.clue(side, at);
    }
    inside_[at] = 255;
  }
}

std::uint32_t Evaluation::operator()(const Rows& rows) const {
  const auto size = static_cast<std::uint8_t>(size_);
  const auto clues = [&](Side side) { return load_lanes(clues_[static_cast<std::size_t>(side)].data()); };
  std::array<Lanes, max_size> lines;
  for (std::uint32_t row = 0; row < max_size; ++row) lines[row] = load_lanes(rows[row]);
  const std::span used = std::span(lines).first(size_);
  Lanes points{};
  if (has_givens_) {
    for (std::uint32_t row = 0; row < size_; ++row) {
      const Lanes given = load_lanes(givens_[row]);
      points -= mask(lines[row] != given) & mask(given != 0);
    }
  }
  points += points_of_columns(used, clues(Side::top), clues(Side::bottom), size);
  transpose(lines);
  points += points_of_columns(used, clues(Side::left), clues(Side::right), size);
  return sum(points & load_lanes(inside_.data()));
}

void Evaluation::score_all(std::span<const Rows* const> grids, std::span<Score> scores,
                           InstructionSet set) const {
  std::size_t done = 0;
  if (size_ <= most_size_in_lanes) {
    const auto clues = [&](Side side) { return clues_[static_cast<std::size_t>(side)].data(); };
    const PenaltyTerms terms{size_,
                             clues(Side::top),
                             clues(Side::bottom),
                             clues(Side::left),
                             clues(Side::right),
                             has_givens_ ? givens_.cells.data() : nullptr};
    const PenaltyLanes vectors = penalty_lanes(size_, set);
    const auto evaluate = [&](const std::uint8_t* const* cells, std::uint32_t* points) {
      vectors.evaluate(terms, cells, points);
    };
    done = latin::score_in_lanes(
        grids, scores, vectors.lanes, [](const Rows& grid) { return grid.cells.data(); }, evaluate, score_of);
  }
  for (; done < grids.size(); ++done) scores[done] = score_of((*this)(*grids[done]));
}

}  // namespace skerry::skyscraper
