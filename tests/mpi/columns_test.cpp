#include "skerry/columns.hpp"

#include "skerry/error.hpp"
#include "skerry/evolve.hpp"
#include "skerry/trace.hpp"

#include "engine/communication/communicator.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "trace/trace_reader.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::uint64_t columns_population = 12;

/// A problem with a column that says what skerry's own do: the fitness of the best.
struct TopProblem : OneMax {
  TopProblem() : OneMax(60) {}
  std::vector<Column> columns() const { return {{.name = "top", .unit = "bit", .meaning = "most ones"}}; }
  void observe(const Population<Genome>& population, std::span<double> values) {
    values[0] = score_of(population.keys[best_slot(population.keys)], Direction::maximise).fitness;
  }
};

/// Counts the individuals that it has seen, and knows its second number in each third generation alone.
struct SeenObserver {
  struct State {
    std::uint64_t seen = 0;
  } state;

  std::vector<Column> columns() const { return {{"seen"}, {"rare", "", "the generation, or NaN"}}; }
  void observe(const auto& population, std::span<double> values) {
    const std::uint64_t generation = state.seen / columns_population;
    state.seen += population.size();
    values[0] = static_cast<double>(state.seen);
    if (generation % 3 == 0) values[1] = static_cast<double>(generation);
  }
};

/// Has one column of any name.
struct NamedObserver {
  std::string name;
  std::string unit = {};
  std::vector<Column> columns() const { return {{name, unit}}; }
  void observe(const Population<TopProblem::Genome>& /*population*/, std::span<double> values) {
    values[0] = 1;
  }
};

/// Keeps the epochs of a run.
struct EpochsRecorder : Recorder {
  RunStart begin(const RunDescription& run, const Mpi& /*mpi*/) override {
    columns = run.columns;
    return {};
  }
  void record(const EpochRecord& epoch) override { epochs.push_back(epoch); }
  void end(const Outcome& /*outcome*/, const std::string& /*solution*/) override {}

  std::vector<Column> columns;
  std::vector<EpochRecord> epochs;
};

EvolveSettings<TopProblem::Genome> settings_of(std::uint64_t generations, Algorithm island) {
  EvolveSettings<TopProblem::Genome> settings{
      .island = std::move(island), .migration = {.every = 4}, .seed = 5};
  settings.stop.generations = generations;
  settings.stop.target = 1000;  // out of reach
  return settings;
}

Algorithm small_genetic() {
  return Genetic{.population = columns_population, .offspring = 8};
}

/// All values in their order, with NaN as -1.
std::vector<double> values_of(const std::vector<EpochRecord>& epochs) {
  std::vector<double> values;
  for (const EpochRecord& epoch : epochs) {
    for (const double value : epoch.column_values) values.push_back(std::isnan(value) ? -1 : value);
  }
  return values;
}

std::vector<double> values_in(const fs::path& trace) {
  const TraceReader reader(trace);
  return values_of(reader.epochs(0, reader.epoch_count()));
}

}  // namespace

template <>
inline constexpr auto members_of<SeenObserver::State> =
    std::tuple{Member{"seen", "1", "individuals seen", &SeenObserver::State::seen}};

