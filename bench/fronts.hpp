#pragma once

#include "skerry/detail/fronts/front_measures.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

/// The common part of the programs that are compared on fronts: what is solved, how, and the report.
namespace fronts {

constexpr unsigned population = 100;
constexpr unsigned generations = 250;

/// One of the test problems.
struct Problem {
  unsigned number;  ///< zdt1 is 1
  unsigned dimension;
  unsigned objectives;
  double reference;  ///< in every objective
};

/// Returns zdt1 to zdt4, zdt6, or dtlz2 for any other name.
inline Problem problem_of(std::string_view function) {
  if (!function.starts_with("zdt")) return {2, 12, 3, 1.1};
  const auto number = static_cast<unsigned>(function.at(3) - '0');
  return {number, number < 4 ? 30U : 10U, 2, 11};
}

/// The parameters of simulated binary crossover and polynomial mutation.
struct Operators {
  double crossover_rate;
  double sbx_eta;
  double gene_rate;
  double polynomial_eta;
};

/// Returns those of Deb, Pratap, Agarwal & Meyarivan (2002).
inline Operators published(const Problem& problem) {
  return {0.9, 20, 1.0 / problem.dimension, 20};
}

/// The result of a run.
struct Result {
  std::uint64_t evaluations = 0;
  double seconds = 0;           ///< of the processor, without the measure of the front
  std::vector<double> rows;     ///< the objectives of the last population, minimised
  std::vector<double> archive;  ///< those of all that no other dominates, if they are kept
};

/// Runs the command line PROGRAM SETTINGS FUNCTION SEED, and prints evaluations, seconds and the hypervolumes
/// of population and archive. `run(settings, function, seed)` returns the Result.
template <typename Run>
int measure(int argc, char** argv, Run run) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s SETTINGS FUNCTION SEED\n", argv[0]);
    return 2;
  }
  const Problem problem = problem_of(argv[2]);
  const Result result = run(std::string_view(argv[1]), problem, std::strtoull(argv[3], nullptr, 10));
  const std::vector<double> reference(problem.objectives, problem.reference);
  const auto volume = [&](const std::vector<double>& rows) {
    return skerry::Hypervolume().measure({rows, problem.objectives}, reference);
  };
  std::printf("%llu %g %.9g %.9g\n", static_cast<unsigned long long>(result.evaluations), result.seconds,
              volume(result.rows), volume(result.archive));
  return 0;
}

/// Calls work() and returns the seconds of the processor that it took.
template <typename Work>
double seconds_of(Work work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace fronts
