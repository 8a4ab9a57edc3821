#include "puzzles/skyscraper/row_search.hpp"

#include "puzzles/skyscraper/lanes.hpp"

#include <algorithm>
#include <bit>

namespace skerry::skyscraper {

namespace {

constexpr std::array<std::uint8_t, 16> one_to_sixteen = {1, 2,  3,  4,  5,  6,  7,  8,
                                                         9, 10, 11, 12, 13, 14, 15, 16};

std::uint32_t cost_of(const std::uint8_t* row, const RowCosts& costs, std::uint32_t size) {
  std::uint32_t cost = 0;
  for (std::uint32_t column = 0; column < size; ++column) cost += costs[column][row[column] - 1U];
  return cost;
}

}  // namespace

RowCosts column_costs(const Puzzle& puzzle, const Rows& rows, std::uint32_t row) {
  const std::uint32_t size = puzzle.size;
  const Lanes values = load_lanes(one_to_sixteen.data());
  RowCosts costs{};
  for (std::uint32_t column = 0; column < size; ++column) {
    std::uint32_t others = 0;
    for (std::uint32_t at = 0; at < size; ++at) {
      if (at != row) others |= value_bit(rows[at][column]);
    }
    const auto missing = size - static_cast<std::uint32_t>(std::popcount(others)) - 1;
    Lanes cost = filled(static_cast<std::uint8_t>(missing));
    for (std::uint32_t value = 0; value < size; ++value) {
      cost[value] = static_cast<std::uint8_t>(cost[value] + (others >> value & 1));
    }
    const LineClues clues = clues_of(puzzle, column);
    const auto down = [&](std::uint32_t at) { return at == row ? values : filled(rows[at][column]); };
    const auto up = [&](std::uint32_t at) { return down(size - 1 - at); };
    if (clues.near != 0) {
      cost -= mask(seen_along(size, down) != filled(static_cast<std::uint8_t>(clues.near)));
    }
    if (clues.far != 0) {
      cost -= mask(seen_along(size, up) != filled(static_cast<std::uint8_t>(clues.far)));
    }
    store_lanes(cost, costs[column].data());
  }
  return costs;
}

std::uint32_t columns_penalty(const Puzzle& puzzle, const Rows& rows) {
  return cost_of(rows[0], column_costs(puzzle, rows, 0), puzzle.size);
}

RowSearch::RowSearch(const Puzzle& puzzle, std::span<const RowSequences> sequences, double noise)
    : puzzle_(puzzle), sequences_(sequences), noise_(noise), scratch_(largest_scratch(sequences)) {}

std::uint64_t RowSearch::operator()(Rows& rows, std::uint32_t& penalty, std::uint64_t budget,
                                    Random& random) {
  std::uint64_t used = 0;
  Rows now = rows;
  while (used < budget && penalty > 0) {
    const std::uint32_t row = random.below(puzzle_.size);
    const RowSequences& sequences = sequences_[row];
    used += sequences.count();
    if (sequences.count() == 1) continue;
    const RowCosts costs = column_costs(puzzle_, now, row);
    const std::uint8_t slack = random.chance(noise_) ? 1 : 0;
    sequences.copy(sequences.draw(costs, slack, scratch_, random), now[row]);
    const std::uint32_t cost = cost_of(now[row], costs, puzzle_.size);
    if (cost > penalty) continue;
    penalty = cost;
    rows = now;
  }
  return used;
}

}  // namespace skerry::skyscraper
