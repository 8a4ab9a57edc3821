// What is packed into a knapsack is to be light and worth much: the front of all that no other packing beats
// in both, and with --map the best packing for each number of items. docs/evolve.md explains this program.
#include <cstddef>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

#include <skerry/evolve.hpp>
#include <skerry/genomes/bits.hpp>

struct Knapsack {
  static constexpr std::size_t items = 24;
  using Genome = skerry::BitString<items>;

  // The objectives are compared; the references are worse than all that count.
  std::vector<skerry::Objective> objectives() const {
    return {{.name = "weight", .unit = "kg", .reference = 300},
            {.name = "worth", .unit = "coins", .direction = skerry::Direction::maximise, .reference = 0}};
  }
  void objectives(const Genome& packed, std::span<double> values) const {
    values[0] = weight(packed);
    values[1] = worth(packed);
  }

  // The features tell packings apart, whether they are good or not.
  std::vector<skerry::Feature> features() const { return {skerry::whole_number_feature("items", 0, items)}; }
  void features(const Genome& packed, std::span<double> values) const {
    values[0] = 0;
    for (std::size_t item = 0; item < items; ++item) values[0] += packed.test(item) ? 1 : 0;
  }

  // The fitness of one packing, which decides who stands for a cell of the map.
  skerry::Direction direction() const { return skerry::Direction::maximise; }
  double evaluate(const Genome& packed) const { return worth(packed) - weight(packed) / 2; }

  static double weight(const Genome& packed) {
    double sum = 0;
    for (std::size_t item = 0; item < items; ++item)
      if (packed.test(item)) sum += 3 + static_cast<double>(item * item % 17);
    return sum;
  }
  static double worth(const Genome& packed) {
    double sum = 0;
    for (std::size_t item = 0; item < items; ++item)
      if (packed.test(item)) sum += 2 + static_cast<double>(item * 7 % 23);
    return sum;
  }
};

int main(int argc, char** argv) {
  const skerry::Mpi mpi(argc, argv);
  const bool map = argc > 1 && std::string_view(argv[1]) == "--map";
  const skerry::Algorithm front = skerry::Nsga2{.population = 40, .offspring = 40, .mutation_rate = 0.05};
  const skerry::Algorithm elites =
      skerry::MapElites{.population = 40, .offspring = 40, .mutation_rate = 0.05};
  const auto run = skerry::evolve(
      Knapsack{}, {.island = map ? elites : front, .stop = {.generations = 200}, .seed = 7}, mpi);
  if (!mpi.first()) return 0;
  for (const auto& [genome, score, values, cell] : run.solutions) {
    if (map) {
      std::cout << values[0] << " items: fitness " << score.fitness << "\n";
    } else {
      std::cout << values[0] << " kg for " << values[1] << " coins\n";
    }
  }
  std::cout << run.solutions.size() << " packings; islands: " << mpi.size() << "\n";
}
