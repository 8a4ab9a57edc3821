#pragma once

#include "puzzles/party/map/trait_agreements.hpp"
#include "puzzles/party/map/trait_rules.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace skerry::party {

/// Bounds the weights of edges while the traits are decided one after the other: what an edge weighs at most
/// where it is known in which of the first traits its ends agree. Masks have a bit for each decided trait, in
/// the order of the rules.
class EdgeBounds {
 public:
  EdgeBounds(const Puzzle& puzzle, const TraitAgreements& agreements, std::span<const TraitRule> rules);

  /// Returns the highest weight of all edges together, before anything is decided; minus infinity where an
  /// edge has no heroes.
  double most() const;
  /// Returns what the edge loses, at least, where its ends turn out to agree or to differ in the next trait.
  double loss(std::size_t edge, std::size_t decided, unsigned mask, bool agree) const {
    const unsigned next = mask | (agree ? 1U << decided : 0U);
    return most_[edge][decided][mask] - most_[edge][decided + 1][next];
  }
  /// Tells whether to agree in the next trait may raise the weight of the edge.
  bool helps(std::size_t edge, std::size_t decided, unsigned mask) const;

 private:
  std::size_t traits_;
  std::vector<std::vector<std::vector<double>>> most_;  // [edge][decided traits][mask]
};

}  // namespace skerry::party
