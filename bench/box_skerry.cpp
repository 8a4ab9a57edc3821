// This minimises one of twelve functions with the algorithm that skerry takes for reals alone, and all its
// defaults: box_skerry FUNCTION SEED ISLANDS prints what is left to the optimum.
#include "skerry/threads.hpp"

#include "box_problem.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s FUNCTION SEED ISLANDS\n", argv[0]);
    return 2;
  }
  const BoxProblem problem{std::make_shared<box_functions::Function>(box_functions::function(argv[1]))};
  const std::uint64_t seed = std::strtoull(argv[2], nullptr, 10);
  skerry::on_threads(std::strtoull(argv[3], nullptr, 10), [&](const skerry::Mpi& islands) {
    const auto result =
        skerry::evolve(problem,
                       {.island = skerry::CmaEs{.kind = skerry::CmaEsKind::with_differential_evolution},
                        .stop = {.evaluations = box_functions::evaluations},
                        .seed = seed},
                       islands);
    if (!islands.first()) return;
    const bool feasible = result.score.violation == 0;
    std::printf("%.10g\n", feasible ? result.score.fitness - problem.function->optimum
                                    : std::numeric_limits<double>::infinity());
  });
}
