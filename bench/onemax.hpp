#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <sys/resource.h>

/// The common part of all programs of the OneMax comparison: the settings, the command line and the report.
namespace onemax {

constexpr std::uint32_t bits = 1000;
constexpr std::uint32_t population = 200;
constexpr std::uint32_t tournament_size = 3;
constexpr double crossover_rate = 0.9;
constexpr double flip_rate = 1.0 / bits;

/// Returns the user and system time of all threads of this process.
inline double cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The result of a program's evolution.
struct Result {
  std::uint64_t evaluations = 0;
  double best = 0;
};

/// Runs the command line PROGRAM GENERATIONS SEED: it evolves, and prints evaluations, CPU seconds of the
/// evolution, and the best fitness. `prepare(seed)` makes a population that is ready to evolve; only
/// `evolve(it, generations)` is measured.
template <typename Prepare, typename Evolve>
int measure(int argc, char** argv, Prepare prepare, Evolve evolve) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s GENERATIONS SEED\n", argv[0]);
    return 2;
  }
  const std::uint64_t generations = std::strtoull(argv[1], nullptr, 10);
  auto state = prepare(std::strtoull(argv[2], nullptr, 10));
  const double start_s = cpu_s();
  const Result result = evolve(state, generations);
  const double spent_s = cpu_s() - start_s;
  std::printf("%llu %.6f %g\n", static_cast<unsigned long long>(result.evaluations), spent_s, result.best);
  return 0;
}

}  // namespace onemax
