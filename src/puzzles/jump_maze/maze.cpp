#include "puzzles/jump_maze/maze.hpp"

#include <fmt/core.h>

namespace skerry::jump_maze {

std::string cell_name(std::uint32_t size, std::uint32_t cell) {
  return fmt::format("row {} column {}", cell / size + 1, cell % size + 1);
}

}  // namespace skerry::jump_maze
