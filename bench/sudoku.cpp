// This measures evaluations of sudoku grids: the problems' own beside a straightforward loop over the
// published fitness; and the weighing of swaps in the local search, beside the loop over the lines that each
// swap changes.
#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/score_all.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace skerry;
using namespace skerry::sudoku;

/// Returns how many different values a unit holds.
template <std::uint32_t order>
std::uint32_t different(const Cells<order>& cells, std::uint32_t unit) {
  std::array<bool, max_size + 1> taken{};
  std::uint32_t count = 0;
  for (std::uint32_t at = 0; at < cells.size; ++at) {
    const std::uint8_t value = cells[cell_of(order, unit, at)];
    count += taken[value] ? 0 : 1;
    taken[value] = true;
  }
  return count;
}

template <std::uint32_t order>
std::uint32_t loop_over_grid(const Cells<order>& cells) {
  std::uint32_t count = 0;
  for (std::uint32_t line = 0; line < 2 * cells.size; ++line) count += different(cells, line);
  return count;
}

/// Returns the number of different values that the rows and the columns of two cells hold.
template <std::uint32_t order>
std::uint32_t loop_over_lines(const Cells<order>& cells, std::uint32_t a, std::uint32_t b) {
  std::uint32_t count =
      different(cells, row_of(order, a)) + different(cells, cells.size + column_of(order, a));
  if (row_of(order, a) != row_of(order, b)) count += different(cells, row_of(order, b));
  if (column_of(order, a) != column_of(order, b)) {
    count += different(cells, cells.size + column_of(order, b));
  }
  return count;
}

// The ways from `in_lanes` on are those of score_all(), by the set of instructions.
enum Way : std::int64_t { ours, loop, in_lanes };

template <std::uint32_t order>
Cells<order> random_grid(const Boxes<order>& boxes, Random& random) {
  Cells<order> cells;
  for (std::uint32_t box = 0; box < cells.size; ++box) boxes.shuffle(cells, box, random);
  return cells;
}

/// The argument is the way of evaluation. An iteration evaluates 1,000 grids whose boxes are random
/// permutations.
template <std::uint32_t order>
void evaluation(benchmark::State& state) {
  Random random(order);
  const Boxes<order> boxes({}, candidate_array<order>({}));
  std::vector<Cells<order>> grids;
  for (int i = 0; i < 1000; ++i) grids.push_back(random_grid(boxes, random));
  for (const auto& grid : grids) {
    if (fitness_of(grid) != loop_over_grid(grid)) return state.SkipWithError("the two disagree");
  }
  std::vector<const Cells<order>*> listed;
  for (const auto& grid : grids) listed.push_back(&grid);
  std::vector<Score> scores(grids.size());
  const auto set = static_cast<InstructionSet>(state.range(0) - in_lanes);
  if (state.range(0) >= in_lanes) {
    score_all<order>(listed, scores, set);
    for (std::size_t i = 0; i < grids.size(); ++i) {
      if (scores[i] != Score{0, static_cast<double>(loop_over_grid(grids[i]))})
        return state.SkipWithError("the two disagree");
    }
  }
  std::uint32_t sum = 0;
  for (auto _ : state) {
    if (state.range(0) >= in_lanes) {
      score_all<order>(listed, scores, set);
      benchmark::DoNotOptimize(scores.data());
      continue;
    }
    for (const auto& grid : grids) sum += state.range(0) == ours ? fitness_of(grid) : loop_over_grid(grid);
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(grids.size()));
}

/// The argument is the way of weighing. An iteration weighs 256 swaps within boxes, and makes those that cost
/// nothing.
template <std::uint32_t order>
void swaps(benchmark::State& state) {
  Random random(order);
  const Boxes<order> boxes({}, candidate_array<order>({}));
  Cells<order> cells = random_grid(boxes, random);
  LineCounts<order> counts(cells);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  while (pairs.size() < 256) {
    const std::uint32_t box = random.below(cells.size);
    const std::uint32_t at = random.below(cells.size);
    const std::uint32_t other = (at + 1 + random.below(cells.size - 1)) % cells.size;
    pairs.emplace_back(boxes.free_cells(box)[at], boxes.free_cells(box)[other]);
  }
  for (const auto& [a, b] : pairs) {
    Cells<order> swapped = cells;
    std::swap(swapped[a], swapped[b]);
    const auto gained =
        static_cast<std::int32_t>(loop_over_lines(swapped, a, b) - loop_over_lines(cells, a, b));
    if (counts.gain(a, cells[a], b, cells[b]) != gained) return state.SkipWithError("the two disagree");
  }
  for (auto _ : state) {
    for (const auto& [a, b] : pairs) {
      if (state.range(0) == ours) {
        if (counts.gain(a, cells[a], b, cells[b]) < 0) continue;
        counts.swap(a, cells[a], b, cells[b]);
        std::swap(cells[a], cells[b]);
      } else {
        const std::uint32_t before = loop_over_lines(cells, a, b);
        std::swap(cells[a], cells[b]);
        if (loop_over_lines(cells, a, b) < before) std::swap(cells[a], cells[b]);
      }
    }
    benchmark::DoNotOptimize(cells);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs.size()));
}

}  // namespace

// The sets of instructions that the machine has.
const std::int64_t last_way = in_lanes + static_cast<std::int64_t>(machine_instruction_set());
BENCHMARK(evaluation<3>)->Name("evaluation/size:9")->ArgName("loop")->DenseRange(ours, last_way);
BENCHMARK(evaluation<4>)->Name("evaluation/size:16")->ArgName("loop")->DenseRange(ours, last_way);
BENCHMARK(evaluation<5>)->Name("evaluation/size:25")->ArgName("loop")->Arg(ours)->Arg(loop);
BENCHMARK(swaps<3>)->Name("swaps/size:9")->ArgName("loop")->Arg(ours)->Arg(loop);
BENCHMARK(swaps<4>)->Name("swaps/size:16")->ArgName("loop")->Arg(ours)->Arg(loop);
BENCHMARK(swaps<5>)->Name("swaps/size:25")->ArgName("loop")->Arg(ours)->Arg(loop);

BENCHMARK_MAIN();
