#include "puzzles/latin/candidates.hpp"

namespace skerry::latin {

std::string text_of(std::span<const std::uint32_t> cells, std::uint32_t size, char first_letter) {
  std::vector<std::string> words(cells.size());
  std::vector<std::size_t> widths(size);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    std::string& word = words[cell];
    for (std::uint32_t value = 1; value <= size; ++value) {
      if ((cells[cell] & value_bit<std::uint32_t>(value)) == 0) continue;
      word +=
          static_cast<char>(value < 10 ? '0' + value : static_cast<unsigned char>(first_letter) + value - 10);
    }
    if (word.empty()) word += '-';
    widths[cell % size] = std::max(widths[cell % size], word.size());
  }
  std::string text;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const bool last = (cell + 1) % size == 0;
    text += words[cell];
    text += last ? "\n" : std::string(widths[cell % size] - words[cell].size() + 1, ' ');
  }
  return text;
}

}  // namespace skerry::latin
