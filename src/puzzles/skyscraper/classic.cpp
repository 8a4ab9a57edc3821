#include "puzzles/skyscraper/classic.hpp"

#include <algorithm>
#include <utility>

namespace skerry::skyscraper {

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

}  // namespace skerry::skyscraper
