#include "trace/trace_reader.hpp"

#include "skerry/error.hpp"

#include "trace/hdf5/dataset.hpp"
#include "trace/trace_format.hpp"
#include "unit/trace/trace_cases.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <hdf5.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string reading_refusal(const fs::path& file) {
  try {
    const TraceReader trace(file);
    trace.summary();
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

class TraceReaderTest : public TraceTest {
 protected:
  fs::path write_run(std::size_t islands, std::size_t epochs) const {
    Random random(1);
    const auto run = random_run(random, islands, epochs);
    TraceWriter writer(in_folder("good.h5"), sample_header(islands), true);
    for (const EpochRecord& record : run) writer.append(record);
    fs::copy_file(in_folder("good.h5"), in_folder("unfinished.h5"));
    writer.finish(footer_of(run));
    return in_folder("good.h5");
  }
};

TEST_F(TraceReaderTest, RefusesWhatIsNoTrace) {
  EXPECT_THAT(reading_refusal(in_folder("none.h5")), HasSubstr("none.h5: there is no such file"));
  EXPECT_THAT(reading_refusal(in_folder("")), HasSubstr("a folder"));
  std::ofstream(in_folder("text.h5")) << "generation,best\n";
  EXPECT_THAT(reading_refusal(in_folder("text.h5")), HasSubstr("no HDF5 file"));
  std::ofstream(in_folder("empty.h5")).flush();
  EXPECT_THAT(reading_refusal(in_folder("empty.h5")), HasSubstr("no HDF5 file"));
}

TEST_F(TraceReaderTest, RefusesForeignHdf5Files) {
  const auto path = in_folder("foreign.h5");
  hdf5::File file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), "create");
  file.close("close");
  EXPECT_THAT(reading_refusal(path), HasSubstr("no trace of skerry"));

  file = hdf5::File(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "open");
  hdf5::add_attribute(file.id(), "format", std::string(trace_format::name));
  file.close("close");
  EXPECT_THAT(reading_refusal(path), HasSubstr("'format_version' is missing"));

  file = hdf5::File(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "open");
  hdf5::add_attribute(file.id(), "format_version", trace_format::version + 1);
  hdf5::add_attribute(file.id(), "source", std::string("skerry 9.0.0"));
  file.close("close");
  EXPECT_THAT(reading_refusal(path),
              HasSubstr("format version 4, written by skerry 9.0.0; this program, skerry"));
  EXPECT_THAT(reading_refusal(path), HasSubstr("reads 1 to 3"));
}

TEST_F(TraceReaderTest, RefusesATraceThatLacksAColumn) {
  const auto path = write_run(2, 3);
  hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "open");
  H5Ldelete(file.id(), "/generation/median", H5P_DEFAULT);
  file.close("close");
  EXPECT_THAT(reading_refusal(path), HasSubstr("/generation/median"));
}

TEST_F(TraceReaderTest, RefusesFinishedTracesThatAreCutShort) {
  const auto path = write_run(3, 8);
  const auto size = fs::file_size(path);
  Random random(2);
  testing::internal::CaptureStderr();
  for (int i = 0; i < 40; ++i) {
    const auto cut = in_folder("cut.h5");
    fs::copy_file(path, cut, fs::copy_options::overwrite_existing);
    const auto kept = random.below(static_cast<std::uint32_t>(size));
    fs::resize_file(cut, kept);
    EXPECT_NE(reading_refusal(cut), "accepted") << kept << " of " << size;
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(TraceReaderTest, RefusesUnfinishedTracesThatAreCutShort) {
  write_run(3, 1);
  const auto size = fs::file_size(in_folder("unfinished.h5"));
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    const auto cut = in_folder("cut.h5");
    fs::copy_file(in_folder("unfinished.h5"), cut, fs::copy_options::overwrite_existing);
    const auto kept = random.below(static_cast<std::uint32_t>(size) / 2);
    fs::resize_file(cut, kept);
    EXPECT_NE(reading_refusal(cut), "accepted") << kept << " of " << size;
  }
}

}  // namespace
}  // namespace skerry
