#include "trace/hdf5/file.hpp"
#include "trace/trace_reader.hpp"
#include "unit/trace/trace_cases.hpp"
#include "unit/trace/trace_contents.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;

std::vector<EpochRecord> run_with_evaluations(Random& random, std::size_t islands) {
  std::vector<EpochRecord> run = random_run(random, islands, 8);
  for (EpochRecord& record : run) {
    for (std::uint32_t i = random.below(4) == 0 ? 0 : random.below(200); i > 0; --i) {
      record.evaluation_rows.push_back({.generation = record.first_generation,
                                        .island = random.below(5),
                                        .number = random.below(1000),
                                        .failed = random.below(2),
                                        .known = random.below(2),
                                        .attempts = random.below(4),
                                        .rank = random.below(8),
                                        .place = random.below(2),
                                        .started_s = 1.7e9 + random.uniform(),
                                        .duration_s = random.uniform()});
    }
  }
  return run;
}

void write_evaluations(const fs::path& file, std::span<const EpochRecord> run, bool recorded) {
  TraceHeader header = sample_header(3);
  header.started = "2024-01-02T03:04:05Z";
  header.evaluations = recorded;
  TraceWriter writer(file, header, true);
  for (const EpochRecord& record : run) writer.append(record);
  writer.finish(footer_of({run.begin(), run.end()}));
}

using TraceEvaluations = TraceTest;

TEST_F(TraceEvaluations, AreReadAsTheyWereWritten) {
  Random random(1);
  const auto run = run_with_evaluations(random, 3);
  write_evaluations(in_folder("a.h5"), run, true);
  const TraceReader trace(in_folder("a.h5"));
  EXPECT_TRUE(trace.header().evaluations);
  EXPECT_EQ(trace.examine().damage, "");
  EvaluationCounts counts;
  const auto read = trace.epochs(0, run.size());
  for (std::size_t epoch = 0; epoch < run.size(); ++epoch) {
    ASSERT_EQ(read[epoch].evaluation_rows.size(), run[epoch].evaluation_rows.size()) << epoch;
    for (std::size_t i = 0; i < run[epoch].evaluation_rows.size(); ++i) {
      const EvaluationRow& written = run[epoch].evaluation_rows[i];
      for_each_member<EvaluationRow>([&](const auto& member) {
        EXPECT_EQ(read[epoch].evaluation_rows[i].*member.pointer, written.*member.pointer) << member.name;
      });
      ++counts.rows;
      counts.failed += written.failed;
      counts.known += written.known;
    }
  }
  const auto found = trace.summary().recorded_evaluations;
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rows, counts.rows);
  EXPECT_EQ(found->failed, counts.failed);
  EXPECT_EQ(found->known, counts.known);
}

TEST_F(TraceEvaluations, ChangeNothingElseInTheTrace) {
  Random random(2);
  const auto run = run_with_evaluations(random, 3);
  write_evaluations(in_folder("with.h5"), run, true);
  write_evaluations(in_folder("without.h5"), run, false);
  const TraceReader without(in_folder("without.h5"));
  EXPECT_FALSE(without.header().evaluations);
  EXPECT_FALSE(without.summary().recorded_evaluations);
  auto with = trace_contents(in_folder("with.h5"));
  std::erase_if(with, [](const auto& entry) {
    return entry.first.starts_with("evaluation") || entry.first.starts_with("epoch/evaluation_rows") ||
           entry.first.starts_with("epoch/checksum_evaluations_s");
  });
  EXPECT_EQ(with, trace_contents(in_folder("without.h5")));
}

TEST_F(TraceEvaluations, AContinuedTraceHoldsThoseOfItsPastOnce) {
  Random random(3);
  const auto run = run_with_evaluations(random, 3);
  write_evaluations(in_folder("whole.h5"), run, true);
  for (std::size_t kept = 0; kept <= run.size(); kept += 2) {
    const TraceReader past(in_folder("whole.h5"));
    TraceWriter writer(in_folder("a.h5"), past.header(), past, kept);
    for (const EpochRecord& record : std::span(run).subspan(kept)) writer.append(record);
    writer.finish(footer_of(run));
    EXPECT_EQ(trace_contents(in_folder("a.h5")), trace_contents(in_folder("whole.h5"))) << kept;
  }
}

TEST_F(TraceEvaluations, CanBeginInAContinuedTrace) {
  Random random(4);
  const auto run = run_with_evaluations(random, 3);
  write_evaluations(in_folder("old.h5"), run, false);
  const TraceReader past(in_folder("old.h5"));
  TraceHeader header = past.header();
  header.evaluations = true;
  TraceWriter writer(in_folder("a.h5"), header, past, 4);
  for (const EpochRecord& record : std::span(run).subspan(4)) writer.append(record);
  writer.finish(footer_of(run));
  std::size_t later = 0;
  for (const EpochRecord& record : std::span(run).subspan(4)) later += record.evaluation_rows.size();
  const TraceReader trace(in_folder("a.h5"));
  EXPECT_EQ(trace.examine().damage, "");
  EXPECT_EQ(trace.summary().recorded_evaluations->rows, later);
}

TEST_F(TraceEvaluations, OneOtherValueIsDamage) {
  Random random(5);
  const auto run = run_with_evaluations(random, 3);
  write_evaluations(in_folder("a.h5"), run, true);
  for (const char* name : {"/evaluation/failed", "/evaluation/duration_s", "/epoch/evaluation_rows"}) {
    fs::copy_file(in_folder("a.h5"), in_folder("b.h5"), fs::copy_options::overwrite_existing);
    {
      const hdf5::File file(H5Fopen(in_folder("b.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "b.h5");
      const hdf5::Dataset dataset(H5Dopen2(file.id(), name, H5P_DEFAULT), name);
      const hdf5::Dataspace space(H5Dget_space(dataset.id()), name);
      std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id())));
      H5Dread(dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      values[values.size() / 2] += 1;
      H5Dwrite(dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    }
    EXPECT_NE(TraceReader(in_folder("b.h5")).examine().damage, "") << name;
  }
}

}  // namespace
}  // namespace skerry
