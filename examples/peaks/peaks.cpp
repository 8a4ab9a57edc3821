// A selection, a replacement, a migration policy, an algorithm and an observer of a program's own: 64 bits
// with two peaks, all ones and all zeros, of which a population usually loses one. Crowding keeps both.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include <skerry/evolve.hpp>

struct Peaks {
  using Genome = skerry::BitString<64>;
  static constexpr std::string_view name = "peaks";
  skerry::Direction direction() const { return skerry::Direction::maximise; }
  double evaluate(const Genome& bits) const {
    const auto ones = static_cast<double>(bits.count());
    return std::max(ones, 63 - ones);  // the peak of the zeros is lower by one
  }
};

/// Draws parents by exp(-cost / temperature). The temperature falls with each generation.
struct Boltzmann {
  static constexpr std::string_view name = "boltzmann";
  struct State {
    double temperature = 8;
  } state;

  void prepare(std::span<const skerry::Key> keys) {
    state.temperature = std::max(0.5, 0.98 * state.temperature);
    const double best = std::ranges::min_element(keys)->cost;
    weights.resize(keys.size());
    for (std::size_t slot = 0; slot < keys.size(); ++slot)
      weights[slot] = keys[slot].violation > 0 ? 0 : std::exp((best - keys[slot].cost) / state.temperature);
    table.assign(weights);
  }
  std::uint32_t pick(skerry::Random& random) const { return table.draw(random); }

  std::vector<double> weights;
  skerry::AliasTable table;
};
/// What stands in `state` is saved in checkpoints; this says what it is.
template <>
inline constexpr auto skerry::members_of<Boltzmann::State> = std::tuple{
    skerry::Member{"temperature", "1", "temperature of the selection", &Boltzmann::State::temperature}};

/// Restricted tournament replacement (Harik 1995): each child competes with the nearest of some individuals
/// that are drawn, so that it replaces its like.
struct Crowding {
  static constexpr std::string_view name = "crowding";
  using Individuals = skerry::Population<Peaks::Genome>;

  std::span<const std::uint32_t> survivors(const Individuals& parents, const Individuals& children,
                                           skerry::Random& random) {
    const auto size = static_cast<std::uint32_t>(parents.size());
    slots.resize(size);
    std::iota(slots.begin(), slots.end(), 0U);
    for (std::uint32_t child = 0; child < children.size(); ++child) {
      std::uint32_t nearest = random.below(size);
      for (int drawn = 1; drawn < 15; ++drawn) {
        const std::uint32_t other = random.below(size);
        if (distance(genome_in(slots[other], parents, children), children.genomes[child]) <
            distance(genome_in(slots[nearest], parents, children), children.genomes[child]))
          nearest = other;
      }
      if (children.keys[child] < key_in(slots[nearest], parents, children)) slots[nearest] = size + child;
    }
    return slots;
  }

  static int distance(const Peaks::Genome& a, const Peaks::Genome& b) {
    return std::popcount(a.words[0] ^ b.words[0]);
  }
  static const Peaks::Genome& genome_in(std::uint32_t slot, const Individuals& parents,
                                        const Individuals& children) {
    return slot < parents.size() ? parents.genomes[slot] : children.genomes[slot - parents.size()];
  }
  static const skerry::Key& key_in(std::uint32_t slot, const Individuals& parents,
                                   const Individuals& children) {
    return slot < parents.size() ? parents.keys[slot] : children.keys[slot - parents.size()];
  }

  std::vector<std::uint32_t> slots;
};

/// The best migrates, and then those that differ most from it, so that copies bring what is far from them.
struct Apart {
  static constexpr std::string_view name = "apart";

  void order(const skerry::Population<Peaks::Genome>& population, std::span<std::uint32_t> ranking) const {
    const Peaks::Genome& best = population.genomes[ranking.front()];
    std::stable_sort(ranking.begin() + 1, ranking.end(), [&](std::uint32_t a, std::uint32_t b) {
      return Crowding::distance(population.genomes[a], best) >
             Crowding::distance(population.genomes[b], best);
    });
  }
};

/// Simulated annealing (Kirkpatrick, Gelatt & Vecchi 1983): each individual takes steps by itself, and worse
/// ones by the temperature.
struct Annealing {
  static constexpr std::string_view name = "annealing";
  struct Settings {
    double start = 2;
    double cooling = 0.97;
  } settings;

  template <typename Island>
  void advance(Island& island) {
    const double temperature = settings.start * std::pow(settings.cooling, island.generation());
    auto& population = island.population();
    for (std::size_t step = 0; step < island.offspring(); ++step) {
      const std::size_t slot = step % population.size();
      auto neighbour = population.genomes[slot];
      island.step(neighbour);
      const skerry::Key key = island.evaluate(neighbour);
      const double worse = key.cost - population.keys[slot].cost;
      if (worse > 0 && !island.random().chance(std::exp(-worse / temperature))) continue;
      population.genomes[slot] = neighbour;
      population.keys[slot] = key;
    }
  }
};
/// These are keys of [island], beside those of all algorithms.
template <>
inline constexpr auto skerry::members_of<Annealing::Settings> =
    std::tuple{skerry::Member{"start", "1", "the first temperature", &Annealing::Settings::start},
               skerry::Member{"cooling", "1", "factor of a generation", &Annealing::Settings::cooling}};

/// Tells how many individuals are nearer to the peak of the ones, for traces.
struct Sides {
  std::vector<skerry::Column> columns() const {
    return {{.name = "ones", .meaning = "share of individuals nearer to the peak of the ones"}};
  }
  void observe(const skerry::Population<Peaks::Genome>& population, std::span<double> values) {
    const auto ones =
        std::ranges::count_if(population.genomes, [](const auto& bits) { return bits.count() > 31; });
    values[0] = static_cast<double>(ones) / static_cast<double>(population.size());
  }
};

int main(int argc, char** argv) {
  const skerry::Mpi mpi(argc, argv);
  const skerry::Genetic genetic{.population = 60, .selection = "boltzmann", .replacement = "crowding"};
  const skerry::OwnAlgorithm annealing{.name = "annealing", .population = 8, .values = {{"cooling", 0.98}}};
  const auto run = skerry::evolve(
      Peaks{},
      {.island = genetic,
       .island_overrides = {{3, annealing}},
       .migration = {.topology = skerry::ring, .transfer = skerry::Transfer::copy, .policy = "apart"},
       .stop = {.generations = 300, .target = 64}},
      mpi, Boltzmann{}, Crowding{}, Apart{}, Annealing{}, Sides{});
  if (mpi.first())
    std::cout << run.score.fitness << " of 64 in generation " << run.generations << " on " << mpi.size()
              << " islands\n";
}
