#include "support/testing.hpp"
#include "unit/trace/trace_cases.hpp"
#include "unit/trace/trace_contents.hpp"

namespace skerry {
namespace {

namespace fs = std::filesystem;

TraceHeader header_of_test(std::size_t islands) {
  TraceHeader header = sample_header(islands);
  header.configuration_file = "/home/jörg/configs/type 2.toml";
  header.slurm_job_id = "1234_5";
  return header;
}

class TraceContinueTest : public TraceTest {
 protected:
  /// Makes a trace as a kill after these epochs would leave it.
  fs::path killed(const TraceHeader& header, std::span<const EpochRecord> records) const {
    TraceWriter writer(in_folder("killed.h5"), header, true);
    append(writer, records);
    writer.flush();
    fs::copy_file(in_folder("killed.h5"), in_folder("a.h5"), fs::copy_options::overwrite_existing);
    return in_folder("a.h5");
  }
};

TEST_F(TraceContinueTest, EqualsTheTraceWrittenInOneGo) {
  for (auto&& [seed, random] : seeds(test::random_cases(6U))) {
    const std::size_t islands = 1 + random.below(9);
    const auto run = random_run(random, islands, 1 + random.below(12));
    const auto header = header_of_test(islands);
    write_trace(in_folder("whole.h5"), header, run);
    const auto expected = trace_contents(in_folder("whole.h5"));

    for (std::size_t kept = 0; kept <= run.size(); ++kept) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", from epoch " << kept);
      const std::size_t lost = random.below(static_cast<std::uint32_t>(run.size() - kept + 1));
      const auto file = killed(header, std::span(run).first(kept + lost));
      std::optional<TraceReader> past(file);
      ASSERT_EQ(past->epoch_count(), kept + lost);
      TraceWriter writer(file, past->header(), *past, kept);
      past.reset();
      append(writer, std::span(run).subspan(kept));
      writer.finish(footer_of(run));
      EXPECT_EQ(trace_contents(file), expected);
    }
  }
}

TEST_F(TraceContinueTest, ManyBlocksAreCopied) {
  Random random(1);
  const auto run = random_run(random, 300, 120);  // 200,000 rows of statistics
  const auto header = header_of_test(300);
  write_trace(in_folder("whole.h5"), header, run);
  const TraceReader past(in_folder("whole.h5"));
  ASSERT_LT(past.epochs_within(0, 117, 100000), 100U);

  continue_trace(in_folder("a.h5"), header, past, 117, run);
  EXPECT_TRUE(trace_contents(in_folder("a.h5")) == trace_contents(in_folder("whole.h5")));
}

TEST_F(TraceContinueTest, TheHeaderIsReadAsItWasWritten) {
  TraceHeader header = header_of_test(3);
  header.resumed = "2024-01-03T00:00:00Z 2024-01-04T00:00:00Z";
  header.processes = 4;
  header.resumed_on = "? 1@node7";
  { const TraceWriter writer(in_folder("a.h5"), header, false); }
  const TraceReader trace(in_folder("a.h5"));
  const TraceHeader read = trace.header();
  EXPECT_EQ(read.problem, header.problem);
  EXPECT_EQ(read.command, header.command);
  EXPECT_EQ(read.configuration, header.configuration);
  EXPECT_EQ(read.configuration_file, header.configuration_file);
  EXPECT_EQ(read.hosts, header.hosts);
  EXPECT_EQ(read.fitness_unit, header.fitness_unit);
  EXPECT_EQ(read.mpi_library, header.mpi_library);
  EXPECT_EQ(read.seed, header.seed);
  EXPECT_EQ(read.islands, header.islands);
  EXPECT_EQ(read.direction, header.direction);
  EXPECT_EQ(read.target, header.target);
  EXPECT_EQ(read.inputs, header.inputs);
  EXPECT_EQ(read.slurm_job_id, header.slurm_job_id);
  EXPECT_EQ(read.started, header.started);
  EXPECT_EQ(read.resumed, header.resumed);
  EXPECT_EQ(read.processes, header.processes);
  EXPECT_EQ(read.resumed_on, header.resumed_on);
  EXPECT_EQ(trace.stop_reason(), "interrupted");
}

