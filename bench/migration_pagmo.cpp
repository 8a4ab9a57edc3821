// This measures how long pagmo2's archipelago takes to move all individuals between its islands, which are
// threads of one process: islands of a null algorithm, fully connected, that offer all individuals and accept
// as many. The genomes have as many real numbers as make the size in bytes. It prints one JSON object; the
// time is the median over rounds from the start of the evolution to the end of the last island.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/null_algorithm.hpp>
#include <pagmo/archipelago.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/r_policies/fair_replace.hpp>
#include <pagmo/r_policy.hpp>
#include <pagmo/s_policies/select_best.hpp>
#include <pagmo/s_policy.hpp>
#include <pagmo/topologies/fully_connected.hpp>
#include <pagmo/topology.hpp>

namespace {

struct FirstGene {
  std::size_t genes = 1;

  static pagmo::vector_double fitness(const pagmo::vector_double& genome) { return {genome[0]}; }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {pagmo::vector_double(genes, 0), pagmo::vector_double(genes, 1)};
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s ISLANDS INDIVIDUALS BYTES\n", argv[0]);
    return 2;
  }
  const std::size_t islands = std::strtoull(argv[1], nullptr, 10);
  const std::size_t individuals = std::strtoull(argv[2], nullptr, 10);
  const FirstGene problem{std::strtoull(argv[3], nullptr, 10) / sizeof(double)};
  // A rate of 1 as a real number is a share: all.
  pagmo::archipelago archipelago(pagmo::topology{pagmo::fully_connected{1.0}}, islands,
                                 pagmo::algorithm{pagmo::null_algorithm{}}, pagmo::problem{problem},
                                 individuals, pagmo::r_policy{pagmo::fair_replace{1.0}},
                                 pagmo::s_policy{pagmo::select_best{1.0}});
  constexpr int warm = 3;
  constexpr int rounds = 21;
  std::vector<double> times_us;
  for (int round = 0; round < warm + rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    archipelago.evolve();
    archipelago.wait_check();
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
    if (round >= warm) times_us.push_back(spent.count());
  }
  std::nth_element(times_us.begin(), times_us.begin() + rounds / 2, times_us.end());
  std::printf("{\"islands\": %zu, \"individuals\": %zu, \"us\": %.1f}\n", islands, individuals,
              times_us[rounds / 2]);
  return 0;
}
