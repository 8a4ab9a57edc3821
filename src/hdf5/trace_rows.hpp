#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/statistics.hpp"

#include "hdf5/handle.hpp"
#include "hdf5/reading.hpp"
#include "hdf5/trace_format.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skerry::hdf5 {

/// The whole epochs of an open trace, as its table /epoch counts them, and the rows of its other tables. A
/// Failure is thrown by all members for what is damaged.
class TraceRows {
 public:
  explicit TraceRows(hid_t file);

  std::size_t islands() const { return islands_; }
  const std::vector<trace_format::EpochRow>& epochs() const { return epochs_; }

  /// Rows of the tables up to the end of so many epochs.
  struct Extent {
    hsize_t generations = 0;
    hsize_t improvements = 0;
    hsize_t migrations = 0;
  };
  Extent extent(std::uint64_t count) const;
  Extent extent() const { return extent(epochs_.size()); }

  std::vector<Statistics> read_statistics(Rows rows) const;  ///< [generation][island]
  std::vector<Improvement> read_improvements(Rows rows) const;
  std::vector<MigrationCost> read_migrations(Rows rows) const;  ///< [migration][island]
  std::vector<EpochRecord> read_epochs(std::uint64_t first, std::uint64_t count) const;

 private:
  void check_epochs() const;

  hid_t file_;
  std::size_t islands_;
  std::vector<trace_format::EpochRow> epochs_;
};

}  // namespace skerry::hdf5
