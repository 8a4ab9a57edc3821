#pragma once

#include "skerry/random.hpp"

#include "puzzles/qap/instance.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry::qap {

/// Which swap a step of the local search makes.
enum class Improvement {
  first,  ///< the first one found that lessens the cost
  best    ///< the one that lessens it most
};

/// What a local search did.
struct SearchResult {
  std::int64_t cost = 0;
  std::uint64_t evaluations = 0;
};

/// Local search by swaps of two entries. A swap that is examined is an evaluation, which takes n steps. The
/// search ends where no swap lessens the cost, or at the end of its budget.
class SwapSearch {
 public:
  /// Improves an order of that cost, with at most `budget` evaluations. The first-improvement search examines
  /// pairs in an order that it draws once.
  SearchResult operator()(const Instance& instance, Improvement improvement, std::span<std::uint32_t> order,
                          std::int64_t cost, std::uint64_t budget, Random& random);

 private:
  std::vector<std::uint32_t> places_;  // scratch: the places in the order in which they are visited
};

}  // namespace skerry::qap
