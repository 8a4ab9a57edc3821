#include "puzzles/external/journal_entry.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/external/journal_cases.hpp"

namespace skerry::external {
namespace {

std::string line_of_entry(const JournalEntry& entry) {
  std::string line;
  append_line(entry, line);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  line.pop_back();
  return line;
}

std::uint64_t bits_of(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

void expect_exact(const JournalEntry& entry) {
  const auto read = read_entry(line_of_entry(entry));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->genome, entry.genome);
  EXPECT_EQ(read->attempt, entry.attempt);
  ASSERT_EQ(read->outcome.index(), entry.outcome.index());
  if (const auto* score = std::get_if<Score>(&entry.outcome)) {
    EXPECT_EQ(bits_of(std::get<Score>(read->outcome).fitness), bits_of(score->fitness));
    EXPECT_EQ(bits_of(std::get<Score>(read->outcome).violation), bits_of(score->violation));
  } else {
    EXPECT_EQ(read->outcome, entry.outcome);
  }
  EXPECT_EQ(read->measures, entry.measures);
  ASSERT_EQ(read->work.has_value(), entry.work.has_value());
  if (!entry.work) return;
  EXPECT_EQ(read->work->seed, entry.work->seed);
  EXPECT_EQ(read->work->rank, entry.work->rank);
  EXPECT_EQ(read->work->place, entry.work->place);
  EXPECT_NEAR(read->work->started_s, entry.work->started_s, 2e-6);
  EXPECT_NEAR(read->work->duration_s, entry.work->duration_s, 2e-6);
}

TEST(JournalEntry, IsReadBackToTheLastBit) {
  Random random(3);
  for (int i = 0; i < test::random_cases(5000); ++i) {
    const auto any = std::bit_cast<double>(random.bits64());
    const double fitness = std::isfinite(any) ? any : -0.0;
    expect_exact(
        {.genome = R"({"attempt": [1, 2], "genome": [0.25]})",
         .attempt = random.below(3),
         .outcome = Score{.violation = random.chance(0.5) ? 0 : std::abs(fitness), .fitness = fitness},
         .work = AttemptWork{.seed = random.bits64(),
                             .rank = random.below(1000),
                             .place = random.below(9),
                             .started_s = 1.8e9 + random.below(1000) / 7.0,
                             .duration_s = random.below(100000) / 7.0}});
  }
  for (const double special : {0.0, -0.0, 1.0, -1e300, std::numeric_limits<double>::denorm_min(),
                               std::numeric_limits<double>::max()})
    expect_exact(test::paid_entry("{}", special));
}

TEST(JournalEntry, KeepsMeasuresBesideAScore) {
  JournalEntry entry = test::paid_entry(R"({"measures": [1.5]})", 2);
  EXPECT_EQ(line_of_entry(entry).find(R"("measures": [)"), line_of_entry(entry).rfind(R"("measures": [)"));
  entry.measures = {0.1, -3, 5e-324};
  expect_exact(entry);
  EXPECT_NE(line_of_entry(entry).find(R"("violation": 0.0, "measures": [0.1, -3.0, )"), std::string::npos);
}

TEST(JournalEntry, KeepsReasonsOfAnyKind) {
  for (const std::string reason :
       {"no answer", "a \"quote\", \"genome\": {}", "two\nlines\t\x01", "\\", "\xc3\xa9"}) {
    JournalEntry entry = test::failed_entry("{\"x\": [1]}", 2);
    entry.outcome = FailedAttempt{"told", reason};
    expect_exact(entry);
  }
  EXPECT_TRUE(
      read_entry(line_of_entry({.genome = "{}", .outcome = FailedAttempt{"told", "\xff\xfe"}, .work = {}})));
}

TEST(JournalEntry, ThatWasTakenHasNoWork) {
  expect_exact({.genome = "{}", .attempt = 1, .outcome = Score{0, 2}});
}

TEST(JournalEntry, IsRefusedIfAnyByteWasChanged) {
  const std::string line = line_of_entry(test::paid_entry("{\"x\": [1.5]}", 2.5));
  for (std::size_t i = 0; i < line.size(); ++i) {
    for (const int bit : {1, 4, 32}) {
      std::string damaged = line;
      damaged[i] = static_cast<char>(damaged[i] ^ bit);
      EXPECT_FALSE(read_entry(damaged)) << damaged;
    }
    EXPECT_FALSE(read_entry(std::string_view(line).substr(0, i)));
    EXPECT_FALSE(read_entry(std::string_view(line).substr(i + 1)));
  }
  EXPECT_FALSE(read_entry(""));
  EXPECT_FALSE(read_entry(std::string(200, '\0')));
}

TEST(JournalHeader, IsReadBackAndIsNoEntry) {
  std::string line;
  append_line(test::header_of_island(3), line);
  line.pop_back();
  EXPECT_EQ(read_header(line), test::header_of_island(3));
  EXPECT_FALSE(read_entry(line));
  EXPECT_FALSE(read_header(line_of_entry(test::paid_entry("{}", 1))));
  EXPECT_FALSE(read_header(line.substr(1)));
}

}  // namespace
}  // namespace skerry::external
