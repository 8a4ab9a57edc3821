// This runs skerry's island on Rastrigin's function.
#include "puzzles/landscapes/real_functions.hpp"
#include "real_ga.hpp"
#include "skerry_search.hpp"

#include <string>

namespace {

using skerry::RealFunction;

SkerrySearch<RealFunction> prepare(std::uint64_t seed, const std::string& /*instance*/) {
  return {RealFunction(RealFunction::Kind::rastrigin, real_ga::dimension),
          real_ga::settings,
          {.crossover = "sbx",
           .mutation = "polynomial",
           .gene_rate = real_ga::gene_rate,
           .sbx_eta = real_ga::sbx_eta,
           .polynomial_eta = real_ga::polynomial_eta},
          seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
