#include "puzzles/party/map/edge_bounds.hpp"

#include <algorithm>
#include <limits>

namespace skerry::party {

EdgeBounds::EdgeBounds(const Puzzle& puzzle, const TraitAgreements& agreements,
                       std::span<const TraitRule> rules)
    : traits_(rules.size()), most_(puzzle.edges.size()) {
  for (std::size_t edge = 0; edge < most_.size(); ++edge) {
    auto& most = most_[edge];
    most.resize(traits_ + 1);
    for (unsigned mask = 0; mask < 1U << traits_; ++mask) {
      unsigned by_trait = 0;
      for (std::size_t i = 0; i < traits_; ++i) by_trait |= (mask >> i & 1U) << rules[i].trait;
      most[traits_].push_back(agreements.possible(edge, by_trait) ? puzzle.synergy.edge_weight(by_trait)
                                                                  : -std::numeric_limits<double>::infinity());
    }
    for (std::size_t decided = traits_; decided-- > 0;) {
      for (unsigned mask = 0; mask < 1U << decided; ++mask)
        most[decided].push_back(std::max(most[decided + 1][mask], most[decided + 1][mask | 1U << decided]));
    }
  }
}

double EdgeBounds::most() const {
  double sum = 0;
  for (const auto& of_edge : most_) sum += of_edge[0][0];
  return sum;
}

bool EdgeBounds::helps(std::size_t edge, std::size_t decided, unsigned mask) const {
  const auto& weight = most_[edge][traits_];
  for (unsigned later = 0; later < 1U << (traits_ - decided - 1); ++later) {
    const unsigned differ = mask | later << (decided + 1);
    if (weight[differ | 1U << decided] > weight[differ]) return true;
  }
  return false;
}

}  // namespace skerry::party
