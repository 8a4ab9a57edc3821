// Carries out one migration of a pool of 100 individuals of 520 bytes an island, and prints how long that
// took the last rank by MPI's clock, as one JSON object: simulated_migration direct|distributed|gather. Built
// by bench/simulate.sh, under whose simulator that clock is the one of the simulated network.
#include "skerry/detail/algorithms/genetic_island.hpp"

#include "engine/communication/mpi_communicator.hpp"
#include "engine/exchange/exchange.hpp"
#include "filling.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

#include <mpi.h>

int main(int argc, char** argv) {
  using namespace skerry;
  const std::string_view form = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  {
    MpiCommunicator world;
    Genetic settings;
    settings.population = 100;
    settings.offspring = 1;
    GeneticIsland<Filling<520>> island(Filling<520>{}, settings, 1, static_cast<std::uint32_t>(world.rank()));
    std::unique_ptr<Exchange> exchange;
    if (form == "distributed") {
      exchange = make_distributed_exchange(world, island, {}, 1);
    } else if (form == "gather") {
      exchange = make_gather_exchange(world, island, {.transport = Transport::gather}, 1);
    } else {
      exchange = make_direct_exchange(world, island, {}, 1);
    }
    island.initialise();
    world.barrier();
    const double start_s = MPI_Wtime();
    exchange->migrate(island, 0);
    const double own_s = MPI_Wtime() - start_s;
    std::vector<double> all(world.size());
    world.allgather(own_s, std::span(all));
    if (world.rank() == 0) {
      std::printf("{\"form\": \"%s\", \"ranks\": %zu, \"seconds\": %.9f}\n", argv[1], world.size(),
                  std::ranges::max(all));
    }
  }
  MPI_Finalize();
}
