// This runs pagmo2's `sga` on a string of integers in [0, 1]. Its uniform mutation draws a gene anew, which
// changes half of the genes drawn, so that a rate of 2/n flips as many bits as the others' 1/n. Its only
// replacement is (mu + lambda).
#include "onemax.hpp"
#include "pagmo_search.hpp"

#include <string>
#include <utility>

namespace {

struct OneMax {
  static pagmo::vector_double fitness(const pagmo::vector_double& genome) {
    double zeros = onemax::bits;
    for (const double gene : genome) zeros -= gene;
    return {zeros};
  }
  static std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() {
    return {pagmo::vector_double(onemax::bits, 0), pagmo::vector_double(onemax::bits, 1)};
  }
  static pagmo::vector_double::size_type get_nix() { return onemax::bits; }
};

PagmoSearch prepare(std::uint64_t seed, const std::string& /*instance*/) {
  const auto make = [](unsigned generations, unsigned call_seed) {
    return pagmo::sga(generations, onemax::crossover_rate, 1, 2 * onemax::flip_rate, 1,
                      onemax::tournament_size, "single", "uniform", "tournament", call_seed);
  };
  return {pagmo::problem{OneMax{}}, make, onemax::population, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
