#include "support/testing.hpp"
#include "trace/hdf5/dataset.hpp"
#include "trace/trace_format.hpp"
#include "unit/trace/trace_cases.hpp"

#include <unistd.h>

namespace skerry {
namespace {

void expect_holds(const TraceReader& trace, const std::vector<EpochRecord>& run) {
  ASSERT_EQ(trace.epoch_count(), run.size());
  EXPECT_EQ(trace.examine().damage, "");
  const auto read = trace.epochs(0, run.size());
  for (std::size_t i = 0; i < run.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "epoch " << i);
    EXPECT_EQ(read[i].epoch, run[i].epoch);
    EXPECT_EQ(read[i].first_generation, run[i].first_generation);
    EXPECT_EQ(read[i].generations, run[i].generations);
    EXPECT_EQ(read[i].islands, run[i].islands);
    expect_same_rows(read[i].statistics, run[i].statistics);
    EXPECT_THAT(read[i].column_values,
                testing::Pointwise(testing::NanSensitiveDoubleEq(), run[i].column_values));
    expect_same_rows(read[i].improvements, run[i].improvements);
    expect_same_rows(read[i].migration, run[i].migration);
    EXPECT_EQ(read[i].best, run[i].best);
    EXPECT_EQ(read[i].evaluations, run[i].evaluations);
    EXPECT_EQ(read[i].elapsed_s, run[i].elapsed_s);
  }
}

/// Gives each generation and island values of that many columns, some of them NaN.
std::vector<EpochRecord> with_columns(std::vector<EpochRecord> run, std::size_t columns, Random& random) {
  for (EpochRecord& epoch : run) {
    for (std::size_t i = 0; i < epoch.statistics.size() * columns; ++i) {
      epoch.column_values.push_back(random.chance(0.1) ? std::numeric_limits<double>::quiet_NaN()
                                                       : static_cast<double>(random()));
    }
  }
  return run;
}

EpochRecord empty_epoch(std::size_t generations, std::size_t islands) {
  EpochRecord record;
  record.generations = generations;
  record.islands = islands;
  record.statistics.resize(generations * islands);
  return record;
}

using TraceRoundTrip = TraceTest;

TEST_F(TraceRoundTrip, ColumnsOfTheProgramsOwnAreReadAsTheyWereWritten) {
  for (auto&& [seed, random] : seeds(5)) {
    const auto run = with_columns(random_run(random, 3, 8), 2, random);
    TraceHeader header = sample_header(3);
    header.columns = {{"radius", "mm", "largest distance"}, {"spread"}};
    for (const bool finished : {false, true}) {
      const auto file = in_folder("a.h5");
      TraceWriter writer(file, header, true);
      append(writer, run);
      if (finished) {
        writer.finish(footer_of(run));
      } else {
        writer.interrupt();
      }
      const TraceReader reader(file);
      expect_holds(reader, run);
      const std::vector<Column> read = reader.header().columns;
      ASSERT_EQ(read.size(), 2U);
      EXPECT_EQ(text_of(read), "radius (mm), spread");
      EXPECT_EQ(read[0].meaning, "largest distance");
    }
  }
}

TEST_F(TraceRoundTrip, AnEpochWithOtherColumnsIsRefused) {
  TraceWriter writer(in_folder("other.h5"), sample_header(1), false);
  EpochRecord record = empty_epoch(1, 1);
  record.column_values = {1.0};
  EXPECT_THROW(writer.append(record), std::invalid_argument);
}

TEST_F(TraceRoundTrip, RandomRunsAreReadAsTheyWereWritten) {
  for (auto&& [seed, random] : seeds(20)) {
    const std::size_t islands = 1 + random.below(9);
    const std::size_t epochs = seed == 0 ? 200 : 1 + random.below(12);  // the first crosses many chunks
    const auto run = random_run(random, islands, epochs);
    const auto file = in_folder(std::to_string(seed) + ".h5");
    write_trace(file, sample_header(islands), run);

    const TraceReader trace(file);
    expect_holds(trace, run);
    ASSERT_TRUE(trace.footer().has_value());
    EXPECT_EQ(trace.footer()->outcome.best_genome, footer_of(run).outcome.best_genome);
    EXPECT_EQ(trace.footer()->outcome.best_island, footer_of(run).outcome.best_island);
    EXPECT_EQ(trace.footer()->outcome.best, footer_of(run).outcome.best);
    EXPECT_EQ(trace.footer()->outcome.reason, footer_of(run).outcome.reason);
    EXPECT_EQ(trace.footer()->solution, footer_of(run).solution);
  }
}

TEST_F(TraceRoundTrip, NamesOfAnyBytesAreReadAsTheyWere) {
  TraceHeader header = sample_header(1);
  Random random(1);
  const auto run = random_run(random, 1, 1);
  for (const char* name : {"new\n  line", "\xFF", "\\x\n", "back\\slash", " ", "\x1B[31m"}) {
    header.inputs[name] = std::string(64, 'c');
    header.configuration_file = std::string("/tmp/") + name;
    write_trace(in_folder("a.h5"), header, run);
    const TraceHeader read = TraceReader(in_folder("a.h5")).header();
    EXPECT_EQ(read.inputs, header.inputs);
    EXPECT_EQ(read.configuration_file, header.configuration_file);
  }
}

TEST_F(TraceRoundTrip, TheSummaryTellsTheRun) {
  Random random(2);
  const auto run = random_run(random, 3, 5);
  const auto footer = footer_of(run);
  const auto header = sample_header(3);
  write_trace(in_folder("a.h5"), header, run);

  const TraceSummary summary = TraceReader(in_folder("a.h5")).summary();
  EXPECT_EQ(summary.problem, header.problem);
  EXPECT_THAT(summary.source, StartsWith("skerry "));
  EXPECT_EQ(summary.command, header.command);
  EXPECT_EQ(summary.configuration, header.configuration);
  EXPECT_EQ(summary.hosts, header.hosts);
  EXPECT_EQ(inputs_text(summary.inputs),
            std::string(64, 'a') + "  pool.csv\n" + std::string(64, 'b') + "  puzzle.toml\n");
  EXPECT_EQ(summary.fitness_unit, "coin");
  EXPECT_EQ(summary.seed, header.seed);
  EXPECT_EQ(summary.islands, 3U);
  EXPECT_EQ(summary.direction, Direction::maximise);
  EXPECT_EQ(summary.target, 17.25);
  EXPECT_EQ(summary.stop_reason, "stagnation");
  EXPECT_EQ(summary.started, header.started);
  EXPECT_GE(summary.ended, summary.started);
  EXPECT_EQ(summary.generations, footer.outcome.generations);
  EXPECT_EQ(summary.epochs, 5U);
  EXPECT_EQ(summary.evaluations, 5000U);
  EXPECT_EQ(summary.elapsed_s, 2.5);
  EXPECT_EQ(summary.best, score_of(run.back().best, Direction::maximise));
  EXPECT_FALSE(summary.target_reached);
  EXPECT_EQ(summary.solution, footer.solution);
}

/// Writes a run that ends with this text of its best solution.
std::filesystem::path write_with(const std::filesystem::path& file, const std::string& solution) {
  Random random(7);
  const auto run = random_run(random, 2, 2);
  TraceWriter writer(file, sample_header(2), false);
  append(writer, run);
  TraceFooter footer = footer_of(run);
  footer.solution = solution;
  writer.finish(footer);
  return file;
}

/// Returns the strings of /best/text, as HDF5's own tools see them.
std::vector<std::string> strings_of(const std::filesystem::path& trace) {
  const hdf5::File file(H5Fopen(trace.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open");
  const hdf5::Dataset dataset(H5Dopen2(file.id(), "/best/text", H5P_DEFAULT), "text");
  const hdf5::Datatype type(H5Dget_type(dataset.id()), "type");
  EXPECT_EQ(H5Tget_class(type.id()), H5T_STRING);
  EXPECT_EQ(H5Tget_cset(type.id()), H5T_CSET_UTF8);
  const hdf5::Dataspace space(H5Dget_space(dataset.id()), "space");
  const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id()));
  std::vector<char> stored(H5Tget_size(type.id()) * count);
  if (!stored.empty())
    hdf5::checked(H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, stored.data()), "text");
  std::vector<std::string> strings;
  for (std::size_t at = 0; at < stored.size(); at += H5Tget_size(type.id()))
    strings.emplace_back(&stored[at]);
  return strings;
}

