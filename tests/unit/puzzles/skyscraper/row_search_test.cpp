#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

namespace skerry::skyscraper {
namespace {

struct Case {
  Puzzle puzzle;
  std::vector<Values> cells;  // the cells of the first row
};

Case random_case(Random& random) {
  const std::uint32_t size = 1 + random.below(6);
  Case made{test::puzzle_around(random_latin_square(size, random), size, 0.6, 0, random), {}};
  for (std::uint32_t column = 0; column < size; ++column) {
    made.cells.push_back(static_cast<Values>(values_up_to(size) & (random() | random())));
  }
  return made;
}

/// A sequence of a row, with zeros after its end.
using Sequence = std::array<std::uint8_t, max_size>;

/// Returns all orders of 1 .. n that seen() accepts.
std::set<Sequence> by_definition(const Case& made) {
  const std::uint32_t size = made.puzzle.size;
  const LineClues clues = clues_of(made.puzzle, size);
  std::array<std::uint32_t, max_size> values{};
  const auto row = std::span(values).first(size);
  std::iota(row.begin(), row.end(), 1U);
  std::set<Sequence> all;
  do {
    bool allowed = true;
    Sequence sequence{};
    for (std::uint32_t at = 0; at < size; ++at) sequence[at] = static_cast<std::uint8_t>(row[at]);
    for (std::uint32_t at = 0; at < size; ++at) allowed &= (made.cells[at] & value_bit(sequence[at])) != 0;
    Grid grid(std::size_t{size} * size);
    std::copy_n(sequence.begin(), size, grid.begin());
    const LineClues found = seen(grid, size, size);
    allowed &= clues.near == 0 || clues.near == found.near;
    allowed &= clues.far == 0 || clues.far == found.far;
    if (allowed) all.insert(sequence);
  } while (std::ranges::next_permutation(row).found);
  return all;
}

Sequence sequence_of(const RowSequences& sequences, std::uint32_t index) {
  Sequence sequence{};
  sequences.copy(index, sequence.data());
  return sequence;
}

TEST(SkyscraperRowSequences, AreAllThatMeetTheClues) {
  for (auto&& [seed, random] : seeds(300)) {
    const Case made = random_case(random);
    const std::uint32_t size = made.puzzle.size;
    const std::set<Sequence> expected = by_definition(made);
    const RowSequences sequences(made.cells, clues_of(made.puzzle, size), 720);
    ASSERT_TRUE(sequences.complete());
    std::set<Sequence> found;
    for (std::uint32_t i = 0; i < sequences.count(); ++i) found.insert(sequence_of(sequences, i));
    EXPECT_EQ(found, expected);
    EXPECT_EQ(sequences.count(), expected.size());
    for (const Sequence& sequence : expected) EXPECT_TRUE(sequences.contains(sequence.data()));
    if (expected.size() > 1) {
      const RowSequences cut(made.cells, clues_of(made.puzzle, size), expected.size() - 1);
      EXPECT_FALSE(cut.complete());
    }
  }
}

TEST(SkyscraperRowSequences, DrawEachOfTheCheapestEquallyOften) {
  for (auto&& [seed, random] : seeds(40)) {
    const Case made = random_case(random);
    const std::uint32_t size = made.puzzle.size;
    const RowSequences sequences(made.cells, clues_of(made.puzzle, size), 720);
    if (sequences.count() == 0) continue;
    RowCosts costs{};
    for (auto& column : costs) {
      for (std::uint8_t& cost : column) cost = static_cast<std::uint8_t>(random.below(3));
    }
    std::map<std::uint32_t, std::uint32_t> cost_of;
    std::uint32_t least = UINT32_MAX;
    for (std::uint32_t i = 0; i < sequences.count(); ++i) {
      const Sequence sequence = sequence_of(sequences, i);
      for (std::uint32_t column = 0; column < size; ++column)
        cost_of[i] += costs[column][sequence[column] - 1U];
      least = std::min(least, cost_of[i]);
    }
    std::vector<std::uint8_t> scratch(sequences.scratch_size());
    for (std::uint8_t slack = 0; slack < 2; ++slack) {
      const auto eligible = static_cast<std::uint32_t>(
          std::ranges::count_if(cost_of, [&](const auto& one) { return one.second <= least + slack; }));
      std::map<std::uint32_t, std::uint32_t> drawn;
      const std::uint32_t draws = 200 * eligible;
      for (std::uint32_t i = 0; i < draws; ++i) ++drawn[sequences.draw(costs, slack, scratch, random)];
      EXPECT_EQ(drawn.size(), eligible);
      double chi_square = 0;
      for (const auto& [index, times] : drawn) {
        EXPECT_LE(cost_of[index], least + slack);
        chi_square += (times - 200.0) * (times - 200.0) / 200.0;
      }
      // The mean is k - 1 and the variance 2 (k - 1); the limit is five standard deviations.
      EXPECT_LE(chi_square, eligible - 1 + 5 * std::sqrt(2.0 * eligible));
    }
  }
}

/// Returns the sequences of each row, as the puzzle generates them.
std::vector<RowSequences> lists_of(const Puzzle& puzzle) {
  std::vector<RowSequences> lists;
  const std::vector<Values> open(puzzle.size, values_up_to(puzzle.size));
  for (std::uint32_t row = 0; row < puzzle.size; ++row) {
    lists.emplace_back(open, clues_of(puzzle, puzzle.size + row), 5040);
  }
  return lists;
}

Rows random_rows(std::span<const RowSequences> lists, Random& random) {
  Rows rows;
  for (std::uint32_t row = 0; row < lists.size(); ++row) {
    lists[row].copy(random.below(lists[row].count()), rows[row]);
  }
  return rows;
}

TEST(SkyscraperRowSearch, CostsOfAPlaceAreWhatTheReferenceSays) {
  for (auto&& [seed, random] : seeds(200)) {
    const std::uint32_t size = 1 + random.below(7);
    const Puzzle puzzle = test::puzzle_around(random_latin_square(size, random), size, 0.7, 0, random);
    const std::vector<RowSequences> lists = lists_of(puzzle);
    Rows rows = random_rows(lists, random);
    EXPECT_EQ(columns_penalty(puzzle, rows), penalty(puzzle, grid_of(rows, size)));
    const std::uint32_t row = random.below(size);
    const RowCosts costs = column_costs(puzzle, rows, row);
    lists[row].copy(random.below(lists[row].count()), rows[row]);
    std::uint32_t sum = 0;
    for (std::uint32_t column = 0; column < size; ++column) sum += costs[column][rows[row][column] - 1U];
    EXPECT_EQ(sum, penalty(puzzle, grid_of(rows, size)));
  }
}

TEST(SkyscraperRowSearch, NeverWorsensAndKeepsWithinItsBudget) {
  std::uint32_t solved = 0;
  for (auto&& [seed, random] : seeds(60)) {
    const std::uint32_t size = 2 + random.below(5);
    const Puzzle puzzle = test::puzzle_around(random_latin_square(size, random), size, 0.7, 0, random);
    const std::vector<RowSequences> lists = lists_of(puzzle);
    RowSearch search(puzzle, lists, 0.1);
    for (const std::uint64_t budget : {0U, 1U, 1000U, 100'000U}) {
      Rows rows = random_rows(lists, random);
      const std::uint32_t before = penalty(puzzle, grid_of(rows, size));
      std::uint32_t after = before;
      const std::uint64_t most = budget + random.below(2) * 720;
      const std::uint64_t used = search(rows, after, budget, most, random);
      EXPECT_LE(after, before);
      EXPECT_EQ(after, penalty(puzzle, grid_of(rows, size)));
      EXPECT_LE(used, most);
      EXPECT_TRUE(used >= budget || after == 0);
      for (std::uint32_t row = 0; row < size; ++row) EXPECT_TRUE(lists[row].contains(rows[row]));
      if (budget == 100'000 && after == 0) ++solved;
    }
  }
  EXPECT_GE(solved, 30U);
}

}  // namespace
}  // namespace skerry::skyscraper
