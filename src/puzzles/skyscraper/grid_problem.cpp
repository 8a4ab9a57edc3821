#include "puzzles/skyscraper/grid_problem.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/latin/puzzle_key.hpp"

namespace skerry::skyscraper {

Puzzle read_puzzle(const Settings& settings, Files& files) {
  return puzzle_of_key(settings, files, parse_puzzles);
}

bool GridProblem::valid(const Genome& genome) const {
  for (std::uint32_t row = 0; row < max_size; ++row) {
    for (std::uint32_t column = 0; column < max_size; ++column) {
      const std::uint8_t value = genome[row][column];
      const bool inside = row < size() && column < size();
      if (inside ? value == 0 || value > size() : value != 0) return false;
    }
  }
  return true;
}

}  // namespace skerry::skyscraper
