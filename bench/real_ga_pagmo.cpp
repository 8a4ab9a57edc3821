// This runs pagmo2's `sga` on its own Rastrigin function.
#include "pagmo_search.hpp"
#include "real_ga.hpp"

#include <string>

#include <pagmo/problems/rastrigin.hpp>

namespace {

PagmoSearch prepare(std::uint64_t seed, const std::string& /*instance*/) {
  const auto make = [](unsigned generations, unsigned call_seed) {
    return pagmo::sga(generations, real_ga::settings.crossover_rate, real_ga::sbx_eta, real_ga::gene_rate,
                      real_ga::polynomial_eta, real_ga::settings.tournament_size, "sbx", "polynomial",
                      "tournament", call_seed);
  };
  return {pagmo::problem{pagmo::rastrigin{real_ga::dimension}}, make, real_ga::settings.population, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
