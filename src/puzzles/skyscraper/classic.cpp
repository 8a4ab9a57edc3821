#include "puzzles/skyscraper/classic.hpp"

#include "skerry/app/settings.hpp"

#include <algorithm>

#include <fmt/core.h>

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

ClassicProblem::ClassicProblem(Puzzle puzzle)
    : GridProblem(std::move(puzzle)), givens_(rows_of(this->puzzle().givens, size())), sites_(0, 0) {
  for (std::uint32_t row = 0; row < size(); ++row) {
    for (std::uint32_t column = 0; column < size(); ++column) {
      if (givens_[row][column] == 0) open_.push_back(static_cast<std::uint8_t>(row * max_size + column));
    }
  }
}

ClassicProblem::Genome ClassicProblem::sample(Random& random) const {
  Genome genome = givens_;
  for (std::uint32_t open = 0; open < open_.size(); ++open) draw_value(genome, open, random);
  return genome;
}

ClassicProblem::Genome ClassicProblem::crossover(const Genome& a, const Genome& b, Random& random) const {
  Genome first;
  Genome second;
  crossover_pair(a, b, first, second, random);
  return first;
}

void ClassicProblem::crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second,
                                    Random& random) const {
  const std::size_t cut = std::size_t{max_size} * random.below(size());
  first = b;
  second = a;
  std::copy_n(a.cells.begin(), cut, first.cells.begin());
  std::copy_n(b.cells.begin(), cut, second.cells.begin());
}

void ClassicProblem::mutate(Genome& genome, double rate, Random& random) {
  if (rate != sites_.rate()) [[unlikely]]
    sites_ = Sites(open_.size(), rate);
  sites_(random, [&](std::uint32_t open) { draw_value(genome, open, random); });
}

void ClassicProblem::neighbour(Genome& genome, Random& random) const {
  if (!open_.empty()) draw_value(genome, random.below(static_cast<std::uint32_t>(open_.size())), random);
}

std::string PuzzleKind::hint_name(const Puzzle& puzzle, std::uint32_t number) {
  constexpr std::array<std::string_view, 4> sides = {"top", "bottom", "left", "right"};
  const std::uint32_t clues = clue_count(puzzle);
  if (number < clues)
    return fmt::format("clue {} of the {}", number % puzzle.size + 1, sides.at(number / puzzle.size));
  const std::uint32_t cell = number - clues;
  return fmt::format("row {} column {}", cell / puzzle.size + 1, cell % puzzle.size + 1);
}

std::uint32_t PuzzleKind::opposite(const Puzzle& puzzle, std::uint32_t number) {
  const std::uint32_t clues = clue_count(puzzle);
  if (number >= clues) return clues + hint_count(puzzle) - 1 - number;
  // The top is opposite to the bottom, and the left to the right.
  const std::uint32_t side = number / puzzle.size;
  const std::uint32_t at = number % puzzle.size;
  return (side ^ 1U) * puzzle.size + puzzle.size - 1 - at;
}

std::vector<latin::PuzzleQuantity> puzzle_quantities(std::uint32_t size) {
  using latin::Quantity;
  const std::uint64_t clues = 4 * std::uint64_t{size};
  const std::uint64_t cells = std::uint64_t{size} * size;
  return {{"clues", Quantity::clues, 0, clues},
          {"givens", Quantity::givens, 0, cells / 2},
          {"hints", Quantity::hints, 0, clues + cells / 2},
          {"unpaired", Quantity::unpaired, 0, (clues + cells) / 4},
          {"difficulty", Quantity::difficulty, 0, 3 * cells},
          {"hardest_inference", Quantity::hardest_inference},
          {"rating", Quantity::rating, 1, 9}};
}

latin::PuzzleChoice puzzle_choice(std::uint32_t size) {
  constexpr std::array<std::string_view, 2> features = {"clues", "hardest_inference"};
  constexpr std::array<std::string_view, 2> objectives = {"hints", "unpaired"};
  return latin::choice_of(puzzle_quantities(size), "hints", features, objectives);
}

Puzzle all_hints_of(const Grid& solution, std::uint32_t size) {
  Puzzle puzzle(size);
  puzzle.givens = solution;
  puzzle.clues = clues_seen(puzzle, solution);
  return puzzle;
}

Puzzle read_all_hints(const Settings& settings, Files& files) {
  if (settings.has("instance")) {
    const Puzzle puzzle = puzzle_of_key(settings, files, parse_puzzles);
    if (puzzle.size < least_generated_size || puzzle.size > largest_generated_size) {
      settings.fail("instance",
                    fmt::format("the puzzle has size {}; puzzles are made from {} to {} ({})", puzzle.size,
                                least_generated_size, largest_generated_size, puzzle.where));
    }
    return all_hints_of(only_grid_of(settings, puzzle), puzzle.size);
  }
  const auto size =
      static_cast<std::uint32_t>(settings.integer("size", 6, {least_generated_size, largest_generated_size}));
  Random random(static_cast<std::uint64_t>(settings.integer("instance_seed", 1, count_range)), 0,
                Purpose::generation);
  return all_hints_of(random_latin_square(size, random), size);
}

}  // namespace skerry::skyscraper
