#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/evolve.hpp"
#include "skerry/genomes.hpp"

#include "engine/communication/communicator.hpp"
#include "mpi/ranks.hpp"
#include "mpi/recorded_runs.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr std::size_t genes_of_ones = 30;
constexpr std::uint64_t few_individuals = 6;

/// Counts the ones.
struct Ones {
  using Genome = BitString<genes_of_ones>;
  Direction direction() const { return Direction::maximise; }
  double evaluate(const Genome& genome) const {
    double ones = 0;
    for (std::size_t bit = 0; bit < genes_of_ones; ++bit) ones += genome[bit] ? 1 : 0;
    return ones;
  }
};

EvolveSettings<Ones::Genome> few_generations(std::optional<std::uint64_t> populations) {
  EvolveSettings<Ones::Genome> settings{.island = Genetic{.population = few_individuals, .offspring = 6},
                                        .migration = {.every = 4},
                                        .stop = {.generations = 18},
                                        .seed = 5};
  settings.stop.target = 1000;
  settings.recorded.populations = populations;
  settings.recorded.improvement_genomes = settings.recorded.births = populations.has_value();
  return settings;
}

double ones_in(std::span<const std::byte> row) {
  double ones = 0;
  for (const std::byte gene : row) ones += static_cast<double>(gene);
  return ones;
}

/// Fails if the fitness of a row is not that of its genome.
template <typename Row>
void expect_scores_of(std::span<const Row> rows, std::span<const std::byte> genomes) {
  ASSERT_EQ(genomes.size(), rows.size() * genes_of_ones);
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(rows[i].fitness, ones_in(genomes.subspan(i * genes_of_ones, genes_of_ones)));
}

TEST(Populations, AreThoseOfTheirGenerationOnEveryIsland) {
  const Mpi mpi;
  const auto kept = std::make_shared<KeepingRecorder>();
  auto settings = few_generations(1);
  settings.record = kept;
  evolve(Ones(), settings, mpi);
  EXPECT_EQ(kept->description.genome, (GenomeForm{GeneKind::byte, genes_of_ones}));
  if (!mpi.first()) return;
  ASSERT_EQ(kept->epochs.size(), 5U);
  for (const EpochRecord& epoch : kept->epochs) {
    ASSERT_EQ(epoch.populations.size(), few_individuals * mpi.size());
    expect_scores_of<PopulationRow>(epoch.populations, epoch.population_genomes);
    expect_scores_of<Improvement>(epoch.improvements, epoch.improvement_genomes);
    const auto last = std::span(epoch.statistics).last(mpi.size());
    for (std::size_t island = 0; island < mpi.size(); ++island) {
      double sum = 0;
      for (std::size_t slot = 0; slot < few_individuals; ++slot) {
        const PopulationRow& row = epoch.populations[island * few_individuals + slot];
        EXPECT_EQ(row.island, island);
        EXPECT_EQ(row.generation, epoch.first_generation + epoch.generations - 1);
        sum += row.fitness;
      }
      EXPECT_NEAR(sum / few_individuals, last[island].mean, 1e-12);
    }
  }
}

TEST(Populations, AreRecordedEverySoManyEpochsAndAtTheEnd) {
  const Mpi mpi;
  for (const auto& [every, expected] : std::vector<std::pair<std::uint64_t, std::string>>{
           {0, "00001"}, {1, "11111"}, {2, "01011"}, {3, "00101"}}) {
    const auto kept = std::make_shared<KeepingRecorder>();
    auto settings = few_generations(every);
    settings.record = kept;
    evolve(Ones(), settings, mpi);
    if (!mpi.first()) continue;
    std::string seen;
    for (const EpochRecord& epoch : kept->epochs) seen += epoch.populations.empty() ? '0' : '1';
    EXPECT_EQ(seen, expected) << every;
  }
}

TEST(Populations, AndBirthsChangeNothingElse) {
  const Mpi mpi;
  expect_same_result(evolve(Ones(), few_generations(1), mpi), evolve(Ones(), few_generations({}), mpi));
}

/// A genome of any length.
struct Lengths {
  using Genome = std::vector<int>;
  double evaluate(const Genome& genome) const { return static_cast<double>(genome.size()); }
  Genome sample(Random& random) const { return Genome(1 + random.below(5)); }
  Genome crossover(const Genome& a, const Genome&, Random&) const { return a; }
  void mutate(Genome& genome, double, Random&) const { genome.push_back(1); }
};

TEST(Populations, OfGenomesThatDifferInSizeAreRefused) {
  const Mpi mpi;
  EvolveSettings<Lengths::Genome> settings{.stop = {.generations = 2}};
  settings.recorded.populations = 1;
  EXPECT_THAT([&] { evolve(Lengths(), settings, mpi); },
              ThrowsMessage<UsageError>(HasSubstr("differ in size")));
}

/// A problem with these bounds.
template <typename G>
struct InBounds {
  using Genome = G;
  typename Stock<G>::Space space;
  double evaluate(const Genome&) const { return 0; }
  auto bounds() const { return space; }
};

/// Returns the row of a genome as numbers of T.
template <typename T, typename Genome>
std::vector<T> row_of(const typename Stock<Genome>::Space& space, const Genome& genome,
                      const GenomeForm& expected) {
  const auto complete = completed(InBounds<Genome>{space});
  const GenomeRows<std::remove_const_t<decltype(complete)>> rows(complete);
  EXPECT_EQ(rows.form(), expected);
  std::vector<std::byte> bytes;
  rows.append(genome, bytes);
  EXPECT_EQ(bytes.size(), expected.row_size_bytes());
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(GenomeRows, HoldTheGenesOfStockGenomes) {
  BitString<5> five{};
  five.flip(1);
  five.flip(4);
  EXPECT_EQ((row_of<std::uint8_t, BitString<5>>({}, five, {GeneKind::byte, 5})),
            (std::vector<std::uint8_t>{0, 1, 0, 0, 1}));
  EXPECT_EQ((row_of<double, Reals<3>>(Box<3>(0, 9), {1.5, 2, 0.25}, {GeneKind::real, 3})),
            (std::vector<double>{1.5, 2, 0.25}));
  EXPECT_EQ((row_of<std::int64_t, Integers<>>(IntegerBox<>(2, -9, 9), {-3, 7}, {GeneKind::integer, 2})),
            (std::vector<std::int64_t>{-3, 7}));
  Permutation<4> order{3, 1, 0, 2};
  EXPECT_EQ((row_of<std::int64_t, Permutation<4>>({}, order, {GeneKind::integer, 4})),
            (std::vector<std::int64_t>{3, 1, 0, 2}));
  using Mixed = Composite<Reals<2>, Permutation<4>, BitString<5>>;
  EXPECT_EQ((row_of<double, Mixed>(Spaces<Mixed>(Box<2>(0, 1), {}, {}), Mixed({0.5, 0.75}, order, five),
                                   {GeneKind::real, 11})),
            (std::vector<double>{0.5, 0.75, 3, 1, 0, 2, 0, 1, 0, 0, 1}));
}

}  // namespace
}  // namespace skerry
