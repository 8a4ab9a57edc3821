#include "skerry/evolve.hpp"

#include "skerry/trace.hpp"

#include "engine/communication/communicator.hpp"
#include "mpi/shared_folder.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

#include <mpi.h>

namespace skerry {
namespace {

using OneMaxSettings = EvolveSettings<OneMax::Genome>;
using Result = EvolveResult<OneMax::Genome>;

OneMaxSettings small() {
  return {.island = Genetic{.population = 20, .offspring = 20, .operators = {.gene_rate = 0.02}},
          .migration = {.every = 5},
          .stop = {.generations = 40},
          .seed = 7};
}

std::string decided(const Result& run) {
  return std::string(name_of(run.reason)) + " " + std::to_string(run.generations) + " " +
         std::to_string(run.evaluations) + " " + std::to_string(run.score.fitness) + " " +
         std::to_string(run.best_island) + " " + OneMax(100).describe(run.best);
}

TEST(Evolve, FindsTheOptimumAndTellsEveryRank) {
  const Mpi mpi;
  OneMaxSettings settings = small();
  settings.stop.generations = 2000;
  const Result run = evolve(OneMax(60), settings, mpi);
  EXPECT_EQ(run.reason, StopReason::target);
  EXPECT_EQ(run.score, (Score{0, 60}));
  EXPECT_EQ(OneMax(60).evaluate(run.best), run.score);
}

TEST(Evolve, StartsFromWhatItIsGiven) {
  const Mpi mpi;
  const OneMax problem(100);
  OneMax::Genome ones{};
  for (std::size_t bit = 0; bit < 100; ++bit) ones.flip(bit);
  OneMax::Genome nearly = ones;
  nearly.flip(3);
  OneMaxSettings settings = small();
  settings.start = {nearly, nearly, ones};
  const Result run = evolve(problem, settings, mpi);
  EXPECT_EQ(run.reason, StopReason::target);
  EXPECT_EQ(run.generations, 0U);
  EXPECT_EQ(run.best, ones);
  EXPECT_EQ(run.best_island, 2 % mpi.size());
  EXPECT_EQ(run.evaluations, 20 * mpi.size());
}

TEST(Evolve, RefusesAStartThatIsNoGenomeOrTooLarge) {
  const Mpi mpi;
  OneMaxSettings settings = small();
  OneMax::Genome beyond{};
  beyond.flip(100);
  settings.start = {OneMax::Genome{}, beyond};
  EXPECT_THAT([&] { evolve(OneMax(100), settings, mpi); },
              ThrowsMessage<UsageError>(HasSubstr("start[1] is no genome of this problem")));
  settings.start.assign(20 * mpi.size() + 1, OneMax::Genome{});
  EXPECT_THROW(evolve(OneMax(100), settings, mpi), Error);
}

TEST(Evolve, PassesOverAnIslandThatIsFull) {
  const Mpi mpi;
  OneMaxSettings settings = small();
  settings.island = Genetic{.population = 10, .offspring = 10};
  settings.island_overrides = {{0, Genetic{.population = 3, .offspring = 10}}};
  settings.stop.generations = 1;
  settings.start.assign(3 + 10 * (mpi.size() - 1), OneMax::Genome{});
  EXPECT_EQ(evolve(OneMax(100), settings, mpi).generations, 1U);
  settings.start.emplace_back();
  EXPECT_THROW(evolve(OneMax(100), settings, mpi), UsageError);
}

TEST(Evolve, AsksAfterEachEpochWhetherToGoOn) {
  const Mpi mpi;
  OneMaxSettings settings = small();
  std::vector<std::uint64_t> told;
  settings.on_epoch = [&](const Epoch& epoch) {
    EXPECT_TRUE(mpi.first());
    told.push_back(epoch.generation);
    EXPECT_EQ(epoch.epoch + 1, told.size());
    EXPECT_EQ(epoch.islands, mpi.size());
    return epoch.generation < 15;
  };
  const Result run = evolve(OneMax(500), settings, mpi);
  EXPECT_EQ(run.reason, StopReason::requested);
  EXPECT_EQ(run.generations, 15U);
  if (mpi.first()) {
    EXPECT_THAT(told, ElementsAre(5, 10, 15));
  }

  settings.on_epoch = {};
  settings.stop.when = [](const Epoch& epoch) { return epoch.evaluations > 0 && epoch.generation >= 10; };
  EXPECT_EQ(evolve(OneMax(500), settings, mpi).generations, 10U);
}

TEST(Evolve, IslandsMayDiffer) {
  const Mpi mpi;
  OneMaxSettings settings = small();
  settings.island_overrides = {{0, LocalSearch{.population = 3, .offspring = 20}},
                               {2, Genetic{.population = 30, .offspring = 10}}};
  const Result run = evolve(OneMax(300), settings, mpi);
  std::uint64_t expected = 0;
  for (std::size_t island = 0; island < mpi.size(); ++island) {
    expected += island == 0 ? 3 + 40 * 20 : island == 2 ? 30 + 40 * 10 : 20 + 40 * 20;
  }
  EXPECT_EQ(run.evaluations, expected);
}

TEST(Evolve, ArchipelagosRunSideBySide) {
  const Mpi all;
  const Mpi half = all.split(all.rank() % 2);
  OneMaxSettings settings = small();
  settings.seed = 7 + all.rank() % 2;
  const std::string apart = decided(evolve(OneMax(100), settings, half));
  std::vector<Mpi> both;
  both.push_back(all.split(all.rank() % 2));
  EXPECT_EQ(decided(evolve(OneMax(100), settings, both.front())), apart);

  MPI_Comm own = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, static_cast<int>(all.rank() % 2), 0, &own);
  {
    const Mpi joined(own);
    EXPECT_EQ(joined.size(), half.size());
    EXPECT_EQ(decided(evolve(OneMax(100), settings, joined)), apart);
  }
  MPI_Comm_free(&own);
}

struct Failing : OneMax {
  explicit Failing(bool fails_here) : OneMax(50), fails(fails_here) {}
  Score evaluate(const Genome& genome) {
    if (fails && ++evaluations == 150) throw std::out_of_range("the 150th evaluation fails");
    return OneMax::evaluate(genome);
  }
  std::optional<double> optimum() const { return std::nullopt; }
  bool fails;
  int evaluations = 0;
};

TEST(Evolve, WhatAnIslandThrowsEveryRankThrows) {
  const Mpi mpi;
  const std::size_t culprit = mpi.size() / 2;
  try {
    evolve(Failing(mpi.rank() == culprit), small(), mpi);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::out_of_range& own) {
    EXPECT_EQ(mpi.rank(), culprit);
    EXPECT_STREQ(own.what(), "the 150th evaluation fails");
  } catch (const Error& told) {
    EXPECT_NE(mpi.rank(), culprit);
    EXPECT_EQ(told.what(), "island " + std::to_string(culprit) + ": the 150th evaluation fails");
  }
  // The ranks can do another run.
  EXPECT_EQ(evolve(OneMax(100), small(), mpi).generations, 40U);
}

TEST(Evolve, RefusesSettingsOutOfRangeWhereTheyAreMade) {
  const Mpi mpi;
  EXPECT_THAT(([] { (void)OneMaxSettings{.island = Genetic{.mutation_rate = 1.4}}; }),
              ThrowsMessage<UsageError>("mutation_rate is 1.4; a rate lies in [0, 1]"));
  EXPECT_THROW((void)(OneMaxSettings{.island = Genetic{.population = 1}}), UsageError);
  EXPECT_THROW((void)(OneMaxSettings{.island = LocalSearch{.climb_steps = 0}}), UsageError);
  EXPECT_THROW(evolve(OneMax(100), {.migration = {.every = 0}}, mpi), UsageError);
  EXPECT_THROW(evolve(OneMax(100), {.stop = {.evaluations = 0}}, mpi), Error);
  EXPECT_THROW(evolve(OneMax(100), {.stop = {.target = std::nan("")}}, mpi), Error);
}

TEST(Evolve, RefusesATraceOfAnotherRun) {
  const Mpi mpi;
  const SharedFolder folder(mpi.communicator());
  const std::filesystem::path file = folder / "run.h5";
  OneMaxSettings settings = small();
  settings.record = trace(file);
  evolve(OneMax(300), settings, mpi);
  EXPECT_THROW(evolve(OneMax(300), settings, mpi), Error) << "it exists";
  settings.record = trace(file, Resume::if_present);
  settings.seed = 9;
  EXPECT_THROW(evolve(OneMax(300), settings, mpi), UsageError);
  settings.seed = 7;
  settings.island = Genetic{.population = 20, .offspring = 20, .operators = {.gene_rate = 0.03}};
  EXPECT_THROW(evolve(OneMax(300), settings, mpi), UsageError);
  settings.record = trace(file, Resume::overwrite);
  EXPECT_EQ(evolve(OneMax(300), settings, mpi).generations, 40U);
}

}  // namespace
}  // namespace skerry
