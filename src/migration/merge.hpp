#pragma once

#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Merges sorted runs of keys into one order: the order of keys, ties to the earlier run and then to the
/// earlier place. Two-way merges, run beside run, in levels: n log(runs) steps without a branch to guess.
class Merger {
 public:
  void clear() { entries_.clear(), ends_.clear(); }
  /// Appends a run; places are counted on from the last run's.
  void append(std::span<const Key> run);
  /// Merges all runs; afterwards order()[i] is the place of the i-th best, and keys()[i] its key.
  void merge();
  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const Key> keys() const { return keys_; }

 private:
  struct Entry {
    Key key;
    std::uint32_t place = 0;
  };
  static void merge_pair(const Entry* left, const Entry* middle, const Entry* right_end, Entry* out);

  std::vector<Entry> entries_;
  std::vector<Entry> scratch_;
  std::vector<std::size_t> ends_;  // of each run in entries_
  std::vector<std::uint32_t> order_;
  std::vector<Key> keys_;
};

}  // namespace skerry
