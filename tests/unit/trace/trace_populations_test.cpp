#include "skerry/error.hpp"

#include "trace/hdf5/file.hpp"
#include "trace/trace_reader.hpp"
#include "unit/trace/trace_cases.hpp"
#include "unit/trace/trace_contents.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

namespace skerry {
namespace {

using Epochs = std::vector<EpochRecord>;

constexpr GenomeForm forms[] = {{GeneKind::byte, 11}, {GeneKind::integer, 3}, {GeneKind::real, 4}};

TraceHeader header_with_genomes(std::size_t islands, const GenomeForm& form) {
  TraceHeader header = sample_header(islands);
  header.started = "2024-01-02T03:04:05Z";
  header.populations = header.improvement_genomes = true;
  header.genome = form;
  return header;
}

void add_random_genomes(std::size_t rows, const GenomeForm& form, std::vector<std::byte>& genomes,
                        Random& random) {
  for (std::size_t i = 0; i < rows * form.width; ++i) append_gene(form.gene, random.below(100), genomes);
}

/// Adds populations to some epochs of a run, and genomes to all improvements.
Epochs with_genomes(Epochs run, const GenomeForm& form, Random& random) {
  for (EpochRecord& record : run) {
    add_random_genomes(record.improvements.size(), form, record.improvement_genomes, random);
    for (std::uint32_t i = random.below(3) == 0 ? 0 : random.below(40); i > 0; --i) {
      record.populations.push_back(
          {record.first_generation + record.generations - 1, random.below(5), 0, random.below(9) / 4.0});
    }
    add_random_genomes(record.populations.size(), form, record.population_genomes, random);
  }
  return run;
}

void write_with_genomes(const std::filesystem::path& file, const Epochs& run, const TraceHeader& header) {
  TraceWriter writer(file, header, true);
  for (const EpochRecord& record : run) writer.append(record);
  writer.finish(footer_of(run));
}

void expect_genomes(const TraceReader& trace, std::span<const EpochRecord> run) {
  EXPECT_EQ(trace.examine().damage, "");
  ASSERT_EQ(trace.epoch_count(), run.size());
  const auto read = trace.epochs(0, run.size());
  for (std::size_t epoch = 0; epoch < run.size(); ++epoch) {
    SCOPED_TRACE(epoch);
    EXPECT_EQ(read[epoch].improvement_genomes, run[epoch].improvement_genomes);
    EXPECT_EQ(read[epoch].population_genomes, run[epoch].population_genomes);
    ASSERT_EQ(read[epoch].populations.size(), run[epoch].populations.size());
    for (std::size_t i = 0; i < run[epoch].populations.size(); ++i) {
      for_each_member<PopulationRow>([&](const auto& member) {
        EXPECT_EQ(read[epoch].populations[i].*member.pointer, run[epoch].populations[i].*member.pointer);
      });
    }
  }
}

using TracePopulations = TraceTest;

TEST_F(TracePopulations, AreReadAsTheyWereWritten) {
  for (std::uint64_t seed = 0; seed < 9; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const GenomeForm& form = forms[seed % 3];
    const std::size_t islands = 1 + random.below(5);
    const Epochs run = with_genomes(random_run(random, islands, 1 + random.below(12)), form, random);
    write_with_genomes(in_folder("a.h5"), run, header_with_genomes(islands, form));
    const TraceReader trace(in_folder("a.h5"));
    EXPECT_TRUE(trace.header().populations && trace.header().improvement_genomes);
    EXPECT_EQ(trace.header().genome, form);
    expect_genomes(trace, run);
  }
}

TEST_F(TracePopulations, AContinuedTraceHoldsThoseOfItsPast) {
  Random random(31);
  for (const GenomeForm& form : forms) {
    const Epochs run = with_genomes(random_run(random, 4, 10), form, random);
    write_with_genomes(in_folder("whole.h5"), run, header_with_genomes(4, form));
    for (std::size_t kept = 0; kept <= run.size(); kept += 2) {
      const TraceReader past(in_folder("whole.h5"));
      TraceWriter writer(in_folder("a.h5"), past.header(), past, kept);
      for (const EpochRecord& record : std::span(run).subspan(kept)) writer.append(record);
      writer.finish(footer_of(run));
      EXPECT_EQ(trace_contents(in_folder("a.h5")), trace_contents(in_folder("whole.h5"))) << kept;
    }
  }
}

TEST_F(TracePopulations, AnUnfinishedTraceHoldsThoseOfItsWholeEpochs) {
  Random random(32);
  const Epochs run = with_genomes(random_run(random, 2, 6), forms[2], random);
  TraceWriter writer(in_folder("a.h5"), header_with_genomes(2, forms[2]), false);
  for (const EpochRecord& record : std::span(run).first(4)) writer.append(record);
  writer.flush();
  std::filesystem::copy_file(in_folder("a.h5"), in_folder("killed.h5"));
  expect_genomes(TraceReader(in_folder("killed.h5")), std::span(run).first(4));
}

TEST_F(TracePopulations, AnotherGeneIsDamage) {
  Random random(33);
  for (const std::string column : {"/population/genome", "/improvement/genome"}) {
    const Epochs run = with_genomes(random_run(random, 2, 6), forms[1], random);
    write_with_genomes(in_folder("a.h5"), run, header_with_genomes(2, forms[1]));
    {
      const hdf5::File file(H5Fopen(in_folder("a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "a.h5");
      const hdf5::Dataset dataset(H5Dopen2(file.id(), column.c_str(), H5P_DEFAULT), column);
      std::vector<std::int64_t> genes(hdf5::row_count(file.id(), column) * forms[1].width);
      ASSERT_FALSE(genes.empty());
      H5Dread(dataset.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, genes.data());
      genes.back() ^= 1;
      H5Dwrite(dataset.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, genes.data());
    }
    EXPECT_NE(TraceReader(in_folder("a.h5")).examine().damage, "") << column;
  }
}

}  // namespace
}  // namespace skerry
