#include "puzzles/sudoku/guided.hpp"

#include "skerry/app/settings.hpp"

#include <utility>

namespace skerry::sudoku {

namespace {

constexpr Range<double> temperature_range{0.01, 100};

}  // namespace

GuidedSettings read_guided_settings(const Settings& settings) {
  GuidedSettings read;
  read.inference = read_assistance(settings);
  read.temperature = settings.number("temperature", read.temperature, temperature_range);
  return read;
}

template <std::uint32_t order>
typename GuidedProblem<order>::Prepared GuidedProblem<order>::prepare(const Puzzle& puzzle,
                                                                      Assistance inference) {
  const Candidates known =
      inference == Assistance::none ? Candidates(puzzle.size(), puzzle.givens) : inferred(puzzle);
  return {known, Boxes<order>(known)};
}

template <std::uint32_t order>
GuidedProblem<order>::GuidedProblem(Puzzle puzzle, const GuidedSettings& settings)
    : GridProblem<order>(std::move(puzzle)),
      inference_(settings.inference),
      prepared_(std::make_shared<const Prepared>(prepare(this->puzzle(), settings.inference))),
      search_(prepared_->boxes, settings.temperature),
      repair_(this->puzzle(), prepared_->candidates, prepared_->boxes) {}

template <std::uint32_t order>
Cells<order> GuidedProblem<order>::sample(Random& random) const {
  Genome genome = prepared_->boxes.fixed_cells();
  for (std::uint32_t box = 0; box < Genome::size; ++box) prepared_->boxes.deal(genome, box, random);
  return genome;
}

template <std::uint32_t order>
Cells<order> GuidedProblem<order>::crossover(const Genome& a, const Genome& b, Random& random) const {
  Genome child = a;
  const std::uint32_t coins = random();
  for (std::uint32_t box = 0; box < Genome::size; ++box) {
    if ((coins >> box & 1) == 0) continue;
    for (const std::uint32_t cell : prepared_->boxes.free_cells(box)) child[cell] = b[cell];
  }
  return child;
}

template <std::uint32_t order>
void GuidedProblem<order>::mutate(Genome& genome, double rate, Random& random) const {
  for (std::uint32_t box = 0; box < Genome::size; ++box) {
    if (random.chance(rate)) prepared_->boxes.deal(genome, box, random);
  }
}

template <std::uint32_t order>
void GuidedProblem<order>::improve(Genome& genome, Score& score, std::uint64_t budget, Random& random) {
  auto fitness = static_cast<std::uint32_t>(score.fitness);
  if (inference_ == Assistance::repair && fitness < best_fitness(order)) {
    Genome repaired = genome;
    evaluations_ += repair_(repaired, random);
    const std::uint32_t after = fitness_of(repaired);
    if (after >= fitness) {
      fitness = after;
      genome = repaired;
    }
  }
  evaluations_ += search_(genome, fitness, budget, random);
  score = this->score_of(fitness);
}

template class GuidedProblem<2>;
template class GuidedProblem<3>;
template class GuidedProblem<4>;
template class GuidedProblem<5>;

}  // namespace skerry::sudoku
