#include "support/testing.hpp"
#include "trace/hdf5/file.hpp"
#include "unit/trace/solution_cases.hpp"
#include "unit/trace/trace_cases.hpp"
#include "unit/trace/trace_contents.hpp"

#include <hdf5.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;
using TraceSolutions = TraceTest;

void write_with_solutions(const fs::path& file, const TraceHeader& header, std::span<const EpochRecord> run,
                          const RecordedSolutions& solutions) {
  TraceWriter writer(file, header, true);
  append(writer, run);
  writer.replace_solutions(solutions);
  writer.finish(footer_of(run));
}

hsize_t rows_of(const fs::path& file, const std::string& dataset) {
  const hdf5::PropertyList access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  const hdf5::File trace(H5Fopen(file.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access.id()), "opening");
  const hdf5::Dataset opened(H5Dopen2(trace.id(), dataset.c_str(), H5P_DEFAULT), dataset);
  const hdf5::Dataspace space(H5Dget_space(opened.id()), dataset);
  std::array<hsize_t, 2> shape{};
  H5Sget_simple_extent_dims(space.id(), shape.data(), nullptr);
  return shape[0];
}

TEST_F(TraceSolutions, AreReadAsTheyWereWritten) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    for (const TraceHeader& header : {front_header(), map_header()}) {
      SCOPED_TRACE(seed);
      Random random(seed);
      const auto run = random_run(random, 2, 3);
      const auto solutions = random_solutions(random, header.solutions, seed == 0 ? 0 : 1 + random.below(60));
      write_with_solutions(in_folder("a.h5"), header, run, solutions);

      const TraceReader trace(in_folder("a.h5"));
      const TraceReader::Solutions read = trace.solutions();
      EXPECT_EQ(read.damage, "");
      EXPECT_EQ(read.description, header.solutions);
      EXPECT_EQ(trace.header().solutions, header.solutions);
      expect_same_solutions(read.recorded, solutions);
      EXPECT_EQ(trace.footer()->outcome.solutions.keys, solutions.set.keys);
      EXPECT_EQ(trace.epoch_count(), 3U);
    }
  }
}

TEST_F(TraceSolutions, ATraceWithoutSuchARunHasNone) {
  Random random(1);
  const auto run = random_run(random, 2, 1);
  write_with_solutions(in_folder("a.h5"), sample_header(2), run,
                       random_solutions(random, front_header().solutions, 3));
  const TraceReader::Solutions read = TraceReader(in_folder("a.h5")).solutions();
  EXPECT_EQ(read.description.kind, SetKind::none);
  EXPECT_EQ(read.recorded.set.size(), 0U);
  EXPECT_EQ(read.damage, "");
}

TEST_F(TraceSolutions, BeforeTheFirstThereIsNoGeneration) {
  const TraceWriter writer(in_folder("a.h5"), front_header(), false);
  fs::copy_file(in_folder("a.h5"), in_folder("copy.h5"));
  const TraceReader::Solutions read = TraceReader(in_folder("copy.h5")).solutions();
  EXPECT_EQ(read.damage, "");
  EXPECT_EQ(read.description, front_header().solutions);
  EXPECT_EQ(read.recorded.generation, -1);
  EXPECT_EQ(read.recorded.set.size(), 0U);
}

TEST_F(TraceSolutions, CentroidsAreRead) {
  TraceHeader header = map_header();
  Random random(4);
  for (std::size_t i = 0; i < header.solutions.cells * 2; ++i)
    header.solutions.centroids.push_back(random.uniform());
  { const TraceWriter writer(in_folder("a.h5"), header, false); }
  EXPECT_EQ(TraceReader(in_folder("a.h5")).solutions().description, header.solutions);
}

TEST_F(TraceSolutions, ALiveTraceHasTheLatestAndAClosedOneHasNoOtherRows) {
  for (const TraceHeader& header : {front_header(), map_header()}) {
    Random random(2);
    const std::string group = header.solutions.kind == SetKind::map ? "archive" : "front";
    const auto run = random_run(random, 2, 2);
    const auto many = random_solutions(random, header.solutions, 60);
    const auto few = random_solutions(random, header.solutions, 7);
    TraceWriter writer(in_folder("a.h5"), header, true);
    writer.append(run[0]);
    for (const auto* solutions : {&many, &few, &many, &few}) {
      writer.replace_solutions(*solutions);
      fs::copy_file(in_folder("a.h5"), in_folder("copy.h5"), fs::copy_options::overwrite_existing);
      expect_same_solutions(TraceReader(in_folder("copy.h5")).solutions().recorded, *solutions);
    }
    writer.append(run[1]);
    writer.finish(footer_of(run));
    expect_same_solutions(TraceReader(in_folder("a.h5")).solutions().recorded, few);
    EXPECT_EQ(rows_of(in_folder("a.h5"), "/" + group + "/text"), 7U);

    write_with_solutions(in_folder("b.h5"), header, run, few);
    EXPECT_TRUE(trace_contents(in_folder("a.h5")) == trace_contents(in_folder("b.h5")));
  }
}

