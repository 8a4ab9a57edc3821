#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::party {

/// The cheapest choice of a hero for each node in which no hero stands twice: the assignment problem, by the
/// Hungarian method (Kuhn 1955; successive shortest paths), in whole numbers.
class Assignment {
 public:
  explicit Assignment(std::size_t heroes) : column_of_(heroes, none) {}

  /// Solves it for the heroes of each node, [node] heroes, with a cost for each hero. Only the n cheapest
  /// heroes of each of n nodes can matter. Returns false where there is no such choice.
  bool solve(std::span<const std::vector<std::uint32_t>> lists, std::span<const std::int64_t> cost);

  std::int64_t total() const { return total_; }
  /// Returns the hero of each node.
  std::span<const std::uint32_t> chosen() const { return chosen_; }
  /// Returns by how much the total rises at least where that hero of a node's list stands on the node.
  std::int64_t excess(std::size_t node, std::uint32_t hero, std::int64_t cost) const {
    const std::uint32_t column = column_of_[hero];
    return cost - of_node_[node] - (column == none ? 0 : of_column_[column]);
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  void collect(std::span<const std::vector<std::uint32_t>> lists, std::span<const std::int64_t> cost);
  bool add_node(std::size_t node);

  std::vector<std::uint32_t> column_of_;  // [hero]
  std::vector<std::uint32_t> columns_;    // heroes that matter
  std::vector<std::int64_t> costs_;       // [node][column]
  std::vector<std::int64_t> of_node_, of_column_, least_;
  std::vector<std::uint32_t> node_of_, came_from_, chosen_;
  std::vector<char> visited_;
  std::int64_t total_ = 0;
};

}  // namespace skerry::party
