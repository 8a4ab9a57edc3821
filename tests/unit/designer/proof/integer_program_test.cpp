#include "designer/proof/linear_program.hpp"
#include "support/testing.hpp"

namespace skerry::party {
namespace {

using Entry = IntegerProgram::Entry;

IntegerProgram random_program(Random& random) {
  IntegerProgram program;
  const auto number = [&](std::uint32_t most) { return static_cast<std::int64_t>(random.below(most)); };
  for (int row = 0; row < 3; ++row) {
    const std::int64_t least = number(25) - 12;
    const std::uint32_t sides = random.below(3);
    program.add_row(sides != 0 ? std::optional(least) : std::nullopt,
                    sides != 1 ? std::optional(least + number(4)) : std::nullopt);
  }
  for (int column = 0; column < 4; ++column) {
    std::vector<Entry> entries;
    for (std::uint32_t row = 0; row < 3; ++row) entries.push_back({row, number(9) - 4});
    program.add_column(1 + number(2), entries);
  }
  return program;
}

bool has_solution(const IntegerProgram& program) {
  std::vector<std::int64_t> value(program.columns.size(), 0);
  while (true) {
    std::vector<std::int64_t> sum(program.rows.size(), 0);
    for (std::size_t c = 0; c < value.size(); ++c) {
      for (const auto& [row, coefficient] : program.column(c)) sum[row] += coefficient * value[c];
    }
    bool meets = true;
    for (std::size_t r = 0; r < sum.size(); ++r) {
      meets &= !program.rows[r].at_least || sum[r] >= *program.rows[r].at_least;
      meets &= !program.rows[r].at_most || sum[r] <= *program.rows[r].at_most;
    }
    if (meets) return true;
    std::size_t c = 0;
    while (c < value.size() && value[c] == program.columns[c].most) value[c++] = 0;
    if (c == value.size()) return false;
    ++value[c];
  }
}

/// Returns the program with the relaxed bound, moved towards the tighter side by so much.
IntegerProgram with_bound(IntegerProgram program, std::span<const std::int64_t> multipliers,
                          std::uint32_t row, std::int64_t tighter) {
  const std::int64_t bound = least_relaxation(program, multipliers, row);
  if (multipliers[row] > 0) {
    program.rows[row].at_least = bound + tighter;
  } else {
    program.rows[row].at_most = bound - tighter;
  }
  return program;
}

TEST(IntegerProgram, IsRefutedOnlyWhereItHasNoSolutionWhateverTheMultipliers) {
  constexpr std::uint64_t seed = 5;
  Random random(seed);
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  int refuted = 0;
  for (int i = 0; i < 3000; ++i) {
    const IntegerProgram program = random_program(random);
    std::array<std::int64_t, 3> multipliers{};
    for (std::int64_t& multiplier : multipliers) multiplier = std::int64_t{random.below(21)} - 10;
    const auto proven = refutation(program, multipliers);
    if (!proven || *proven <= 0) continue;
    ++refuted;
    ASSERT_FALSE(has_solution(program)) << "program " << i;
    for (std::uint32_t row = 0; row < multipliers.size(); ++row) {
      if (multipliers[row] == 0) continue;
      EXPECT_GT(*refutation(with_bound(program, multipliers, row, 1), multipliers), 0);
      EXPECT_LE(*refutation(with_bound(program, multipliers, row, 0), multipliers), 0);
    }
  }
  EXPECT_GT(refuted, 100);
}

TEST(IntegerProgram, TakesNoMultiplierOfASideThatARowLacks) {
  IntegerProgram program;
  program.add_row(3, {});
  program.add_column(2, std::array{Entry{0, 1}});
  EXPECT_EQ(refutation(program, std::array<std::int64_t, 1>{1}), WideInteger{1});
  EXPECT_EQ(refutation(program, std::array<std::int64_t, 1>{-1}), std::nullopt);
}

TEST(IntegerProgram, IsRefutedByTheMultipliersOfItsElasticForm) {
  Random random(6);
  int without_solution = 0, refuted = 0;
  for (int i = 0; i < 300; ++i) {
    const IntegerProgram program = random_program(random);
    std::vector<ElasticRow> elastic;
    for (std::uint32_t row = 0; row < program.rows.size(); ++row) {
      if (program.rows[row].at_least) elastic.push_back({row, false, 1});
      if (program.rows[row].at_most) elastic.push_back({row, true, 1});
    }
    const auto multipliers = elastic_multipliers(program, elastic, 60);
    ASSERT_TRUE(multipliers.has_value());
    const auto proven = refutation(program, *multipliers);
    ASSERT_TRUE(proven.has_value());
    without_solution += has_solution(program) ? 0 : 1;
    refuted += *proven > 0 ? 1 : 0;
  }
  EXPECT_GT(refuted, without_solution / 2) << "a relaxation proves most";
  EXPECT_LE(refuted, without_solution);
}

}  // namespace
}  // namespace skerry::party
