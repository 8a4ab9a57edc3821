#pragma once

#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The places at which contiguous blocks of all individuals, ordered by (key, run, place in the run), cut
/// each of the sorted runs. Instantiated for Key and SimilarityKey.
template <typename K>
class BlockCuts {
 public:
  /// There are as many blocks as runs, and block b is as large as run b.
  explicit BlockCuts(std::span<const std::span<const K>> runs);

  /// Returns how many individuals of the run come before the block; block runs.size() stands for the end.
  std::uint32_t at(std::size_t block, std::size_t run) const { return cuts_[block * runs_.size() + run]; }

  /// Returns how many pairs of keys the constructor compared.
  std::uint64_t compared() const { return compared_; }

 private:
  struct Pivot {
    K key;
    std::size_t run = 0;
    std::uint32_t place = 0;
    std::uint64_t weight = 0;
  };
  std::span<std::uint32_t> row(std::size_t block) {
    return std::span(cuts_).subspan(block * runs_.size(), runs_.size());
  }
  void fetch_outlines() const;
  void cut_between(std::size_t low, std::size_t high);
  void cut(std::size_t block, std::span<const std::uint32_t> low, std::span<const std::uint32_t> high);
  Pivot choose_pivot(std::span<const std::uint32_t> low, std::span<const std::uint32_t> high);

  std::span<const std::span<const K>> runs_;
  std::vector<std::uint64_t> starts_;  // the first place of each block in the order of all individuals
  std::vector<std::uint32_t> cuts_;
  std::vector<std::uint32_t> high_;
  std::vector<std::uint32_t> places_;
  std::vector<Pivot> pivots_;
  std::uint64_t compared_ = 0;
};

}  // namespace skerry
