#include "support/testing.hpp"
#include "trace/hdf5/file.hpp"
#include "trace/trace_format.hpp"
#include "unit/trace/trace_cases.hpp"

namespace skerry {
namespace {

using hdf5::checksum_of;
using hdf5::checksums_of;

TEST(Checksum, IsTheCrc32OfZlib) {
  EXPECT_EQ(checksum_of(""), 0U);
  EXPECT_EQ(checksum_of("123456789"), 0xcbf43926U);  // the check value of CRC-32
  const std::array genome{std::byte{'1'}, std::byte{'2'}};
  EXPECT_EQ(checksum_of("3456789", checksum_of(genome)), 0xcbf43926U);
  EXPECT_EQ(checksum_of("", checksum_of(genome)), checksum_of("12"));
}

TEST(Checksum, OfAnEpochKeepsMeasuredAndDecidedColumnsApart) {
  Random random(1);
  auto record = random_run(random, 3, 20)[7];
  record.migration.resize(3);
  record.improvements.resize(1);
  const EpochRow row{.generation = 5, .best = 2.5, .elapsed_s = 1};
  const auto before = checksums_of(record, row);

  const auto changed = [&](const std::function<void(EpochRecord&, EpochRow&)>& change) {
    EpochRecord other = record;
    EpochRow other_row = row;
    change(other, other_row);
    const auto after = checksums_of(other, other_row);
    return std::pair(after.decided != before.decided, after.measured != before.measured);
  };
  const std::pair decided(true, false);
  const std::pair measured(false, true);
  EXPECT_EQ(changed([](auto& epoch, auto&) { epoch.statistics.front().best = 0.5; }), decided);
  EXPECT_EQ(changed([](auto& epoch, auto&) { ++epoch.statistics.back().restarts; }), decided);
  EXPECT_EQ(changed([](auto& epoch, auto&) { epoch.statistics.front().waiting_s = 0.5; }), measured);
  EXPECT_EQ(changed([](auto& epoch, auto&) { ++epoch.improvements.front().island; }), decided);
  EXPECT_EQ(changed([](auto& epoch, auto&) { epoch.improvements.front().elapsed_s = 0.5; }), measured);
  EXPECT_EQ(changed([](auto& epoch, auto&) { ++epoch.migration.back().individuals_sent; }), decided);
  EXPECT_EQ(changed([](auto& epoch, auto&) { ++epoch.migration.back().bytes_sent; }), measured);
  EXPECT_EQ(changed([](auto&, auto& last) { ++last.generation; }), decided);
  EXPECT_EQ(changed([](auto&, auto& last) { last.elapsed_s += 1; }), measured);
}

TEST(Checksum, OfAnEpochWithoutMigrationOrImprovementsIsOfTheRest) {
  Random random(2);
  auto record = random_run(random, 2, 1).front();
  record.migration.clear();
  record.improvements.clear();
  const EpochRow row;
  const auto before = checksums_of(record, row);
  record.statistics.front().best = 0.5;
  record.statistics.front().evolving_s = 0.5;
  EXPECT_NE(checksums_of(record, row).decided, before.decided);
  EXPECT_NE(checksums_of(record, row).measured, before.measured);
}

TEST(Checksum, SaysWhatIsNotAsItWas) {
  hdf5::check("epoch 3", 1, 1);
  EXPECT_EQ(message_of<hdf5::Failure>([] { hdf5::check("epoch 3", 1, 0xabcd); }),
            "epoch 3 is not as it was written: its checksum is 0x00000001 and not 0x0000abcd");
}

}  // namespace
}  // namespace skerry
