#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace skerry {

/// Runs of one variant with consecutive seeds, which one process carries out after each other.
struct Batch {
  std::size_t variant = 0;
  std::uint64_t first_seed = 0;
  std::uint64_t count = 0;
  friend bool operator==(const Batch&, const Batch&) = default;
};

/// The runs of a variant that are to be done.
struct PendingRuns {
  std::vector<std::uint64_t> seeds;  ///< ascending
  std::uint64_t cores = 1;           ///< the cores that one run keeps busy
  bool single = false;               ///< whether each run needs a process of its own
};

/// Hands out batches that fit into the idle cores. It keeps their order, but hands out a later batch where
/// only that one fits.
class BatchQueue {
 public:
  /// pending[v] belongs to variant v. A run that wants more cores than there are gets all of them.
  BatchQueue(const std::vector<PendingRuns>& pending, std::uint64_t cores);

  /// Returns the next batch, whose cores are busy from now on; none where no batch fits or none is left.
  std::optional<Batch> take();
  /// Takes the cores of a finished batch back; they are idle again.
  void give_back(const Batch& batch);
  /// Adds a batch, to be handed out before the others.
  void add(const Batch& batch);

  bool empty() const { return waiting_.empty(); }
  std::uint64_t cores_of(std::size_t variant) const { return needs_[variant]; }

 private:
  std::vector<std::uint64_t> needs_;
  std::vector<Batch> waiting_;
  std::uint64_t idle_;
};

}  // namespace skerry
