#pragma once

#include "skerry/fronts/dominance.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace skerry {

/// Finds the genomes that are there more than once. Equal genomes have equal objectives, so only solutions
/// with equal objectives are compared.
class RepeatedGenomes {
 public:
  /// Returns the slots of all solutions but the first of each genome; genome(slot) returns one. The view is
  /// valid until the next call.
  template <typename GenomeOf>
  std::span<const std::uint32_t> find(ObjectiveRows solutions, GenomeOf genome) {
    order_by_objectives(solutions);
    repeated_.clear();
    std::size_t first = 0;  // of the solutions with these objectives
    for (std::size_t at = 1; at < order_.size(); ++at) {
      if (!equal(solutions, order_[at], order_[first])) {
        first = at;
        continue;
      }
      for (std::size_t other = first; other < at; ++other) {
        if (!(genome(order_[at]) == genome(order_[other]))) continue;
        repeated_.push_back(order_[at]);
        break;
      }
    }
    return repeated_;
  }

 private:
  void order_by_objectives(ObjectiveRows solutions);
  static bool equal(ObjectiveRows solutions, std::uint32_t a, std::uint32_t b);

  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> repeated_;
};

}  // namespace skerry