TEST_F(TraceContinueTest, ALayoutIsNotedAtTheStartAndWheneverTheRunGoesOn) {
  TraceHeader header = sample_header(1);
  note_layout(header, {.processes = 5, .hosts = {"node1", "node1", "node2", "node2"}});
  EXPECT_EQ(header.hosts, "node1,node1,node2,node2");
  EXPECT_EQ(header.islands, 4U);
  EXPECT_EQ(header.processes, 5U);
  note_resumed(header, {.processes = 1, .hosts = {"node7", "node7", "node7", "node7"}});
  note_resumed(header, {.processes = 4, .hosts = {"node2", "node1", "node2", "node1"}});
  EXPECT_EQ(header.resumed_on, "1@node7 4@node2,node1");
  EXPECT_EQ(std::ranges::count(header.resumed, ' '), 1);
  EXPECT_EQ(header.hosts, "node1,node1,node2,node2") << "of the session that began the run";
}

TEST_F(TraceContinueTest, WhereAnEarlierVersionDidNotTellTheLayoutItStaysUnknown) {
  TraceHeader header = sample_header(2);
  header.resumed = "2024-01-03T00:00:00Z 2024-01-04T00:00:00Z";
  note_resumed(header, {.processes = 2, .hosts = {"node1", "node2"}});
  EXPECT_EQ(header.resumed_on, "? ? 2@node1,node2");
  EXPECT_EQ(header.processes, std::nullopt);
  { const TraceWriter writer(in_folder("a.h5"), header, false); }
  const TraceReader trace(in_folder("a.h5"));
  EXPECT_EQ(trace.header().processes, std::nullopt);
  EXPECT_EQ(trace.summary().processes, std::nullopt);
  EXPECT_EQ(trace.summary().resumed_on, header.resumed_on);
}

TEST_F(TraceContinueTest, ARunThatWasNeverResumedSaysSo) {
  TraceHeader begun_now = sample_header(1);
  begun_now.started = "";
  { const TraceWriter writer(in_folder("a.h5"), begun_now, false); }
  const TraceHeader header = TraceReader(in_folder("a.h5")).header();
  EXPECT_EQ(header.resumed, "");
  EXPECT_EQ(header.configuration_file, "");
  EXPECT_EQ(header.started.size(), std::string("2024-01-01T00:00:00Z").size());
}

TEST_F(TraceContinueTest, RefusesMoreEpochsThanThereAre) {
  Random random(2);
  const auto run = random_run(random, 2, 3);
  const auto file = killed(sample_header(2), run);
  const TraceReader past(file);
  EXPECT_THAT(message_of<DataError>([&] { TraceWriter(file, past.header(), past, 4); }),
              HasSubstr("a.h5: the trace holds 3 whole epochs, fewer than 4"));
  EXPECT_EQ(TraceReader(file).epoch_count(), 3U);
}

TEST_F(TraceContinueTest, FlushedEpochsAreInTheFile) {
  Random random(3);
  const auto run = random_run(random, 2, 50);
  TraceWriter writer(in_folder("a.h5"), sample_header(2), false);
  for (const EpochRecord& record : run) {
    writer.append(record);
    if (record.epoch % 7 != 0) continue;
    writer.flush();
    EXPECT_EQ(TraceReader(in_folder("a.h5")).epoch_count(), record.epoch + 1);
  }
}

TEST_F(TraceContinueTest, InterruptingTellsOfAFullDisk) {
  Random random(4);
  const auto run = random_run(random, 5, 3);
  TraceWriter writer(in_folder("a.h5"), sample_header(5), false);
  writer.append(run[0]);
  const FileSizeLimit limit(fs::file_size(in_folder("a.h5")) / 2);
  try {
    append(writer, std::span(run).subspan(1));
    writer.interrupt();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::failed);
    EXPECT_THAT(error.what(), HasSubstr("a.h5 can't be written: "));
  }
}

TEST_F(TraceContinueTest, AFullDiskLeavesTheEarlierTrace) {
  Random random(5);
  const auto run = random_run(random, 5, 400);
  const auto file = killed(sample_header(5), run);
  const TraceReader past(file);
  {
    const FileSizeLimit limit(fs::file_size(file) / 2);
    EXPECT_THROW(TraceWriter(file, past.header(), past, 400), Error);
  }
  EXPECT_EQ(TraceReader(file).epoch_count(), 400U);
  EXPECT_EQ(std::distance(fs::directory_iterator(in_folder("")), {}), 2);
}

}  // namespace
}  // namespace skerry
