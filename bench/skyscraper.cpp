// This measures evaluations of skyscraper grids: the problems' own, 16 cells at once, beside a
// straightforward loop over the published rules; and the weighing of neighbours in a step of the local
// search, beside the loop over each of them.
#include "puzzles/skyscraper/evaluation.hpp"
#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace skerry;
using namespace skerry::skyscraper;

/// Returns the points that the cells of a line lose: one for each that is empty, out of range, or repeats an
/// earlier value.
template <typename CellAt>
std::uint32_t misfits(std::uint32_t size, CellAt cell_at) {
  std::array<bool, max_size + 1> taken{};
  std::uint32_t points = 0;
  for (std::uint32_t at = 0; at < size; ++at) {
    const std::uint8_t value = cell_at(at);
    if (value == 0 || value > size) {
      ++points;
    } else {
      points += taken[value] ? 1 : 0;
      taken[value] = true;
    }
  }
  return points;
}

/// Returns the point that a clue loses, seen along the cells from it on.
template <typename CellAt>
std::uint32_t unmet(std::uint32_t size, std::uint8_t clue, CellAt cell_at) {
  if (clue == 0) return 0;
  std::uint32_t seen = 0;
  std::uint8_t highest = 0;
  for (std::uint32_t at = 0; at < size; ++at) {
    if (cell_at(at) > highest) {
      highest = cell_at(at);
      ++seen;
    }
  }
  return seen == clue ? 0 : 1;
}

/// Returns the points that a column loses with its two clues.
std::uint32_t loop_over_column(const Puzzle& puzzle, const Grid& grid, std::uint32_t column) {
  const std::uint32_t size = puzzle.size;
  const auto down = [&](std::uint32_t at) { return grid[at * size + column]; };
  const auto up = [&](std::uint32_t at) { return grid[(size - 1 - at) * size + column]; };
  return misfits(size, down) + unmet(size, puzzle.clue(Side::top, column), down) +
         unmet(size, puzzle.clue(Side::bottom, column), up);
}

std::uint32_t loop_over_columns(const Puzzle& puzzle, const Grid& grid) {
  std::uint32_t points = 0;
  for (std::uint32_t column = 0; column < puzzle.size; ++column)
    points += loop_over_column(puzzle, grid, column);
  return points;
}

/// Returns the published fitness, negated, line by line and clue by clue.
std::uint32_t loop_over_grid(const Puzzle& puzzle, const Grid& grid) {
  const std::uint32_t size = puzzle.size;
  std::uint32_t points = loop_over_columns(puzzle, grid);
  for (std::uint32_t row = 0; row < size; ++row) {
    const auto right = [&](std::uint32_t at) { return grid[row * size + at]; };
    const auto left = [&](std::uint32_t at) { return grid[row * size + size - 1 - at]; };
    points += misfits(size, right) + unmet(size, puzzle.clue(Side::left, row), right) +
              unmet(size, puzzle.clue(Side::right, row), left);
  }
  return points;
}

/// A puzzle with all its clues, and grids of random values as the published algorithm draws them.
struct Instance {
  explicit Instance(std::uint32_t size) : puzzle(size), random(size) {
    solution = random_latin_square(size, random);
    for (std::uint32_t at = 0; at < size; ++at) {
      const LineClues column = seen(solution, size, at);
      const LineClues row = seen(solution, size, size + at);
      puzzle.clue(Side::top, at) = static_cast<std::uint8_t>(column.near);
      puzzle.clue(Side::bottom, at) = static_cast<std::uint8_t>(column.far);
      puzzle.clue(Side::left, at) = static_cast<std::uint8_t>(row.near);
      puzzle.clue(Side::right, at) = static_cast<std::uint8_t>(row.far);
    }
    for (Grid& grid : grids) {
      grid.resize(solution.size());
      for (std::uint8_t& value : grid) value = static_cast<std::uint8_t>(1 + random.below(size));
    }
    grids.front() = solution;
  }

  Puzzle puzzle;
  Random random;
  Grid solution;
  std::array<Grid, 256> grids;
};

// The ways from `in_lanes` on are those of Evaluation::score_all(), by the set of instructions.
enum Way : std::int64_t { ours, loop, in_lanes };

