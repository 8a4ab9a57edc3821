#include "skerry/error.hpp"

#include "trace/hdf5/file.hpp"
#include "trace/trace_reader.hpp"
#include "unit/trace/trace_cases.hpp"
#include "unit/trace/trace_contents.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <hdf5.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;

using Epochs = std::vector<EpochRecord>;

TraceHeader header_with_births(std::size_t islands, bool births) {
  TraceHeader header = sample_header(islands);
  header.started = "2024-01-02T03:04:05Z";
  header.births = births;
  return header;
}

/// Adds births to some epochs of a run.
Epochs with_births(Epochs run, Random& random) {
  for (EpochRecord& record : run) {
    for (std::uint32_t i = random.below(4) == 0 ? 0 : random.below(300); i > 0; --i) {
      const auto number = [&] { return std::uint64_t{random.below(1U << 31)} << 31; };
      record.births.push_back(
          {record.first_generation, random.below(5), number(), number(), number(), random.below(2)});
    }
  }
  return run;
}

void write(const fs::path& file, const Epochs& run, const TraceHeader& header) {
  TraceWriter writer(file, header, true);
  for (const EpochRecord& record : run) writer.append(record);
  writer.finish(footer_of(run));
}

void expect_births(const TraceReader& trace, std::span<const EpochRecord> run) {
  EXPECT_EQ(trace.examine().damage, "");
  ASSERT_EQ(trace.epoch_count(), run.size());
  const auto read = trace.epochs(0, run.size());
  for (std::size_t epoch = 0; epoch < run.size(); ++epoch) {
    ASSERT_EQ(read[epoch].births.size(), run[epoch].births.size()) << epoch;
    for (std::size_t i = 0; i < run[epoch].births.size(); ++i) {
      for_each_member<Birth>([&](const auto& member) {
        EXPECT_EQ(read[epoch].births[i].*member.pointer, run[epoch].births[i].*member.pointer)
            << member.name << " " << epoch << " " << i;
      });
    }
  }
}

using TraceBirths = TraceTest;

TEST_F(TraceBirths, AreReadAsTheyWereWritten) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t islands = 1 + random.below(5);
    const Epochs run = with_births(random_run(random, islands, 1 + random.below(12)), random);
    write(in_folder("a.h5"), run, header_with_births(islands, true));
    const TraceReader trace(in_folder("a.h5"));
    EXPECT_TRUE(trace.header().births);
    expect_births(trace, run);
    EXPECT_EQ(trace.epochs_within(0, run.size(), 1), 1U);
  }
}

TEST_F(TraceBirths, ChangeNothingElseInTheTrace) {
  Random random(20);
  const Epochs run = random_run(random, 3, 9);
  write(in_folder("with.h5"), with_births(run, random), header_with_births(3, true));
  write(in_folder("without.h5"), run, header_with_births(3, false));
  EXPECT_FALSE(TraceReader(in_folder("without.h5")).header().births);
  auto with = trace_contents(in_folder("with.h5"));
  const std::size_t all = with.size();
  std::erase_if(with, [](const auto& entry) {
    return entry.first.starts_with("birth") || entry.first.starts_with("epoch/births") ||
           entry.first.starts_with("epoch/checksum_births");
  });
  EXPECT_LT(with.size(), all);
  EXPECT_EQ(with, trace_contents(in_folder("without.h5")));
}

TEST_F(TraceBirths, AContinuedTraceHoldsThoseOfItsPast) {
  Random random(21);
  const Epochs run = with_births(random_run(random, 4, 10), random);
  write(in_folder("whole.h5"), run, header_with_births(4, true));
  for (std::size_t kept = 0; kept <= run.size(); kept += 2) {
    const TraceReader past(in_folder("whole.h5"));
    TraceWriter writer(in_folder("a.h5"), past.header(), past, kept);
    for (const EpochRecord& record : std::span(run).subspan(kept)) writer.append(record);
    writer.finish(footer_of(run));
    EXPECT_EQ(trace_contents(in_folder("a.h5")), trace_contents(in_folder("whole.h5"))) << kept;
  }
}

TEST_F(TraceBirths, AnUnfinishedTraceHoldsThoseOfItsWholeEpochs) {
  Random random(22);
  const Epochs run = with_births(random_run(random, 2, 6), random);
  TraceWriter writer(in_folder("a.h5"), header_with_births(2, true), false);
  for (const EpochRecord& record : std::span(run).first(4)) writer.append(record);
  writer.flush();
  fs::copy_file(in_folder("a.h5"), in_folder("killed.h5"));
  expect_births(TraceReader(in_folder("killed.h5")), std::span(run).first(4));
}

TEST_F(TraceBirths, OneOtherValueIsDamage) {
  Random random(23);
  const Epochs run = with_births(random_run(random, 2, 6), random);
  write(in_folder("a.h5"), run, header_with_births(2, true));
  for (const char* name : {"/birth/mother", "/birth/survived", "/epoch/births"}) {
    fs::copy_file(in_folder("a.h5"), in_folder("b.h5"), fs::copy_options::overwrite_existing);
    {
      const hdf5::File file(H5Fopen(in_folder("b.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "b.h5");
      const hdf5::Dataset dataset(H5Dopen2(file.id(), name, H5P_DEFAULT), name);
      const hdf5::Dataspace space(H5Dget_space(dataset.id()), name);
      std::vector<std::int64_t> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id())));
      H5Dread(dataset.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      ++values[values.size() / 2];
      H5Dwrite(dataset.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    }
    EXPECT_NE(TraceReader(in_folder("b.h5")).examine().damage, "") << name;
  }
}

}  // namespace
}  // namespace skerry
