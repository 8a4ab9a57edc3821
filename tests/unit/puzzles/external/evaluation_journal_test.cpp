#include "puzzles/external/evaluation_journal.hpp"

#include "support/testing.hpp"
#include "trace/journal.hpp"
#include "unit/puzzles/external/journal_cases.hpp"

namespace skerry::external {
namespace {

using test::failed_entry;
using test::header_of_island;
using test::paid_entry;

const std::string genome_a = "{\"a\": [1]}";
const std::string genome_b = "{\"a\": [2]}";

using EvaluationJournalTest = test::JournalTest;

EvaluationJournal::Known find(EvaluationJournal& journal, const std::string& genome,
                              std::uint64_t most_attempts) {
  return journal.find(genome, journal.key_of(genome), most_attempts);
}

void add(EvaluationJournal& journal, const JournalEntry& entry) {
  journal.add(entry, journal.key_of(entry.genome));
}

std::optional<double> fitness_of(EvaluationJournal& journal, const std::string& genome) {
  const auto known = find(journal, genome, 1);
  return known.score ? std::optional(known.score->fitness) : std::nullopt;
}

TEST_F(EvaluationJournalTest, KnowsInASessionWhatItWasTold) {
  EvaluationJournal journal(header_of_island(0), {}, {});
  EXPECT_FALSE(fitness_of(journal, genome_a));
  add(journal, paid_entry(genome_a, 1.5));
  journal.save();
  EXPECT_EQ(fitness_of(journal, genome_a), 1.5);
  EXPECT_FALSE(fitness_of(journal, genome_b));
}

TEST_F(EvaluationJournalTest, CountsFailedAttemptsUntilAScore) {
  for (int session = 0; session < 3; ++session) {
    EvaluationJournal journal(header_of_island(0), folder(), {});
    const auto known = find(journal, genome_a, 5);
    EXPECT_EQ(known.failures, static_cast<std::uint64_t>(session));
    EXPECT_FALSE(known.score);
    EXPECT_EQ(known.last_failure.kind, session > 0 ? "timeout" : "");
    add(journal, failed_entry(genome_a, known.failures));
    journal.save();
  }
  EvaluationJournal journal(header_of_island(0), folder(), {});
  EXPECT_EQ(find(journal, genome_a, 3).failures, 3U);
  add(journal, paid_entry(genome_a, 2, 3));
  EXPECT_EQ(fitness_of(journal, genome_a), 2);
}

TEST_F(EvaluationJournalTest, TakesAScoreOfAnotherIslandOnceAndWritesItDown) {
  {
    EvaluationJournal one(header_of_island(1), folder(), {});
    add(one, paid_entry(genome_a, 1.5));
    add(one, failed_entry(genome_b));
    one.save();
    EvaluationJournal zero(header_of_island(0), folder(), {});
    EXPECT_EQ(fitness_of(zero, genome_a), 1.5);
    EXPECT_FALSE(fitness_of(zero, genome_b));
    zero.save();
  }
  EXPECT_EQ(count_journals(folder()).taken, 1U);
  std::filesystem::remove(folder() / journal_name(1));
  EvaluationJournal zero(header_of_island(0), folder(), {});
  EXPECT_EQ(fitness_of(zero, genome_a), 1.5);
  EXPECT_EQ(count_journals(folder()).taken, 1U);
}

TEST_F(EvaluationJournalTest, TakesNothingOnceItHasMadeAllAttempts) {
  EvaluationJournal one(header_of_island(1), folder(), {});
  add(one, paid_entry(genome_a, 1.5));
  one.save();
  EvaluationJournal zero(header_of_island(0), folder(), {});
  add(zero, failed_entry(genome_a));
  EXPECT_FALSE(find(zero, genome_a, 1).score);
  EXPECT_EQ(find(zero, genome_a, 2).score, (Score{0, 1.5}));
}

TEST_F(EvaluationJournalTest, OffersScoresAndNoFailuresToOtherRuns) {
  const auto share = in_folder("share");
  EvaluationJournal first(header_of_island(0), {}, share);
  EXPECT_FALSE(std::filesystem::exists(share));
  add(first, paid_entry(genome_a, 1.5));
  add(first, failed_entry(genome_b));
  first.save();

  JournalHeader header = header_of_island(0);
  header.seed = 99;
  EvaluationJournal second(header, folder(), share);
  EXPECT_EQ(fitness_of(second, genome_a), 1.5);
  EXPECT_EQ(find(second, genome_b, 1).failures, 0U);
  header.evaluation = std::string(64, 'd');
  EvaluationJournal other(header, {}, share);
  EXPECT_FALSE(fitness_of(other, genome_a));
}

TEST_F(EvaluationJournalTest, PassesOverJournalsOfOtherEvaluationsAndDamage) {
  JournalHeader header = header_of_island(1);
  header.evaluation = std::string(64, 'd');
  EvaluationJournal other(header, folder(), {});
  add(other, paid_entry(genome_a, 9));
  other.save();
  std::string text;
  append_line(header_of_island(2), text);
  append_line(paid_entry(genome_a, 1), text);
  append_line(paid_entry(genome_b, 2), text);
  text[text.find("fitness")] = 'F';
  write(journal_name(2), text);
  write("notes.jsonl", "hello\n");
  EvaluationJournal own(header_of_island(0), folder(), {});
  EXPECT_FALSE(fitness_of(own, genome_a));
  EXPECT_EQ(fitness_of(own, genome_b), 2);
  EXPECT_EQ(own.damage(), "");
}

}  // namespace
}  // namespace skerry::external
