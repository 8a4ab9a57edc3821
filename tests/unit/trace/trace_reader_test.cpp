#include "trace/trace_reader.hpp"

#include "support/testing.hpp"
#include "trace/hdf5/dataset.hpp"
#include "trace/trace_format.hpp"
#include "unit/trace/trace_cases.hpp"

#include <hdf5.h>
#include <sys/stat.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;

std::string reading_refusal(const fs::path& file) {
  return message_of<DataError>([&] { TraceReader(file).summary(); });
}

using TraceReaderTest = TraceTest;

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
  EXPECT_THAT(reading_refusal(path), HasSubstr("reads version 3"));
}

TEST_F(TraceReaderTest, RefusesATraceThatLacksAColumn) {
  const auto path = in_folder("a.h5");
  Random random(1);
  write_trace(path, sample_header(2), random_run(random, 2, 3));
  hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "open");
  H5Ldelete(file.id(), "/generation/median", H5P_DEFAULT);
  file.close("close");
  EXPECT_THAT(reading_refusal(path), HasSubstr("/generation/median"));
}

TEST_F(TraceReaderTest, RefusesWhatLiesInAnotherFile) {
  const auto path = in_folder("a.h5");
  const std::string pipe = in_folder("pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const hsize_t shape[] = {4};
  for (const bool link : {true, false}) {
    Random random(1);
    write_trace(path, sample_header(2), random_run(random, 2, 3));
    hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "open");
    H5Ldelete(file.id(), "/epoch/generation", H5P_DEFAULT);
    if (link) {
      H5Lcreate_external(pipe.c_str(), "/x", file.id(), "/epoch/generation", H5P_DEFAULT, H5P_DEFAULT);
    } else {
      const hdf5::PropertyList creation(H5Pcreate(H5P_DATASET_CREATE), "creation");
      H5Pset_external(creation.id(), pipe.c_str(), 0, H5F_UNLIMITED);
      const hdf5::Dataspace space(H5Screate_simple(1, shape, nullptr), "space");
      hdf5::Dataset(H5Dcreate2(file.id(), "/epoch/generation", H5T_STD_I64LE, space.id(), H5P_DEFAULT,
                               creation.id(), H5P_DEFAULT),
                    "dataset");
    }
    file.close("close");
    EXPECT_THAT(reading_refusal(path), HasSubstr("a.h5: the trace is damaged")) << link;
  }
}

TEST_F(TraceReaderTest, RefusesTracesThatAreCutShort) {
  Random random(1);
  write_trace(in_folder("finished.h5"), sample_header(3), random_run(random, 3, 8));
  TraceWriter writer(in_folder("writing.h5"), sample_header(3), true);
  append(writer, random_run(random, 3, 1));
  fs::copy_file(in_folder("writing.h5"), in_folder("unfinished.h5"));
  const auto finished_size = fs::file_size(in_folder("finished.h5"));
  const auto unfinished_size = fs::file_size(in_folder("unfinished.h5"));
  testing::internal::CaptureStderr();
  for (const auto& [name, end] :
       {std::pair{"finished.h5", finished_size}, {"unfinished.h5", unfinished_size / 2}}) {
    for (int i = 0; i < 40; ++i) {
      const auto cut = in_folder("cut.h5");
      fs::copy_file(in_folder(name), cut, fs::copy_options::overwrite_existing);
      const auto kept = random.below(static_cast<std::uint32_t>(end));
      fs::resize_file(cut, kept);
      EXPECT_NE(reading_refusal(cut), "no error") << kept << " bytes of " << name;
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace skerry
