#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/resource.h>

/// The common part of the programs that run the same genetic algorithm, each in its library: the settings of
/// the algorithm, the command line and the report. Costs are minimised.
namespace contender {

/// A genetic algorithm that makes as many children in a generation as its population has individuals.
struct Settings {
  std::uint32_t population = 100;
  std::uint32_t tournament_size = 2;
  double tournament_win_rate = 1;  ///< the probability that the better of two entrants wins
  double crossover_rate = 1;
  double mutation_rate = 1;  ///< what it means depends on the problem
  /// The best of parents and children survive. Otherwise the children do, and the best parents take the
  /// places of the `elites` worst children.
  bool plus = false;
  std::uint32_t elites = 0;
};

/// Returns the user and system time of all threads of this process.
inline double cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Runs the command line PROGRAM GENERATIONS SEED TARGET [INSTANCE]: it evolves until the least cost is at
/// most TARGET, or that many generations have passed, and prints evaluations, CPU seconds of the evolution,
/// and the least cost. With "-" for TARGET it looks at the cost at the end alone. `prepare(seed, instance)`
/// returns a search with a population, and only its evolution is measured. It has evolve(generations),
/// evaluations(), which counts those of the evolution, and best(), the least cost so far.
template <typename Prepare>
int measure(int argc, char** argv, Prepare prepare) {
  if (argc != 4 && argc != 5) {
    std::fprintf(stderr, "usage: %s GENERATIONS SEED TARGET [INSTANCE]\n", argv[0]);
    return 2;
  }
  const std::uint64_t generations = std::strtoull(argv[1], nullptr, 10);
  const bool to_target = argv[3] != std::string_view("-");
  const double target = to_target ? std::strtod(argv[3], nullptr) : 0;
  const std::uint64_t at_once = to_target ? 1 : generations;
  auto search = prepare(std::strtoull(argv[2], nullptr, 10), std::string(argc == 5 ? argv[4] : ""));
  const double start_s = cpu_s();
  for (std::uint64_t done = 0; done < generations && !(to_target && search.best() <= target);) {
    const std::uint64_t now = generations - done < at_once ? generations - done : at_once;
    search.evolve(now);
    done += now;
  }
  const double spent_s = cpu_s() - start_s;
  std::printf("%llu %.6f %.10g\n", static_cast<unsigned long long>(search.evaluations()), spent_s,
              search.best());
  return 0;
}

}  // namespace contender
