#include "skerry/columns.hpp"

#include "skerry/evolve.hpp"
#include "skerry/trace.hpp"

#include "mpi/recorded_runs.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

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

}  // namespace

template <>
inline constexpr auto members_of<SeenObserver::State> =
    std::tuple{Member{"seen", "1", "individuals seen", &SeenObserver::State::seen}};

namespace {

TEST(Columns, OfProblemAndObserversReachTheRecorderWithAnyAlgorithm) {
  const Mpi mpi;
  const std::vector<Algorithm> algorithms{small_genetic(), LocalSearch{.population = columns_population}};
  for (const Algorithm& algorithm : algorithms) {
    const auto recorder = std::make_shared<KeepingRecorder>();
    auto settings = settings_of(10, algorithm);
    settings.record = recorder;
    const auto run = evolve(TopProblem(), settings, mpi, SeenObserver());
    EXPECT_EQ(text_of(recorder->description.columns), "top (bit), seen, rare");
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

TEST(Columns, GoOnAsIfTheRunHadNeverStopped) {
  expect_goes_on_as_if_it_had_never_stopped(TopProblem(), settings_of(40, small_genetic()), Mpi(),
                                            SeenObserver());
}

TEST(Columns, ARunOfOtherColumnsIsNotResumed) {
  const Mpi mpi;
  const SharedFolder folder(mpi.communicator());
  auto settings = settings_of(30, small_genetic());
  settings.record = trace(folder / "run.h5", Resume::if_present);
  evolve(TopProblem(), settings, mpi, SeenObserver());
  if (mpi.first()) {
    const TraceReader reader(folder / "run.h5");
    std::size_t values = 0;
    for (const EpochRecord& epoch : reader.epochs(0, reader.epoch_count()))
      values += epoch.column_values.size();
    EXPECT_EQ(values, 3 * 31 * mpi.size());
    const std::vector<Column> columns = reader.header().columns;
    ASSERT_EQ(columns.size(), 3U);
    EXPECT_EQ(text_of(columns), "top (bit), seen, rare");
    EXPECT_EQ(columns[0].meaning, "most ones");
    EXPECT_EQ(columns[1].meaning, "seen");
  }
  settings.stop.generations = 40;
  for (const NamedObserver& other : {NamedObserver{"seen"}, NamedObserver{"radius", "mm"}}) {
    EXPECT_THAT([&] { evolve(TopProblem(), settings, mpi, other); },
                ThrowsMessage<UsageError>(
                    HasSubstr("was recorded with these columns of the program's own: top (bit), seen, rare; "
                              "the program now has: top (bit), " +
                              text_of(other.columns()))));
  }
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
  for (const auto& refused : cases) {
    EXPECT_THAT(
        [&] { evolve(TopProblem(), settings_of(3, small_genetic()), mpi, NamedObserver{refused.first}); },
        ThrowsMessage<UsageError>(HasSubstr(refused.second)));
  }
  EXPECT_NO_THROW(
      evolve(TopProblem(), settings_of(3, small_genetic()), mpi, NamedObserver{std::string(64, 'a')}));
}

}  // namespace
}  // namespace skerry