/// The arguments are the size and the way of evaluation. An iteration evaluates 256 grids.
void evaluation(benchmark::State& state) {
  const Instance instance(static_cast<std::uint32_t>(state.range(0)));
  const Evaluation evaluate(instance.puzzle);
  std::vector<Rows> rows;
  for (const Grid& grid : instance.grids) {
    rows.push_back(rows_of(grid, instance.puzzle.size));
    if (evaluate(rows.back()) != loop_over_grid(instance.puzzle, grid)) {
      return state.SkipWithError("the two disagree");
    }
  }
  std::vector<const Rows*> listed;
  for (const Rows& grid : rows) listed.push_back(&grid);
  std::vector<Score> scores(rows.size());
  const auto set = static_cast<InstructionSet>(state.range(1) - in_lanes);
  if (state.range(1) >= in_lanes) {
    evaluate.score_all(listed, scores, set);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (scores[i] != Evaluation::score_of(evaluate(rows[i])))
        return state.SkipWithError("the two disagree");
    }
  }
  std::uint32_t points = 0;
  for (auto _ : state) {
    if (state.range(1) >= in_lanes) {
      evaluate.score_all(listed, scores, set);
      benchmark::DoNotOptimize(scores.data());
      continue;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      points +=
          state.range(1) == ours ? evaluate(rows[i]) : loop_over_grid(instance.puzzle, instance.grids[i]);
    }
    benchmark::DoNotOptimize(points);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows.size()));
}

/// Tells whether the costs that the local search looks up equal those that the loop finds, for every sequence
/// of a row.
bool agree(const Puzzle& puzzle, const RowSequences& sequences, std::uint32_t row, Grid grid) {
  const RowCosts costs = column_costs(puzzle, rows_of(grid, puzzle.size), row);
  for (std::uint32_t i = 0; i < sequences.count(); ++i) {
    std::uint8_t* values = grid.data() + std::size_t{row} * puzzle.size;
    sequences.copy(i, values);
    std::uint32_t cost = 0;
    for (std::uint32_t column = 0; column < puzzle.size; ++column) cost += costs[column][values[column] - 1U];
    if (cost != loop_over_columns(puzzle, grid)) return false;
  }
  return true;
}

/// The arguments are the size and the way of weighing. Every sequence of a row that meets its clues is a
/// neighbour; the loop puts in each and goes over the columns, since nothing else changes. The time of the
/// local search includes the draw among the cheapest.
void neighbours(benchmark::State& state) {
  Instance instance(static_cast<std::uint32_t>(state.range(0)));
  const std::uint32_t size = instance.puzzle.size;
  std::vector<RowSequences> sequences;
  const std::vector<Values> open(size, values_up_to(size));
  for (std::uint32_t row = 0; row < size; ++row) {
    sequences.emplace_back(open, clues_of(instance.puzzle, size + row), 400'000);
  }
  for (std::uint32_t row = 0; row < size; ++row) {
    if (!agree(instance.puzzle, sequences[row], row, instance.grids.back())) {
      return state.SkipWithError("the two disagree");
    }
  }
  RowSearch search(instance.puzzle, sequences, 0.3);
  std::int64_t weighed = 0;
  Grid grid = instance.grids.back();
  for (auto _ : state) {
    if (state.range(1) == ours) {
      Rows rows;
      for (std::uint32_t row = 0; row < size; ++row) {
        sequences[row].copy(instance.random.below(sequences[row].count()), rows[row]);
      }
      std::uint32_t penalty = columns_penalty(instance.puzzle, rows);
      weighed += static_cast<std::int64_t>(search(rows, penalty, 100'000, instance.random));
    } else {
      const std::uint32_t row = instance.random.below(size);
      std::uint32_t cheapest = UINT32_MAX;
      for (std::uint32_t i = 0; i < sequences[row].count(); ++i) {
        sequences[row].copy(i, grid.data() + std::size_t{row} * size);
        cheapest = std::min(cheapest, loop_over_columns(instance.puzzle, grid));
      }
      benchmark::DoNotOptimize(cheapest);
      weighed += sequences[row].count();
    }
  }
  state.SetItemsProcessed(weighed);
}

}  // namespace

// The sets of instructions that the machine has.
const std::int64_t last_way = in_lanes + static_cast<std::int64_t>(machine_instruction_set());
BENCHMARK(evaluation)
    ->ArgNames({"size", "loop"})
    ->ArgsProduct({benchmark::CreateDenseRange(4, 9, 1), benchmark::CreateDenseRange(ours, last_way, 1)});
BENCHMARK(neighbours)
    ->ArgNames({"size", "loop"})
    ->ArgsProduct({benchmark::CreateDenseRange(4, 9, 1), {ours, loop}});

BENCHMARK_MAIN();