TEST_F(TraceRoundTrip, TheTextOfTheBestIsOneString) {
  for (const std::string& text :
       {std::string("front: Brunhilde\nback: Jörg\n"), std::string("x"), std::string(16383, 'a')}) {
    const auto file = write_with(in_folder(std::to_string(text.size()) + ".h5"), text);
    EXPECT_THAT(strings_of(file), ElementsAre(text));
    EXPECT_EQ(TraceReader(file).summary().solution, text);
  }
  EXPECT_THAT(strings_of(write_with(in_folder("none.h5"), "")), IsEmpty());
  EXPECT_EQ(TraceReader(in_folder("none.h5")).summary().solution, "");
}

TEST_F(TraceRoundTrip, ALongTextIsCutIntoStringsBetweenItsCharacters) {
  // Characters of one to four bytes, which the end of a string meets at each of their bytes.
  for (const std::string character : {"a", "ö", "€", "𝄞"}) {
    for (std::size_t before = 0; before < 4; ++before) {
      SCOPED_TRACE(character + std::to_string(before));
      std::string text(before, '.');
      while (text.size() < 40000) text += character;
      const auto file =
          write_with(in_folder(std::to_string(character.size()) + std::to_string(before) + ".h5"), text);
      const auto strings = strings_of(file);
      ASSERT_EQ(strings.size(), 3U);
      EXPECT_EQ(strings[0] + strings[1] + strings[2], text);
      for (const std::string& string : strings) EXPECT_TRUE(string.ends_with(character));
      EXPECT_EQ(TraceReader(file).footer()->solution, text);
    }
  }
}

