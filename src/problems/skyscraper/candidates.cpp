#include "skerry/problems/skyscraper/candidates.hpp"

#include <algorithm>

namespace skerry::skyscraper {

Candidates::Candidates(std::uint32_t n) : size(n), resolved(n == 1 ? 1 : 0) {
  std::fill_n(cells.begin(), cell_count(), values_up_to(n));
}

Grid Candidates::grid() const {
  Grid grid(cell_count());
  for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
    if (single(cells[cell])) grid[cell] = static_cast<std::uint8_t>(lowest(cells[cell]));
  }
  return grid;
}

std::string Candidates::text() const {
  constexpr std::string_view names = "123456789abcdefg";
  std::string text;
  for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
    for (std::uint32_t value = 1; value <= size; ++value) {
      if ((cells[cell] & value_bit(value)) != 0) text += names[value - 1];
    }
    if (cells[cell] == 0) text += '-';
    text += (cell + 1) % size == 0 ? '\n' : ' ';
  }
  return text;
}

}  // namespace skerry::skyscraper
