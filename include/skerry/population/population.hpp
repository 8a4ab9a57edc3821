#pragma once

#include "skerry/score.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
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
inline void order_by_key(std::span<const Key> keys, std::vector<std::uint32_t>& ranking) {
  ranking.resize(keys.size());
  std::iota(ranking.begin(), ranking.end(), 0U);
  if (std::ranges::is_sorted(keys)) return;
  std::ranges::sort(ranking, [&](std::uint32_t a, std::uint32_t b) {
    return keys[a] == keys[b] ? a < b : keys[a] < keys[b];
  });
}

/// Writes the `count` best slots, best first; ties are in the order of slots.
inline void best_slots(std::span<const Key> keys, std::size_t count, std::vector<std::uint32_t>& slots) {
  slots.resize(keys.size());
  std::iota(slots.begin(), slots.end(), 0U);
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return keys[a] == keys[b] ? a < b : keys[a] < keys[b];
  };
  std::ranges::partial_sort(slots, slots.begin() + static_cast<std::ptrdiff_t>(count), better);
  slots.resize(count);
}

}  // namespace skerry
