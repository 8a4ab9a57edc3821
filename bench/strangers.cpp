// This minimises a problem of a stranger with all defaults but the migration:
//   strangers PROBLEM ISLANDS MIGRATION SEEDS
// prints what each seed comes to with 5,000 evaluations an island. Instances are drawn by a fixed seed.
#include "skerry/evolve.hpp"
#include "skerry/threads.hpp"

#include "box_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

namespace {

constexpr std::uint64_t evaluations_per_island = 5'000;

using Matrix = std::vector<std::vector<double>>;

/// Returns numbers in [0, 1).
Matrix drawn(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Matrix matrix(rows, std::vector<double>(columns));
  for (std::vector<double>& row : matrix) {
    for (double& entry : row) entry = static_cast<double>(random() >> 11) * 0x1p-53;
  }
  return matrix;
}

/// Ten jobs on ten machines: the genome is the order in which operations are begun.
struct JobShop {
  static constexpr const char* name = "job shop";
  static constexpr std::size_t jobs = 10;
  using Genome = skerry::Permutation<jobs * jobs>;

  double evaluate(const Genome& order) const {
    std::array<std::size_t, jobs> begun{};
    std::array<double, jobs> job_free{};
    std::array<double, jobs> machine_free{};
    for (const auto operation : order) {
      const std::size_t job = operation % jobs;
      const std::size_t step = begun[job]++;
      double& machine = machine_free[machines[job][step]];
      job_free[job] = machine = std::max(job_free[job], machine) + std::floor(1 + 99 * times[job][step]);
    }
    return std::ranges::max(job_free);
  }

  Matrix times = drawn(jobs, jobs, 1);
  std::vector<std::vector<std::size_t>> machines = [] {
    std::vector<std::vector<std::size_t>> orders;
    for (const std::vector<double>& keys : drawn(jobs, jobs, 2)) {
      std::vector<std::size_t>& order = orders.emplace_back();
      for (std::size_t i = 0; i < jobs; ++i) order.push_back(i);
      std::ranges::sort(order, {}, [&](std::size_t i) { return keys[i]; });
    }
    return orders;
  }();
};

/// A hundred items whose worth is near their weight.
struct Packing {
  static constexpr const char* name = "knapsack";
  static constexpr std::size_t items = 100;
  using Genome = skerry::BitString<items>;

  skerry::Score evaluate(const Genome& packed) const {
    double weight = 0;
    double worth = 0;
    for (std::size_t i = 0; i < items; ++i) {
      if (!packed.test(i)) continue;
      const double own = std::floor(1 + 999 * draws[i][0]);
      weight += own;
      worth += own + std::floor(200 * draws[i][1]);
    }
    return {std::max(0.0, weight - 25'000), -worth};
  }

  Matrix draws = drawn(items, 2, 3);
};

/// A round trip through fifty places of a square.
struct Tour {
  static constexpr const char* name = "tour";
  static constexpr std::size_t places = 50;
  using Genome = skerry::Permutation<places>;

  double evaluate(const Genome& tour) const {
    double length = 0;
    for (std::size_t i = 0; i < places; ++i) {
      const std::vector<double>& from = at[tour[i]];
      const std::vector<double>& to = at[tour[(i + 1) % places]];
      length += std::hypot(from[0] - to[0], from[1] - to[1]);
    }
    return length;
  }

  Matrix at = drawn(places, 2, 4);
};

/// Twenty plants with flows between them, on twenty sites.
struct Assignment {
  static constexpr const char* name = "assignment";
  static constexpr std::size_t size = 20;
  using Genome = skerry::Permutation<size>;

  double evaluate(const Genome& site) const {
    double cost = 0;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) cost += flows[i][j] * distances[site[i]][site[j]];
    }
    return cost;
  }

  Matrix flows = drawn(size, size, 5);
  Matrix distances = drawn(size, size, 6);
};

/// Twenty blocks of five bits, of which each but the full one is the better the fewer ones it has.
struct Trap {
  static constexpr const char* name = "trap";
  static constexpr std::size_t blocks = 20;
  using Genome = skerry::BitString<5 * blocks>;

  double evaluate(const Genome& bits) const {
    double sum = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      int ones = 0;
      for (std::size_t i = 0; i < 5; ++i) ones += bits.test(5 * block + i) ? 1 : 0;
      sum += ones == 5 ? 5 : 4 - ones;
    }
    return -sum;
  }
};

/// Sixty bits, each of which depends on the five that follow.
struct Nk {
  static constexpr const char* name = "nk";
  static constexpr std::size_t bits = 60;
  using Genome = skerry::BitString<bits>;

  double evaluate(const Genome& genome) const {
    double sum = 0;
    for (std::size_t i = 0; i < bits; ++i) {
      std::size_t entry = 0;
      for (std::size_t k = 0; k < 6; ++k) entry = 2 * entry + (genome.test((i + k) % bits) ? 1 : 0);
      sum += table[i][entry];
    }
    return -sum;
  }

  Matrix table = drawn(bits, 64, 7);
};

skerry::MigrationSettings migration_of(std::string_view name, std::uint64_t islands) {
  if (name == "ring") return {.topology = skerry::ring, .transfer = skerry::Transfer::copy};
  if (name == "groups") return {.group = islands < 8 ? islands / 2 : 4};
  if (name == "none") return {.topology = skerry::isolated};
  return {};
}

template <typename P>
void search(const P& problem, char** argv) {
  const std::uint64_t islands = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t seeds = std::strtoull(argv[4], nullptr, 10);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    skerry::on_threads(islands, [&](const skerry::Mpi& mpi) {
      const auto result = skerry::evolve(problem,
                                         {.migration = migration_of(argv[3], islands),
                                          .stop = {.evaluations = evaluations_per_island * islands},
                                          .seed = seed},
                                         mpi);
      if (mpi.first()) std::printf("%.10g\n", result.score.fitness);
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s PROBLEM ISLANDS MIGRATION SEEDS\n", argv[0]);
    return 2;
  }
  const std::string_view problem = argv[1];
  if (problem == "job_shop") search(JobShop{}, argv);
  if (problem == "knapsack") search(Packing{}, argv);
  if (problem == "tour") search(Tour{}, argv);
  if (problem == "assignment") search(Assignment{}, argv);
  if (problem == "trap") search(Trap{}, argv);
  if (problem == "nk") search(Nk{}, argv);
  if (problem == "rastrigin_turned" || problem == "rosenbrock")
    search(BoxProblem{std::make_shared<box_functions::Function>(box_functions::function(problem))}, argv);
}
