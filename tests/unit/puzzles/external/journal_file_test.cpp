#include "puzzles/external/journal_file.hpp"

#include "puzzles/external/evaluation_journal.hpp"
#include "support/testing.hpp"
#include "trace/journal.hpp"
#include "unit/puzzles/external/journal_cases.hpp"

namespace skerry::external {
namespace {

using test::failed_entry;
using test::header_of_island;
using test::paid_entry;

const std::string first_island = "island-0.jsonl";

class JournalFileTest : public test::JournalTest {
 protected:
  struct Found {
    std::vector<std::string> genomes;
    std::string damage;
  };
  Found read(std::uint32_t island = 0) const {
    Found found;
    const JournalFile file(folder() / first_island, header_of_island(island),
                           [&](const JournalEntry& entry) { found.genomes.push_back(entry.genome); });
    found.damage = file.damage();
    return found;
  }
  void append(const std::vector<JournalEntry>& entries) const {
    std::string lines;
    for (const JournalEntry& entry : entries) append_line(entry, lines);
    JournalFile(folder() / first_island, header_of_island(0), [](const JournalEntry&) {}).append(lines);
  }
};

TEST_F(JournalFileTest, HasWhatWasAppendedInAnyNumberOfSessions) {
  EXPECT_EQ(read().genomes.size(), 0U);
  EXPECT_EQ(text(first_island), "");
  append({paid_entry("{\"a\": [1]}", 1), failed_entry("{\"a\": [2]}")});
  append({});
  append({paid_entry("{\"a\": [3]}", 3)});
  EXPECT_EQ(read().genomes, (std::vector<std::string>{"{\"a\": [1]}", "{\"a\": [2]}", "{\"a\": [3]}"}));
}

TEST_F(JournalFileTest, CutsOffALastLineThatIsNotWhole) {
  append({paid_entry("{\"a\": [1]}", 1), paid_entry("{\"a\": [2]}", 2)});
  const std::string all = text(first_island);
  const std::size_t first = all.find('\n') + 1;
  const std::size_t second = all.find('\n', first) + 1;
  for (std::size_t size = 0; size <= all.size(); size += 7) {
    write(first_island, all.substr(0, size));
    const Found found = read();
    EXPECT_EQ(found.damage, "");
    EXPECT_EQ(found.genomes.size(), size < second ? 0U : size < all.size() ? 1U : 2U) << size;
    append({paid_entry("{\"b\": [1]}", 1)});
    EXPECT_EQ(read().genomes.size(), found.genomes.size() + 1) << size;
  }
}

TEST_F(JournalFileTest, NamesALineInTheMiddleThatIsDamaged) {
  append({paid_entry("{\"a\": [1]}", 1), paid_entry("{\"a\": [2]}", 2), paid_entry("{\"a\": [3]}", 3)});
  std::string changed = text(first_island);
  changed[changed.find("[2]") + 1] = '9';
  write(first_island, changed);
  const Found found = read();
  EXPECT_EQ(found.genomes, (std::vector<std::string>{"{\"a\": [1]}", "{\"a\": [3]}"}));
  EXPECT_THAT(found.damage, HasSubstr("island-0.jsonl:3: the line is damaged; what"));
  EXPECT_EQ(text(first_island), changed);
  EXPECT_EQ(count_journals(folder()).damaged, 1U);
}

TEST_F(JournalFileTest, OfAnotherRunIsRefused) {
  append({paid_entry("{}", 1)});
  EXPECT_THROW(read(1), DataError);
  write(first_island, "nonsense\n");
  EXPECT_THROW(read(), DataError);
  EXPECT_EQ(text(first_island), "nonsense\n");
}

TEST_F(JournalFileTest, ThatCannotBeMadeIsRefused) {
  std::ofstream(folder()) << "in the way";
  EXPECT_THROW(read(), Error);
}

TEST_F(JournalFileTest, IsCountedByWhatWasPaidAndTaken) {
  append({paid_entry("{\"a\": [1]}", 1),
          failed_entry("{\"a\": [2]}"),
          {.genome = "{\"a\": [3]}", .outcome = Score{0, 3}}});
  const JournalCounts counts = count_journals(folder());
  EXPECT_EQ(counts.paid, 2U);
  EXPECT_EQ(counts.failed, 1U);
  EXPECT_EQ(counts.taken, 1U);
  EXPECT_EQ(counts.damaged, 0U);
  EXPECT_EQ(count_journals(in_folder("none")).paid, 0U);
}

TEST_F(JournalFileTest, TellsThatTheDiskIsFull) {
  append({paid_entry("{}", 1)});
  const std::string before = text(first_island);
  std::string lines;
  append_line(paid_entry("{\"a\": [1]}", 2), lines);
  {
    JournalFile file(folder() / first_island, header_of_island(0), [](const JournalEntry&) {});
    const FileSizeLimit limit(before.size() + lines.size() / 2);
    EXPECT_THROW(file.append(lines), Error);
  }
  EXPECT_EQ(read().genomes.size(), 1U);
  EXPECT_EQ(text(first_island), before);
}

TEST_F(JournalFileTest, OfATraceThatIsGoneIsRemovedOnlyIfForced) {
  append({paid_entry("{}", 1)});
  const auto trace = in_folder("run.h5");
  EXPECT_THROW(remove_journal(trace, false), UsageError);
  EXPECT_NE(text(first_island), "");
  remove_journal(trace, true);
  EXPECT_FALSE(std::filesystem::exists(journal_of(trace)));
  remove_journal(trace, false);
}

}  // namespace
}  // namespace skerry::external
