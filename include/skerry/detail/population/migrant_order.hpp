#pragma once

#include "skerry/population.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The migration policy of one island. Policies are called once in an epoch, so that islands need not be
/// compiled for each.
template <typename Genome>
class MigrantOrder {
 public:
  virtual ~MigrantOrder() = default;

  /// Permutes `ranking`, which holds all slots, best first. Throws UsageError if the policy does not.
  virtual void order(const Population<Genome>& population, std::span<std::uint32_t> ranking) = 0;

  virtual void save(std::vector<std::byte>& state) const = 0;
  /// Reads what save() wrote from the end of a saved island, and returns the rest. Throws DataError if that
  /// is too short.
  virtual std::span<const std::byte> load(std::span<const std::byte> state) = 0;
};

}  // namespace skerry
