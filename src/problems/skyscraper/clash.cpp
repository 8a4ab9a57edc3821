#include "skerry/problems/skyscraper/inference.hpp"

#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace skerry::skyscraper {

namespace {

/// "row 2 (clues 3 and 1)".
std::string with_clues(const Puzzle& puzzle, std::uint32_t line) {
  const auto [near, far] = clues_of(puzzle, line);
  const std::string name = line_name(puzzle.size, line);
  if (near != 0 && far != 0) return fmt::format("{} (clues {} and {})", name, near, far);
  if (near != 0 || far != 0) return fmt::format("{} (clue {})", name, near + far);
  return name;
}

}  // namespace

std::vector<std::uint32_t> lines_in(Lines lines) {
  std::vector<std::uint32_t> numbers;
  for (; lines != 0; lines &= lines - 1)
    numbers.push_back(static_cast<std::uint32_t>(std::countr_zero(lines)));
  return numbers;
}

std::string Clash::text(const Puzzle& puzzle) const {
  std::vector<std::string> names;
  for (const std::uint32_t line : lines_in(lines)) names.insert(names.begin(), with_clues(puzzle, line));
  const std::string all = fmt::format("{}", fmt::join(names, " and "));
  switch (kind) {
    case Kind::no_value:
      return all + " leave no value for the cell where they meet";
    case Kind::no_cell:
      return fmt::format("{} has no cell left for {}", all, value);
    case Kind::no_sequence:
      break;
  }
  return all + " has no sequence left that meets its clues";
}

}  // namespace skerry::skyscraper
