#pragma once

#include "skerry/score.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace skerry::latin {

inline constexpr std::size_t most_lanes = 64;
/// Fewer grids than these are evaluated one by one, which takes less time than a vector of them.
inline constexpr std::size_t fewest_in_lanes = 8;

/// `bytes_of(grid)` returns where the cells are; `evaluate(bytes, values)` writes a value for each of `lanes`
/// grids, at most most_lanes. Returns how many grids, from the first on, are scored: all but fewer than
/// fewest_in_lanes.
template <typename Grid, typename BytesOf, typename Evaluate, typename ScoreOf>
std::size_t score_in_lanes(std::span<const Grid* const> grids, std::span<Score> scores, std::size_t lanes,
                           BytesOf bytes_of, Evaluate evaluate, ScoreOf score_of) {
  std::array<const std::uint8_t*, most_lanes> bytes;
  std::array<std::uint32_t, most_lanes> values;
  std::size_t done = 0;
  while (grids.size() - done >= fewest_in_lanes) {
    const std::size_t count = std::min(grids.size() - done, lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane)
      bytes[lane] = bytes_of(*grids[done + std::min(lane, count - 1)]);
    evaluate(bytes.data(), values.data());
    for (std::size_t lane = 0; lane < count; ++lane) scores[done + lane] = score_of(values[lane]);
    done += count;
  }
  return done;
}

}  // namespace skerry::latin
