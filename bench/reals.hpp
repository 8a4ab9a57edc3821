#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// The common part of the programs that are compared on real functions: the command line and the report.
namespace reals {

constexpr unsigned dimension = 20;
constexpr double target = 1e-8;
constexpr std::uint64_t most_evaluations = 400'000;

/// The result of a run.
struct Result {
  std::uint64_t evaluations = 0;  ///< the evaluations when it reached the target, or when it ended
  double best = 0;
};

/// Runs the command line PROGRAM ALGORITHM FUNCTION SEED, and prints evaluations and the best value.
/// `run(algorithm, function, seed)` returns the Result.
template <typename Run>
int measure(int argc, char** argv, Run run) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s ALGORITHM FUNCTION SEED\n", argv[0]);
    return 2;
  }
  const Result result =
      run(std::string_view(argv[1]), std::string_view(argv[2]), std::strtoull(argv[3], nullptr, 10));
  std::printf("%llu %g\n", static_cast<unsigned long long>(result.evaluations), result.best);
  return 0;
}

}  // namespace reals
