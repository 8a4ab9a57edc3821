#include "puzzles/latin/candidates.hpp"

namespace skerry::latin {

std::vector<std::string> symbols_of(std::uint32_t size, char first_letter) {
  std::vector<std::string> symbols;
  for (std::uint32_t value = 1; value <= size; ++value) {
    symbols.emplace_back(
        1,
        static_cast<char>(value < 10 ? '0' + value : static_cast<unsigned char>(first_letter) + value - 10));
  }
  return symbols;
}

std::string text_of(std::span<const std::uint32_t> cells, std::span<const std::string> symbols) {
  const auto size = static_cast<std::uint32_t>(symbols.size());
  const bool parted =
      std::ranges::any_of(symbols, [](const std::string& symbol) { return symbol.size() > 1; });
  std::vector<std::string> words(cells.size());
  std::vector<std::size_t> widths(size);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    std::string& word = words[cell];
    for (std::uint32_t value = 1; value <= size; ++value) {
      if ((cells[cell] & value_bit<std::uint32_t>(value)) == 0) continue;
      if (parted && !word.empty()) word += ',';
      word += symbols[value - 1];
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
