#pragma once

#include "skerry/archipelago.hpp"

#include <cstdint>
#include <vector>

namespace skerry {

/// Follows whether the islands of a run have converged: for `converged_after` generations none has found a
/// better individual than it ever had, been restarted or taken random immigrants, and the fitness diversity
/// of each is below `converged_below`. It follows from the rows of the trace, so it is the same for any
/// epochs and any number of ranks.
class Convergence {
 public:
  static constexpr std::uint64_t converged_after = 100;
  static constexpr double converged_below = 0.01;

  /// Takes the epochs in their order.
  void observe(const EpochRecord& record);

  /// Tells whether the islands had converged at the end of the last epoch.
  bool converged() const { return converged_; }
  /// Returns how often an island has been restarted since the start.
  std::uint64_t restarts() const { return restarts_; }

 private:
  void begin_from(const EpochRecord& record);

  bool converged_ = false;
  std::uint64_t restarts_ = 0;
  std::uint64_t last_change_ = 0;        // the last generation with a change on any island
  std::vector<std::uint64_t> renewals_;  // [island] restarts and immigrations since the start
};

}  // namespace skerry
