#include "trace/trace_writer.hpp"

#include "support/testing.hpp"
#include "trace/hdf5/dataset.hpp"
#include "trace/trace_format.hpp"
#include "unit/trace/trace_cases.hpp"

#include <hdf5.h>
#include <hdf5_hl.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string writing_refusal(const fs::path& file, bool overwrite = false) {
  return message_of<UsageError>([&] { TraceWriter(file, sample_header(2), overwrite); });
}

using TraceWriterTest = TraceTest;

TEST_F(TraceWriterTest, RefusesAnExistingFileAndLeavesIt) {
  std::ofstream(in_folder("a.h5")) << "precious";
  EXPECT_THAT(writing_refusal(in_folder("a.h5")), HasSubstr("a.h5 exists"));
  EXPECT_EQ(text_of(in_folder("a.h5")), "precious");
}

TEST_F(TraceWriterTest, LeavesNoOtherFile) {
  { const TraceWriter writer(in_folder("a.h5"), sample_header(2), false); }
  { const TraceWriter writer(in_folder("a.h5"), sample_header(2), true); }
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(in_folder(""))) names.push_back(entry.path().filename());
  EXPECT_THAT(names, ElementsAre("a.h5"));
}

TEST_F(TraceWriterTest, ATraceThatCannotBePackedIsWhole) {
  Random random(6);
  const auto run = random_run(random, 2, 4);
  TraceWriter writer(in_folder("a.h5"), sample_header(2), false);
  append(writer, run);
  fs::create_directory(in_folder("a.h5.part"));
  writer.finish(footer_of(run));
  EXPECT_TRUE(fs::is_directory(in_folder("a.h5.part")));
  const TraceReader reader(in_folder("a.h5"));
  EXPECT_TRUE(reader.closed());
  EXPECT_EQ(reader.summary().epochs, run.size());
}

TEST_F(TraceWriterTest, MakesMissingFolders) {
  EXPECT_EQ(writing_refusal(in_folder("new/er/a.h5")), "no error");
  EXPECT_TRUE(fs::exists(in_folder("new/er/a.h5")));
}

TEST_F(TraceWriterTest, RefusesPlacesItCannotWriteTo) {
  std::ofstream(in_folder("file")) << "text";
  EXPECT_THAT(writing_refusal(in_folder("file/a.h5")), HasSubstr("file/a.h5 can't be written: folder"));
  EXPECT_THAT(writing_refusal(in_folder(""), true), HasSubstr("not a file"));
  fs::create_directory(in_folder("folder"));
  EXPECT_THAT(writing_refusal(in_folder("folder"), true), HasSubstr("it is a folder"));
  EXPECT_THAT(writing_refusal("/proc/a.h5"), HasSubstr("/proc/a.h5 can't be written: "));
  EXPECT_THAT(writing_refusal("/dev/null", true), HasSubstr("not an ordinary file"));
}

TEST_F(TraceWriterTest, RefusesRecordsThatDoNotContinue) {
  Random random(2);
  const auto run = random_run(random, 2, 3);
  TraceWriter writer(in_folder("a.h5"), sample_header(2), false);
  writer.append(run[0]);
  EXPECT_THROW(writer.append(run[0]), std::invalid_argument);
  EpochRecord wrong = run[1];
  wrong.statistics.emplace_back();
  EXPECT_THROW(writer.append(wrong), std::invalid_argument);
}

TEST_F(TraceWriterTest, AFullDiskIsAnErrorAndKeepsWhatWasWritten) {
  Random random(3);
  const auto run = random_run(random, 5, 400);
  testing::internal::CaptureStderr();
  {
    TraceWriter writer(in_folder("a.h5"), sample_header(5), false);
    const FileSizeLimit limit(400000);
    try {
      append(writer, run);
      writer.finish(footer_of(run));
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), ExitStatus::failed);
      EXPECT_THAT(error.what(), HasSubstr("a.h5 can't be written: "));
      EXPECT_THAT(error.what(), HasSubstr("File too large"));
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  const auto epochs = TraceReader(in_folder("a.h5")).summary().epochs;
  EXPECT_GE(epochs, 1U);
  EXPECT_LT(epochs, run.size());
}

TEST_F(TraceWriterTest, NoRoomForTheStructureLeavesTheOldTrace) {
  std::ofstream(in_folder("a.h5")) << "old";
  const FileSizeLimit limit(2000);
  EXPECT_THROW(TraceWriter(in_folder("a.h5"), sample_header(5), true), Error);
  EXPECT_EQ(text_of(in_folder("a.h5")), "old");
}

struct DatasetShape {
  int rank = 0;
  hsize_t dims[2] = {0, 0};
  hsize_t most[2] = {0, 0};
};

DatasetShape dataset_shape(hid_t dataset) {
  DatasetShape shape;
  const hdf5::Dataspace space(H5Dget_space(dataset), "space");
  shape.rank = H5Sget_simple_extent_ndims(space.id());
  H5Sget_simple_extent_dims(space.id(), shape.dims, shape.most);
  return shape;
}

TEST_F(TraceWriterTest, ColumnsHaveUnitsLongNamesAndCoordinates) {
  Random random(4);
  const auto run = random_run(random, 3, 4);
  write_trace(in_folder("a.h5"), sample_header(3), run);

  const hdf5::File file(H5Fopen(in_folder("a.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open");
  for_each_member<Statistics>([&](const auto& column) {
    SCOPED_TRACE(column.name);
    const auto name = std::string("/generation/") + column.name;
    const hdf5::Dataset dataset(H5Dopen2(file.id(), name.c_str(), H5P_DEFAULT), name);
    const DatasetShape shape = dataset_shape(dataset.id());
    ASSERT_EQ(shape.rank, 2);
    EXPECT_EQ(shape.dims[0], run.back().first_generation + run.back().generations);
    EXPECT_EQ(shape.most[0], H5S_UNLIMITED);
    EXPECT_EQ(shape.dims[1], 3U);
    const bool fitness = column.unit == fitness_unit;
    EXPECT_EQ(hdf5::text_attribute(dataset.id(), "units"), fitness ? "coin" : column.unit);
    EXPECT_EQ(hdf5::text_attribute(dataset.id(), "long_name"), column.long_name);
    for (const auto& [dimension, scale] :
         {std::pair{0U, "/generation/generation"}, {1U, "/generation/island"}}) {
      const hdf5::Dataset coordinate(H5Dopen2(file.id(), scale, H5P_DEFAULT), scale);
      EXPECT_GT(H5DSis_attached(dataset.id(), coordinate.id(), dimension), 0) << scale;
    }
  });
}

TEST_F(TraceWriterTest, ShortRunsMakeSmallFiles) {
  for (const auto& [islands, epochs, most_bytes] :
       {std::tuple{2U, 4U, 100'000U}, {1U, 10U, 285'000U}, {5U, 10U, 342'000U}, {64U, 10U, 1'191'000U}}) {
    Random random(5);
    write_trace(in_folder("a.h5"), sample_header(islands), random_run(random, islands, epochs));
    EXPECT_LT(fs::file_size(in_folder("a.h5")), most_bytes) << islands << " islands";
  }
}

}  // namespace
}  // namespace skerry