TEST_F(TraceRoundTrip, ATextEndsAtNul) {
  const auto file = write_with(in_folder("a.h5"), std::string("seen\0unseen", 11));
  EXPECT_THAT(strings_of(file), ElementsAre("seen"));
  EXPECT_EQ(TraceReader(file).summary().solution, "seen");
}

TEST_F(TraceRoundTrip, TheFinalDiversityIsTheMeanOfTheLastGeneration) {
  EpochRecord record = empty_epoch(2, 2);
  record.statistics[0].fitness_diversity = 9;
  record.statistics[2].fitness_diversity = 0.5;
  record.statistics[3].fitness_diversity = 0.25;
  record.statistics[3].genotype_diversity = 1;
  write_trace(in_folder("a.h5"), sample_header(2), {&record, 1});
  const TraceSummary summary = TraceReader(in_folder("a.h5")).summary();
  EXPECT_EQ(summary.fitness_diversity, 0.375);
  EXPECT_EQ(summary.genotype_diversity, 0.5);
}

TEST_F(TraceRoundTrip, TheTargetIsReachedByAFeasibleBestAsGood) {
  const auto reached = [this](Direction direction, Score best) {
    TraceHeader header = sample_header(1);
    header.direction = direction;
    header.target = 10;
    EpochRecord record = empty_epoch(1, 1);
    record.best = key_of(best, direction);
    write_trace(in_folder("a.h5"), header, {&record, 1});
    return TraceReader(in_folder("a.h5")).summary().target_reached;
  };
  EXPECT_TRUE(reached(Direction::minimise, {0, 10}));
  EXPECT_TRUE(reached(Direction::minimise, {0, 9}));
  EXPECT_FALSE(reached(Direction::minimise, {0, 11}));
  EXPECT_FALSE(reached(Direction::minimise, {1, 9}));
  EXPECT_TRUE(reached(Direction::maximise, {0, 11}));
  EXPECT_FALSE(reached(Direction::maximise, {0, 9}));
}

TEST_F(TraceRoundTrip, AnUnfinishedFileHoldsItsEpochs) {
  Random random(3);
  const auto run = random_run(random, 4, 6);
  TraceWriter writer(in_folder("a.h5"), sample_header(4), false);
  std::filesystem::copy_file(in_folder("a.h5"), in_folder("none.h5"));
  writer.append(run[0]);
  std::filesystem::copy_file(in_folder("a.h5"), in_folder("one.h5"));
  append(writer, std::span(run).subspan(1));
  std::filesystem::copy_file(in_folder("a.h5"), in_folder("some.h5"));

  const TraceSummary none = TraceReader(in_folder("none.h5")).summary();
  EXPECT_EQ(none.epochs, 0U);
  EXPECT_EQ(none.stop_reason, "running");
  EXPECT_EQ(none.best, std::nullopt);
  expect_holds(TraceReader(in_folder("one.h5")), {run[0]});

  const TraceReader some(in_folder("some.h5"));
  const TraceSummary summary = some.summary();
  EXPECT_EQ(summary.stop_reason, "running");
  EXPECT_EQ(summary.ended, "");
  EXPECT_EQ(summary.solution, "");
  ASSERT_GE(summary.epochs, 1U);
  expect_holds(some, {run.begin(), run.begin() + static_cast<std::ptrdiff_t>(summary.epochs)});
}

TEST_F(TraceRoundTrip, AKillLeavesWholeEpochs) {
  Random random(5);
  const auto run = random_run(random, 3, 2000);
  for (int round = 0; round < test::random_cases(8); ++round) {
    const auto file = in_folder(std::to_string(round) + ".h5");
    kill_at_work(
        [&](const auto& say_started) {
          TraceWriter writer(file, sample_header(3), false);
          for (const EpochRecord& record : run) {
            writer.append(record);
            if (record.epoch == 0) say_started();
            std::this_thread::sleep_for(std::chrono::microseconds(500));
          }
          ::_exit(0);
        },
        [&] { std::this_thread::sleep_for(std::chrono::microseconds(random.below(100000))); });

    const TraceReader trace(file);
    const auto epochs = trace.summary().epochs;
    ASSERT_GE(epochs, 1U) << round;
    expect_holds(trace, {run.begin(), run.begin() + static_cast<std::ptrdiff_t>(epochs)});
  }
}

TEST_F(TraceRoundTrip, AnAbandonedTraceEndsAsInterrupted) {
  Random random(4);
  const auto run = random_run(random, 2, 4);
  {
    TraceWriter writer(in_folder("a.h5"), sample_header(2), false);
    append(writer, run);
  }
  const TraceReader trace(in_folder("a.h5"));
  EXPECT_EQ(trace.summary().stop_reason, "interrupted");
  EXPECT_NE(trace.summary().ended, "");
  expect_holds(trace, run);
}

}  // namespace
}  // namespace skerry