namespace {

TEST(Columns, OfProblemAndObserversReachTheRecorderWithAnyAlgorithm) {
  const Mpi mpi;
  const std::vector<Algorithm> algorithms{small_genetic(), LocalSearch{.population = columns_population}};
  for (const Algorithm& algorithm : algorithms) {
    const auto recorder = std::make_shared<EpochsRecorder>();
    auto settings = settings_of(10, algorithm);
    settings.record = recorder;
    const auto run = evolve(TopProblem(), settings, mpi, SeenObserver());
    EXPECT_EQ(text_of(recorder->columns), "top (bit), seen, rare");
    settings.record = nullptr;
    const auto without = evolve(OneMax(60), settings, mpi);
    EXPECT_TRUE(run.best == without.best);
    EXPECT_EQ(run.evaluations, without.evaluations);
    if (!mpi.first()) continue;
    std::size_t rows = 0;
    for (const EpochRecord& epoch : recorder->epochs) {
      ASSERT_EQ(epoch.column_values.size(), epoch.statistics.size() * 3);
      for (std::size_t i = 0; i < epoch.statistics.size(); ++i, ++rows) {
        const std::uint64_t generation = epoch.first_generation + i / mpi.size();
        EXPECT_EQ(epoch.column_values[3 * i], epoch.statistics[i].best);
        EXPECT_EQ(epoch.column_values[3 * i + 1], static_cast<double>(columns_population * (generation + 1)));
        EXPECT_EQ(std::isnan(epoch.column_values[3 * i + 2]), generation % 3 != 0);
      }
    }
    EXPECT_EQ(rows, 11 * mpi.size());
  }
}

TEST(Columns, AreReadAsTheyWereRecordedAndResumedBitForBit) {
  const Mpi mpi;
  const fs::path folder = fs::temp_directory_path() / ("skerry_columns" + std::to_string(mpi.size()));
  if (mpi.first()) fs::remove_all(folder);
  mpi.communicator().barrier();
  auto settings = settings_of(30, small_genetic());
  settings.record = trace(folder / "whole.h5");
  evolve(TopProblem(), settings, mpi, SeenObserver());
  // The first part ends within an epoch, so that its last rows stand in the checkpoint alone.
  for (const std::uint64_t generations : {10U, 30U}) {
    settings.stop.generations = generations;
    settings.record = trace(folder / "parts.h5", Resume::if_present);
    evolve(TopProblem(), settings, mpi, SeenObserver());
  }
  if (mpi.first()) {
    const std::vector<double> whole = values_in(folder / "whole.h5");
    EXPECT_EQ(whole.size(), 3 * 31 * mpi.size());
    EXPECT_EQ(values_in(folder / "parts.h5"), whole);
    const std::vector<Column> columns = TraceReader(folder / "parts.h5").header().columns;
    ASSERT_EQ(columns.size(), 3U);
    EXPECT_EQ(text_of(columns), "top (bit), seen, rare");
    EXPECT_EQ(columns[0].meaning, "most ones");
    EXPECT_EQ(columns[1].meaning, "seen");
  }
  settings.stop.generations = 40;
  for (const NamedObserver& other : {NamedObserver{"seen"}, NamedObserver{"radius", "mm"}}) {
    settings.record = trace(folder / "parts.h5", Resume::if_present);
    try {
      evolve(TopProblem(), settings, mpi, other);
      ADD_FAILURE() << "a run of other columns was resumed";
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("was recorded with these columns of the program's own: top (bit), "
                                          "seen, rare; the program now has: top (bit), " +
                                          text_of(other.columns())));
    }
  }
  mpi.communicator().barrier();
  if (mpi.first()) fs::remove_all(folder);
}

TEST(Columns, OfAForbiddenNameAreRefused) {
  const Mpi mpi;
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "a name is 1 to 64 lower-case letters, digits and underscores"},
      {"Radius", "a name is 1 to 64 lower-case letters, digits and underscores"},
      {"2d", "the first of them a letter"},
      {"a b", "a column is named \"a b\""},
      {std::string(65, 'a'), "a name is 1 to 64"},
      {"best", "a column is named \"best\", as is one of skerry's own"},
      {"island", "as is one of skerry's own"},
      {"top", "two columns are named \"top\""}};
  for (const auto& [name, told] : cases) {
    try {
      evolve(TopProblem(), settings_of(3, small_genetic()), mpi, NamedObserver{name});
      ADD_FAILURE() << name;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr(told)) << name;
    }
  }
  EXPECT_NO_THROW(
      evolve(TopProblem(), settings_of(3, small_genetic()), mpi, NamedObserver{std::string(64, 'a')}));
}

}  // namespace
}  // namespace skerry
