#pragma once

#include "puzzles/jump_maze/jump_ends.hpp"
#include "puzzles/jump_maze/jumps.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace skerry::jump_maze {

/// What a maze is like besides the number of its jumps.
struct Structure {
  std::uint32_t cells_reached = 0;  ///< cells that can be reached from the start, the start among them
  /// Cells that can be reached and from which the goal cannot: the "black holes" of Neller, Fisher, Choga,
  /// Lalvani and McCarty, "Rook Jumping Maze Design Considerations", 2010. 0 where the goal cannot be
  /// reached.
  std::uint32_t dead_ends = 0;
  /// The most jumps one after the other in the same direction on any shortest path. 0 where the goal cannot
  /// be reached.
  std::uint32_t longest_line = 0;

  friend bool operator==(const Structure&, const Structure&) = default;
};

/// Computes the structure of mazes of one size, by searches on sets of cells: from the start, then back from
/// the goal over all that was reached, and level by level over the shortest paths. Allocates nothing.
template <std::uint32_t words>
class StructureSearch {
 public:
  /// `ends` are those of `size`.
  StructureSearch(std::uint32_t size, std::shared_ptr<const JumpEnds<words>> ends);

  Structure operator()(const Jumps<words>& jumps);

 private:
  using Cells = CellSet<words>;
  static constexpr std::uint32_t most_cells = Jumps<words>::most_cells;

  /// Fills the levels and returns their number, and the cells reached.
  std::uint32_t search_from_start(const Jumps<words>& jumps, Cells& reached);
  std::uint32_t count_dead_ends(const Cells& reached) const;
  /// Reduces each level up to that of the goal to the cells of shortest paths, and returns that level.
  std::uint32_t keep_shortest_paths(std::uint32_t levels);
  std::uint32_t longest_line(const Jumps<words>& jumps, std::uint32_t goal_level);

  std::uint32_t size_;
  std::uint32_t goal_;
  std::shared_ptr<const JumpEnds<words>> ends_;
  Cells all_{};
  std::array<Cells, most_cells> levels_{};   // [jumps from the start] the cells there
  std::array<Cells, most_cells> origins_{};  // [cell] the cells reached whose jumps end there
  /// [cell][direction] the most jumps in that direction with which a shortest path comes there.
  std::array<std::array<std::uint8_t, 4>, most_cells> lines_{};
};

}  // namespace skerry::jump_maze