TEST_F(TraceSolutions, AreCopiedWithTheEpochsThatAreKept) {
  Random random(3);
  const TraceHeader header = map_header();
  const auto run = random_run(random, 2, 4);
  const auto solutions = random_solutions(random, header.solutions, 30);
  write_with_solutions(in_folder("a.h5"), header, run, solutions);
  const auto whole = trace_contents(in_folder("a.h5"));

  const TraceReader past(in_folder("a.h5"));
  TraceWriter(in_folder("b.h5"), past.header(), past, 4).finish(*past.footer());
  EXPECT_TRUE(trace_contents(in_folder("b.h5")) == whole);
  TraceWriter(in_folder("c.h5"), past.header(), past, 2).interrupt();
  expect_same_solutions(TraceReader(in_folder("c.h5")).solutions().recorded, solutions);
  TraceWriter(in_folder("d.h5"), past.header(), past, 0).interrupt();
  EXPECT_EQ(TraceReader(in_folder("d.h5")).solutions().recorded.generation, -1);
}

TEST_F(TraceSolutions, DamagedOnesAreToldOfAndCostNothingElse) {
  Random random(5);
  const TraceHeader header = front_header();
  const auto run = random_run(random, 2, 4);
  write_with_solutions(in_folder("a.h5"), header, run, random_solutions(random, header.solutions, 30));
  change_a_value(in_folder("a.h5"), "/front/fitness");

  const TraceReader trace(in_folder("a.h5"));
  const TraceReader::Solutions read = trace.solutions();
  EXPECT_THAT(read.damage, StartsWith("the solutions in /front cannot be read"));
  EXPECT_THAT(read.damage, HasSubstr("its checksum is"));
  EXPECT_EQ(read.recorded.set.size(), 0U);
  EXPECT_EQ(trace.summary().epochs, 4U);
  EXPECT_EQ(trace.footer()->solution, footer_of(run).solution);
  TraceWriter(in_folder("b.h5"), trace.header(), trace, 4).finish(*trace.footer());
  EXPECT_EQ(TraceReader(in_folder("b.h5")).solutions().damage, "");
  EXPECT_EQ(TraceReader(in_folder("b.h5")).solutions().recorded.generation, -1);
}

TEST_F(TraceSolutions, AKillAtAnyMomentLeavesTheRestReadable) {
  const TraceHeader header = front_header();
  Random random(6);
  const auto run = random_run(random, 2, 3);
  std::vector<RecordedSolutions> sets;
  for (const std::size_t count : {200U, 5U, 500U}) {
    sets.push_back(random_solutions(random, header.solutions, count));
    sets.back().generation = static_cast<std::int64_t>(sets.size());
  }
  int whole = 0;
  for (int round = 0; round < test::random_cases(20); ++round) {
    const auto file = in_folder(std::to_string(round) + ".h5");
    kill_at_work(
        [&](const auto& say_started) {
          TraceWriter writer(file, header, false);
          append(writer, run);
          writer.flush();
          say_started();
          for (std::size_t i = 0;; ++i) writer.replace_solutions(sets[i % sets.size()]);
        },
        [&] { std::this_thread::sleep_for(std::chrono::microseconds(random.below(20000))); });

    const TraceReader trace(file);
    EXPECT_EQ(trace.summary().epochs, run.size());
    const TraceReader::Solutions read = trace.solutions();
    if (!read.damage.empty()) continue;
    ++whole;
    if (read.recorded.generation >= 0) {
      expect_same_solutions(read.recorded, sets[static_cast<std::size_t>(read.recorded.generation) - 1]);
    }
  }
  RecordProperty("whole", whole);
}

TEST_F(TraceSolutions, NamesThatFillTheDescriptionAreRefused) {
  TraceHeader header = map_header();
  header.solutions.features[1] =
      categorical_feature("nation", std::vector<std::string>(1000, std::string(100, 'n')));
  EXPECT_THAT(message_of<UsageError>([&] { TraceWriter(in_folder("a.h5"), header, false); }),
              HasSubstr("the names of the features and their categories take 10"));
  EXPECT_FALSE(fs::exists(in_folder("a.h5")));
}

}  // namespace
}  // namespace skerry
