#include "puzzles/sudoku/classic.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/sudoku/generate.hpp"

#include <bit>
#include <utility>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

template <std::uint32_t order>
std::shared_ptr<const Boxes<order>> boxes_of(const Puzzle& puzzle, CandidateArray candidates) {
  if (candidates == CandidateArray::once) {
    const auto givens = cells_of<order>(puzzle.givens);
    return std::make_shared<const Boxes<order>>(givens, candidate_array<order>(givens));
  }
  const InferenceSettings propagation_alone{.elimination = false, .locked_candidates = false};
  return std::make_shared<const Boxes<order>>(inferred(puzzle, propagation_alone));
}

}  // namespace

CandidateArray read_candidates(const Settings& settings) {
  return settings.choice("candidates", "once", {"once", "repeated"}) == "once" ? CandidateArray::once
                                                                               : CandidateArray::repeated;
}

template <std::uint32_t order>
ClassicProblem<order>::ClassicProblem(Puzzle puzzle, CandidateArray candidates)
    : GridProblem<order>(std::move(puzzle)),
      boxes_(boxes_of<order>(this->puzzle(), candidates)),
      sites_(0, 0) {}

template <std::uint32_t order>
Cells<order> ClassicProblem<order>::sample(Random& random) const {
  Genome genome = boxes_->fixed_cells();
  for (std::uint32_t box = 0; box < Genome::size; ++box) boxes_->shuffle(genome, box, random);
  return genome;
}

template <std::uint32_t order>
Cells<order> ClassicProblem<order>::crossover(const Genome& a, const Genome& b, Random& random) const {
  Genome first;
  Genome second;
  crossover_pair(a, b, first, second, random);
  return first;
}

template <std::uint32_t order>
void ClassicProblem<order>::crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second,
                                           Random& random) const {
  const std::uint32_t row = random.below(Genome::size);
  const std::uint32_t other = (row + 1 + random.below(Genome::size - 1)) % Genome::size;
  first = a;
  second = b;
  for (const std::uint32_t exchanged : {row, other}) {
    take_row(first, b, exchanged);
    take_row(second, a, exchanged);
  }
}

template <std::uint32_t order>
void ClassicProblem<order>::take_row(Genome& child, const Genome& from, std::uint32_t row) const {
  for (std::uint32_t column = 0; column < Genome::size; ++column) {
    const std::uint32_t cell = row * Genome::size + column;
    const std::uint8_t value = from[cell];
    if (child[cell] == value) continue;
    // No branch depends on where the value is, which no processor could foresee.
    const std::uint32_t box = box_of(order, cell);
    const std::span places = boxes_->free_cells(box);
    const std::uint32_t holders = boxes_->holders(child, box, value);
    child[places[static_cast<std::uint32_t>(std::countr_zero(holders))]] = std::exchange(child[cell], value);
  }
}

template <std::uint32_t order>
void ClassicProblem<order>::mutate(Genome& genome, double rate, Random& random) {
  const std::span free = boxes_->free_cells();
  if (rate != sites_.rate()) [[unlikely]]
    sites_ = Sites(free.size(), rate);
  LineCounts<order> counts(genome);
  sites_(random, [&](std::uint32_t site) {
    const std::uint32_t cell = free[site];
    const std::uint8_t value = genome[cell];
    const std::span places = boxes_->free_cells(box_of(order, cell));
    const auto count = static_cast<std::uint32_t>(places.size());
    const std::uint32_t first = random.below(count);
    const std::uint32_t partners = boxes_->partners(genome, cell);
    // Bit i stands for the i-th one from the first on.
    std::uint64_t left = (partners | std::uint64_t{partners} << count) >> first & ((1U << count) - 1);
    for (; left != 0; left &= left - 1) {
      const std::uint32_t at = first + static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t partner = places[at < count ? at : at - count];
      const std::uint8_t its_value = genome[partner];
      if (counts.gain(cell, value, partner, its_value) < 0) continue;
      counts.swap(cell, value, partner, its_value);
      std::swap(genome[cell], genome[partner]);
      break;
    }
  });
}

template class ClassicProblem<2>;
template class ClassicProblem<3>;
template class ClassicProblem<4>;
template class ClassicProblem<5>;

std::vector<latin::PuzzleQuantity> puzzle_quantities(std::uint32_t order) {
  using latin::Quantity;
  constexpr std::array<std::uint64_t, 4> fewest = {4, 17, 55, 151};
  const std::uint64_t cells = Puzzle(order).cell_count();
  return {{"givens", Quantity::givens, fewest.at(order - least_order), cells * 5 / 8},
          {"unpaired", Quantity::unpaired, 0, cells / 4},
          {"difficulty", Quantity::difficulty, 0, 2 * cells},
          {"hardest_inference", Quantity::hardest_inference},
          {"rating", Quantity::rating, 1, 10}};
}

latin::PuzzleChoice puzzle_choice(std::uint32_t order) {
  constexpr std::array<std::string_view, 2> features = {"givens", "hardest_inference"};
  constexpr std::array<std::string_view, 2> objectives = {"givens", "unpaired"};
  return latin::choice_of(puzzle_quantities(order), "unpaired", features, objectives);
}

Puzzle read_all_givens(const Settings& settings, Files& files) {
  if (settings.has("instance")) {
    Puzzle puzzle = read_puzzle(settings, files);
    puzzle.givens = only_grid_of(settings, puzzle);
    return puzzle;
  }
  const std::int64_t size = settings.integer("size", 9, {4, 25});
  std::uint32_t order = least_order;
  while (order < max_order && std::int64_t{order} * order < size) ++order;
  if (std::int64_t{order} * order != size)
    settings.fail("size", fmt::format("size is {}; it is 4, 9, 16 or 25", size));
  Random random(static_cast<std::uint64_t>(settings.integer("instance_seed", 1, count_range)), 0,
                Purpose::generation);
  Puzzle puzzle(order);
  puzzle.givens = random_grid(order, random);
  return puzzle;
}

}  // namespace skerry::sudoku
