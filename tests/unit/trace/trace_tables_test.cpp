#include "support/testing.hpp"
#include "trace/trace_reader.hpp"
#include "unit/trace/trace_cases.hpp"
#include "unit/trace/trace_contents.hpp"

namespace skerry {
namespace {

namespace fs = std::filesystem;

using Epochs = std::vector<EpochRecord>;

/// A table that a run records only where it is asked to.
struct RecordedTable {
  const char* name;
  std::function<void(TraceHeader&)> ask;
  std::function<void(EpochRecord&, Random&)> fill;  ///< adds rows to some epochs of a run
  std::vector<std::string> paths;                   ///< what begins with one of them is more than in others
  std::vector<std::string> guarded;                 ///< datasets in which any other value is damage
};

void add_births(EpochRecord& record, Random& random) {
  for (std::uint32_t i = random.below(4) == 0 ? 0 : random.below(300); i > 0; --i) {
    const auto number = [&] { return std::uint64_t{random.below(1U << 31)} << 31; };
    record.births.push_back(
        {record.first_generation, random.below(5), number(), number(), number(), random.below(2)});
  }
}

void add_evaluations(EpochRecord& record, Random& random) {
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

/// Has the population of some epochs, and the genomes of all improvements.
RecordedTable genomes_of(const char* name, GenomeForm form) {
  const auto add_genomes = [form](std::size_t rows, std::vector<std::byte>& genomes, Random& random) {
    for (std::size_t i = 0; i < rows * form.width * form.text_size_bytes; ++i)
      append_gene(form.gene, random.below(100), genomes);
  };
  std::vector<std::string> paths = {"population", "improvement/gen", "epoch/population_rows",
                                    "epoch/checksum"};
  if (form.gene == GeneKind::text) paths.push_back("improvement/character");
  return {.name = name,
          .ask =
              [form](TraceHeader& header) {
                header.recorded.populations = 0;
                header.recorded.improvement_genomes = true;
                header.genome = form;
              },
          .fill =
              [add_genomes](EpochRecord& record, Random& random) {
                add_genomes(record.improvements.size(), record.improvement_genomes, random);
                for (std::uint32_t i = random.below(3) == 0 ? 0 : random.below(40); i > 0; --i) {
                  record.populations.push_back({record.first_generation + record.generations - 1,
                                                random.below(5), 0, random.below(9) / 4.0});
                }
                add_genomes(record.populations.size(), record.population_genomes, random);
              },
          // The checksums of an epoch guard the genomes of its improvements, too.
          .paths = paths,
          .guarded = {"/population/genome", "/improvement/genome"}};
}

const RecordedTable recorded_tables[] = {
    {.name = "Births",
     .ask = [](TraceHeader& header) { header.recorded.births = true; },
     .fill = add_births,
     .paths = {"birth", "epoch/births", "epoch/checksum_births"},
     .guarded = {"/birth/mother", "/birth/survived", "/epoch/births"}},
    {.name = "Evaluations",
     .ask = [](TraceHeader& header) { header.recorded.evaluations = true; },
     .fill = add_evaluations,
     .paths = {"evaluation", "epoch/evaluation_rows", "epoch/checksum_evaluations_s"},
     .guarded = {"/evaluation/failed", "/evaluation/duration_s", "/epoch/evaluation_rows"}},
    genomes_of("GenomesOfBytes", {GeneKind::byte, 11}),
    genomes_of("GenomesOfIntegers", {GeneKind::integer, 3}),
    genomes_of("GenomesOfReals", {GeneKind::real, 4}),
    genomes_of("GenomesOfTexts", {GeneKind::text, 3, 5}),
};

void expect_tables(const TraceReader& trace, std::span<const EpochRecord> run) {
  EXPECT_EQ(trace.examine().damage, "");
  ASSERT_EQ(trace.epoch_count(), run.size());
  const Epochs read = trace.epochs(0, run.size());
  for (std::size_t epoch = 0; epoch < run.size(); ++epoch) {
    SCOPED_TRACE(epoch);
    expect_same_rows(read[epoch].births, run[epoch].births);
    expect_same_rows(read[epoch].evaluation_rows, run[epoch].evaluation_rows);
    expect_same_rows(read[epoch].populations, run[epoch].populations);
    EXPECT_EQ(read[epoch].population_genomes, run[epoch].population_genomes);
    EXPECT_EQ(read[epoch].improvement_genomes, run[epoch].improvement_genomes);
  }
}

class TraceTables : public TraceTest, public testing::WithParamInterface<RecordedTable> {
 protected:
  static TraceHeader asking_header(std::size_t islands) {
    TraceHeader header = sample_header(islands);
    GetParam().ask(header);
    return header;
  }
  static Epochs filled(Epochs run, Random& random) {
    for (EpochRecord& record : run) GetParam().fill(record, random);
    return run;
  }
};

TEST_P(TraceTables, AreReadAsTheyWereWritten) {
  for (auto&& [seed, random] : seeds(8)) {
    const std::size_t islands = 1 + random.below(5);
    const Epochs run = filled(random_run(random, islands, 1 + random.below(12)), random);
    const TraceHeader header = asking_header(islands);
    write_trace(in_folder("a.h5"), header, run);
    const TraceReader trace(in_folder("a.h5"));
    const TraceHeader read = trace.header();
    EXPECT_EQ(read.recorded.births, header.recorded.births);
    EXPECT_EQ(read.recorded.evaluations, header.recorded.evaluations);
    EXPECT_EQ(read.recorded.populations, header.recorded.populations);
    EXPECT_EQ(read.recorded.improvement_genomes, header.recorded.improvement_genomes);
    EXPECT_EQ(read.genome, header.genome);
    expect_tables(trace, run);
    EXPECT_EQ(trace.epochs_within(0, run.size(), 1), 1U);
  }
}

TEST_P(TraceTables, ChangeNothingElseInTheTrace) {
  Random random(20);
  const Epochs run = random_run(random, 3, 9);
  write_trace(in_folder("with.h5"), asking_header(3), filled(run, random));
  write_trace(in_folder("without.h5"), sample_header(3), run);
  auto with = trace_contents(in_folder("with.h5"));
  auto without = trace_contents(in_folder("without.h5"));
  for (const std::string& path : GetParam().paths) {
    const auto begins = [&](const auto& entry) { return entry.first.starts_with(path); };
    EXPECT_GT(std::erase_if(with, begins), std::erase_if(without, begins)) << path;
  }
  EXPECT_EQ(with.size(), without.size());
  for (const auto& [path, contents] : with) EXPECT_TRUE(contents == without[path]) << path;
}

TEST_P(TraceTables, AContinuedTraceHoldsThoseOfItsPastOnce) {
  Random random(21);
  const Epochs run = filled(random_run(random, 4, 10), random);
  write_trace(in_folder("whole.h5"), asking_header(4), run);
  for (std::size_t kept = 0; kept <= run.size(); kept += 2) {
    const TraceReader past(in_folder("whole.h5"));
    continue_trace(in_folder("a.h5"), past.header(), past, kept, run);
    EXPECT_EQ(trace_contents(in_folder("a.h5")), trace_contents(in_folder("whole.h5"))) << kept;
  }
}

TEST_P(TraceTables, AnUnfinishedTraceHoldsThoseOfItsWholeEpochs) {
  Random random(22);
  const Epochs run = filled(random_run(random, 2, 6), random);
  TraceWriter writer(in_folder("a.h5"), asking_header(2), false);
  append(writer, std::span(run).first(4));
  writer.flush();
  fs::copy_file(in_folder("a.h5"), in_folder("killed.h5"));
  expect_tables(TraceReader(in_folder("killed.h5")), std::span(run).first(4));
}

TEST_P(TraceTables, OneOtherValueIsDamage) {
  Random random(23);
  write_trace(in_folder("a.h5"), asking_header(2), filled(random_run(random, 2, 6), random));
  for (const std::string& name : GetParam().guarded) {
    fs::copy_file(in_folder("a.h5"), in_folder("b.h5"), fs::copy_options::overwrite_existing);
    change_a_value(in_folder("b.h5"), name);
    EXPECT_NE(TraceReader(in_folder("b.h5")).examine().damage, "") << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, TraceTables, testing::ValuesIn(recorded_tables),
                         [](const auto& test) { return test.param.name; });

using TraceEvaluations = TraceTest;

TEST_F(TraceEvaluations, AreCountedByTheSummary) {
  Random random(1);
  Epochs run = random_run(random, 3, 8);
  EvaluationCounts counts;
  for (EpochRecord& record : run) {
    add_evaluations(record, random);
    for (const EvaluationRow& row : record.evaluation_rows) {
      ++counts.rows;
      counts.failed += row.failed;
      counts.known += row.known;
    }
  }
  TraceHeader header = sample_header(3);
  write_trace(in_folder("a.h5"), header, run);
  EXPECT_FALSE(TraceReader(in_folder("a.h5")).summary().recorded_evaluations);
  header.recorded.evaluations = true;
  write_trace(in_folder("a.h5"), header, run);
  const auto found = TraceReader(in_folder("a.h5")).summary().recorded_evaluations;
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rows, counts.rows);
  EXPECT_EQ(found->failed, counts.failed);
  EXPECT_EQ(found->known, counts.known);
}

TEST_F(TraceEvaluations, CanBeginInAContinuedTrace) {
  Random random(4);
  Epochs run = random_run(random, 3, 8);
  for (EpochRecord& record : run) add_evaluations(record, random);
  write_trace(in_folder("old.h5"), sample_header(3), run);
  const TraceReader past(in_folder("old.h5"));
  TraceHeader header = past.header();
  header.recorded.evaluations = true;
  continue_trace(in_folder("a.h5"), header, past, 4, run);
  std::size_t later = 0;
  for (const EpochRecord& record : std::span(run).subspan(4)) later += record.evaluation_rows.size();
  const TraceReader trace(in_folder("a.h5"));
  EXPECT_EQ(trace.examine().damage, "");
  EXPECT_EQ(trace.summary().recorded_evaluations->rows, later);
}

}  // namespace
}  // namespace skerry
