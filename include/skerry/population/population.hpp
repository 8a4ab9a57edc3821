#pragma once

#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Individuals, with genomes and keys in separate contiguous arrays; slot i of both is one individual.
template <typename Genome>
struct Population {
  std::vector<Genome> genomes;
  std::vector<Key> keys;

  /// Returns the number of individuals.
  std::size_t size() const { return keys.size(); }
  /// Changes the number of individuals; new ones are not scored yet.
  void resize(std::size_t size) {
    genomes.resize(size);
    keys.resize(size);
  }
};

/// Writes the slots to `ranking`, best first; ties are in the order of slots.
void order_by_key(std::span<const Key> keys, std::vector<std::uint32_t>& ranking);

/// Returns the best slot, the first of those that tie; there is at least one key.
std::size_t best_slot(std::span<const Key> keys);

/// Writes the `count` best slots, best first; ties are in the order of slots.
void best_slots(std::span<const Key> keys, std::size_t count, std::vector<std::uint32_t>& slots);

}  // namespace skerry
