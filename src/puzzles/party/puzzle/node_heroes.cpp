#include "puzzles/party/puzzle/node_heroes.hpp"

namespace skerry::party {

std::vector<std::vector<std::uint32_t>> heroes_of_nodes(const Puzzle& puzzle) {
  std::vector<bool> locked(puzzle.pool.size(), false);
  for (const Node& node : puzzle.nodes) {
    if (node.locked) locked[*node.locked] = true;
  }
  std::vector<std::vector<std::uint32_t>> heroes(puzzle.nodes.size());
  for (std::uint32_t node = 0; node < puzzle.nodes.size(); ++node) {
    const auto& own = puzzle.nodes[node].locked;
    for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
      if (own ? *own == hero : !locked[hero] && may_stand(puzzle, node, hero)) heroes[node].push_back(hero);
    }
  }
  return heroes;
}

}  // namespace skerry::party
