// A user's program in the pattern of docs/evolve.md, with the trace that TRACE names. With MPI_BY=user it
// starts MPI itself, and with MPI_BY=handle it hands its communicator on.
#include "skerry/evolve.hpp"
#include "skerry/mpi.hpp"
#include "skerry/trace.hpp"

#include "programs.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <numeric>
#include <string>

#include <mpi.h>

namespace {

struct Ones {
  using Genome = std::array<std::uint8_t, 40>;

  skerry::Direction direction() const { return skerry::Direction::maximise; }
  Genome sample(skerry::Random& random) const {
    Genome genome{};
    for (auto& gene : genome) gene = random.chance(0.5) ? 1 : 0;
    return genome;
  }
  skerry::Score evaluate(const Genome& genome) const {
    return {0, std::accumulate(genome.begin(), genome.end(), 0.0)};
  }
  Genome crossover(const Genome& a, const Genome& b, skerry::Random& random) const {
    Genome child = a;
    for (std::size_t i = random.below(40); i < a.size(); ++i) child[i] = b[i];
    return child;
  }
  void mutate(Genome& genome, double rate, skerry::Random& random) const {
    for (auto& gene : genome) {
      if (random.chance(rate)) gene ^= 1;
    }
  }
};

std::string started_by() {
  const char* by = std::getenv("MPI_BY");
  return by != nullptr ? by : "";
}

void run(const skerry::Mpi& mpi) {
  const char* trace = std::getenv("TRACE");
  const auto found = skerry::evolve(
      Ones{},
      {.migration = {.every = 5},
       .stop = {.generations = 20},
       .record = trace == nullptr
                     ? nullptr
                     : skerry::trace(trace, skerry::Resume::if_present, {.every = 2, .share = 1})},
      mpi);
  if (!mpi.first()) return;
  std::ofstream("found.txt") << found.score.fitness << '\n';
  std::cout << mpi.size() << " islands\n";
}

}  // namespace

int lone_program(int argc, char** argv) try {
  const std::string by = started_by();
  if (by.empty()) {
    run(skerry::Mpi(argc, argv));
    return 0;
  }
  MPI_Init(&argc, &argv);
  run(by == "user" ? skerry::Mpi() : skerry::Mpi(MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
} catch (const std::exception& error) {
  std::cerr << "lone: " << error.what() << '\n';
  return 1;
}
