// This minimises a problem of a stranger with all defaults but the migration:
//   strangers PROBLEM ISLANDS MIGRATION SEEDS [EVALUATIONS [RESTART_AFTER]]
// prints what each seed comes to with so many evaluations an island (5,000), and the genetic algorithm with that restart_after
// where one is given. Instances are drawn by a fixed seed, but ft10 (Fisher and Thompson 1963; its optimum is 930) and tai20a.
#include "skerry/evolve.hpp"
#include "skerry/threads.hpp"

#include "box_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <span>
#include <string_view>
#include <vector>

namespace {

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

  struct Operation {
    std::size_t machine = 0;
    double time = 0;
  };

  double evaluate(const Genome& order) const {
    std::array<std::size_t, jobs> begun{};
    std::array<double, jobs> job_free{};
    std::array<double, jobs> machine_free{};
    for (const auto entry : order) {
      const std::size_t job = entry % jobs;
      const Operation& operation = operations[job][begun[job]++];
      double& machine = machine_free[operation.machine];
      job_free[job] = machine = std::max(job_free[job], machine) + operation.time;
    }
    return std::ranges::max(job_free);
  }

  std::array<std::array<Operation, jobs>, jobs> operations{};
};

JobShop drawn_shop() {
  JobShop shop;
  const Matrix times = drawn(JobShop::jobs, JobShop::jobs, 1);
  const Matrix keys = drawn(JobShop::jobs, JobShop::jobs, 2);
  for (std::size_t job = 0; job < JobShop::jobs; ++job) {
    std::vector<std::size_t> machines;
    for (std::size_t i = 0; i < JobShop::jobs; ++i) machines.push_back(i);
    std::ranges::sort(machines, {}, [&](std::size_t i) { return keys[job][i]; });
    for (std::size_t step = 0; step < JobShop::jobs; ++step)
      shop.operations[job][step] = {machines[step], std::floor(1 + 99 * times[job][step])};
  }
  return shop;
}

JobShop ft10() {
  return {{{{{{0, 29}, {1, 78}, {2, 9}, {3, 36}, {4, 49}, {5, 11}, {6, 62}, {7, 56}, {8, 44}, {9, 21}}},
            {{{0, 43}, {2, 90}, {4, 75}, {9, 11}, {3, 69}, {1, 28}, {6, 46}, {5, 46}, {7, 72}, {8, 30}}},
            {{{1, 91}, {0, 85}, {3, 39}, {2, 74}, {8, 90}, {5, 10}, {7, 12}, {6, 89}, {9, 45}, {4, 33}}},
            {{{1, 81}, {2, 95}, {0, 71}, {4, 99}, {6, 9}, {8, 52}, {7, 85}, {3, 98}, {9, 22}, {5, 43}}},
            {{{2, 14}, {0, 6}, {1, 22}, {5, 61}, {3, 26}, {4, 69}, {8, 21}, {7, 49}, {9, 72}, {6, 53}}},
            {{{2, 84}, {1, 2}, {5, 52}, {3, 95}, {8, 48}, {9, 72}, {0, 47}, {6, 65}, {4, 6}, {7, 25}}},
            {{{1, 46}, {0, 37}, {3, 61}, {2, 13}, {6, 32}, {5, 21}, {9, 32}, {8, 89}, {7, 30}, {4, 55}}},
            {{{2, 31}, {0, 86}, {1, 46}, {5, 74}, {4, 32}, {6, 88}, {8, 19}, {9, 48}, {7, 36}, {3, 79}}},
            {{{0, 76}, {1, 69}, {3, 76}, {5, 51}, {2, 85}, {9, 11}, {6, 40}, {7, 89}, {4, 26}, {8, 74}}},
            {{{1, 85}, {0, 13}, {2, 61}, {6, 7}, {8, 64}, {9, 76}, {5, 47}, {3, 52}, {4, 90}, {7, 45}}}}}};
}

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

/// An instance of QAPLIB, of as many facilities.
Assignment tai20a() {
  Assignment problem;
  std::ifstream file("configs/instances/qap/tai20a.dat");
  std::size_t size = 0;
  file >> size;
  for (Matrix* matrix : {&problem.flows, &problem.distances})
    for (std::vector<double>& row : *matrix)
      for (double& entry : row) file >> entry;
  if (!file || size != Assignment::size) {
    std::fprintf(stderr, "strangers: configs/instances/qap/tai20a.dat is not read\n");
    std::exit(1);
  }
  return problem;
}

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
void search(const P& problem, std::span<char*> words) {
  const auto number = [&](std::size_t place, std::uint64_t otherwise) {
    return place < words.size() ? std::strtoull(words[place], nullptr, 10) : otherwise;
  };
  const std::uint64_t islands = number(2, 0);
  const std::uint64_t seeds = number(4, 0);
  skerry::EvolveSettings<typename P::Genome> settings{
      .migration = migration_of(words[3], islands), .stop = {.evaluations = number(5, 5'000) * islands}};
  if (words.size() > 6) settings.island = skerry::Genetic{.restart_after = number(6, 0)};
  for (settings.seed = 1; settings.seed <= seeds; ++settings.seed) {
    skerry::on_threads(islands, [&](const skerry::Mpi& mpi) {
      const auto result = skerry::evolve(problem, settings, mpi);
      if (mpi.first()) std::printf("%.10g\n", result.score.fitness);
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  if (words.size() < 5 || words.size() > 7) {
    std::fprintf(stderr, "usage: %s PROBLEM ISLANDS MIGRATION SEEDS [EVALUATIONS [RESTART_AFTER]]\n", argv[0]);
    return 2;
  }
  const std::string_view problem = argv[1];
  if (problem == "job_shop") search(drawn_shop(), words);
  if (problem == "ft10") search(ft10(), words);
  if (problem == "knapsack") search(Packing{}, words);
  if (problem == "tour") search(Tour{}, words);
  if (problem == "assignment") search(Assignment{}, words);
  if (problem == "tai20a") search(tai20a(), words);
  if (problem == "trap") search(Trap{}, words);
  if (problem == "nk") search(Nk{}, words);
  if (problem == "rastrigin_turned" || problem == "rosenbrock")
    search(BoxProblem{std::make_shared<box_functions::Function>(box_functions::function(problem))}, words);
}
