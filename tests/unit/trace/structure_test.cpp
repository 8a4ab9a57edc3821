#include "trace/structure.hpp"

#include "unit/trace/trace_cases.hpp"

namespace skerry {
namespace {

namespace fs = std::filesystem;

/// A run of which half has been saved, all has been written, and then the power failed: some pages are those
/// of another file.
class StructureTest : public TraceTest {
 protected:
  void SetUp() override {
    Random random(4);
    run_ = random_run(random, 3, 8);
    TraceWriter writer(trace_, sample_header(3), false);
    append(writer, std::span(run_).first(4));
    writer.flush();
    prepare_structure(trace_, writer.structure());
    put_structure_in_place(trace_);
    append(writer, std::span(run_).last(4));
    writer.flush();
    fs::copy_file(trace_, in_folder("b.h5"));
    fs::copy_file(structure_of(trace_), structure_of(in_folder("b.h5")));
    trace_ = in_folder("b.h5");
  }
  /// Fills a part of the structure with zeros: the superblock and the attributes of the run.
  void tear() const {
    std::fstream file(trace_, std::ios::in | std::ios::out | std::ios::binary);
    file.write(std::string(1024, '\0').data(), 1024);
  }

  fs::path trace_ = in_folder("a.h5");
  std::vector<EpochRecord> run_;
};

TEST_F(StructureTest, BringsBackTheRowsBeforeIt) {
  tear();
  EXPECT_ANY_THROW(TraceReader{trace_});
  FileLock lock(trace_);
  EXPECT_TRUE(restore_torn(trace_, trace_, true, lock));
  EXPECT_TRUE(lock.is_of(trace_));
  const TraceReader reader(trace_);
  ASSERT_EQ(reader.epoch_count(), 4U);
  EXPECT_EQ(reader.examine().damage, "");
  for (std::size_t i = 0; i < 4; ++i)
    expect_same_rows(reader.epochs(i, 1).front().statistics, run_[i].statistics);
}

TEST_F(StructureTest, MakesAnotherFileWhereAsked) {
  tear();
  FileLock lock(trace_);
  EXPECT_TRUE(restore_torn(trace_, in_folder("c.h5"), false, lock));
  EXPECT_EQ(TraceReader(in_folder("c.h5")).epoch_count(), 4U);
  EXPECT_ANY_THROW(TraceReader{trace_});
}

TEST_F(StructureTest, LeavesATraceThatCanBeRead) {
  FileLock lock(trace_);
  EXPECT_FALSE(restore_torn(trace_, trace_, true, lock));
  EXPECT_EQ(TraceReader(trace_).epoch_count(), 8U);
}

TEST_F(StructureTest, LeavesATraceThatItDoesNotServe) {
  tear();
  const auto size = fs::file_size(structure_of(trace_));
  for (const std::uintmax_t cut : {size - 1, size / 2, std::uintmax_t{20}, std::uintmax_t{0}}) {
    fs::resize_file(structure_of(trace_), cut);
    FileLock lock(trace_);
    EXPECT_FALSE(restore_torn(trace_, trace_, true, lock));
  }
  remove_structure(trace_);
  FileLock lock(trace_);
  EXPECT_FALSE(restore_torn(trace_, trace_, true, lock));
  EXPECT_FALSE(fs::exists(part_of(trace_)));
}

}  // namespace
}  // namespace skerry
