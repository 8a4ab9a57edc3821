#include "puzzles/sudoku/guided.hpp"

#include "skerry/app/settings.hpp"

#include <bit>
#include <cmath>
#include <span>

namespace skerry::sudoku {

template <std::uint32_t order>
SwapSearch<order>::SwapSearch(const Boxes<order>& boxes, double temperature) : boxes_(boxes) {
  for (std::size_t lost = 0; lost < thresholds_.size(); ++lost) {
    thresholds_[lost] =
        static_cast<std::uint64_t>(std::exp(-static_cast<double>(lost) / temperature) * 0x1p32);
  }
}

template <std::uint32_t order>
std::uint64_t SwapSearch<order>::operator()(Cells<order>& cells, std::uint32_t& fitness, std::uint64_t budget,
                                            Random& random) const {
  const std::span free = boxes_.free_cells();
  std::uint64_t used = 0;
  Cells<order> now = cells;
  auto reached = static_cast<std::int32_t>(fitness);
  auto best = reached;
  LineCounts<order> counts(now);
  while (used < budget && best < static_cast<std::int32_t>(best_fitness(order)) && !free.empty()) {
    ++used;
    const std::uint32_t a = free[random.below(static_cast<std::uint32_t>(free.size()))];
    const std::span box = boxes_.free_cells(box_of(order, a));
    const std::uint32_t b = box[random.below(static_cast<std::uint32_t>(box.size()))];
    const std::uint8_t x = now[a];
    const std::uint8_t y = now[b];
    if (a == b || !boxes_.allows(a, y) || !boxes_.allows(b, x)) continue;
    const std::int32_t gained = counts.gain(a, x, b, y);
    if (gained < 0 && random() >= thresholds_[static_cast<std::size_t>(-gained)]) continue;
    counts.swap(a, x, b, y);
    std::swap(now[a], now[b]);
    reached += gained;
    if (reached <= best) continue;
    best = reached;
    cells = now;
  }
  fitness = static_cast<std::uint32_t>(best);
  return used;
}

template class SwapSearch<2>;
template class SwapSearch<3>;
template class SwapSearch<4>;
template class SwapSearch<5>;

template <std::uint32_t order>
Repair<order>::Repair(const Puzzle& puzzle, const Candidates& prepared, const Boxes<order>& boxes)
    : inference_(puzzle), prepared_(prepared), boxes_(boxes) {}

template <std::uint32_t order>
std::uint64_t Repair<order>::operator()(Cells<order>& cells, Random& random) {
  tried_ = 0;
  inference_.restore(prepared_);
  const std::span free = boxes_.free_cells();
  // The order is drawn anew and not from the last one, which a resumed run does not know.
  open_.assign(free.begin(), free.end());
  random.shuffle(std::span(open_));
  while (const auto cell = take_most_constrained()) {
    before_ = inference_.candidates();
    if (!latin::assume_any(inference_, before_, *cell, cells[*cell], random, tried_)) break;
  }
  complete(cells, random);
  return tried_;
}

/// Returns none if all cells are resolved.
template <std::uint32_t order>
std::optional<std::uint32_t> Repair<order>::take_most_constrained() {
  const Candidates& known = inference_.candidates();
  std::size_t least = 0;
  int fewest = 0;
  for (std::size_t at = open_.size(); at-- > 0 && fewest != 2;) {
    const int count = std::popcount(known[open_[at]]);
    if (count == 1) {
      if (least == open_.size() - 1) least = at;
      open_[at] = open_.back();
      open_.pop_back();
    } else if (fewest == 0 || count < fewest) {
      fewest = count;
      least = at;
    }
  }
  if (fewest == 0) return std::nullopt;
  const std::uint32_t cell = std::exchange(open_[least], open_.back());
  open_.pop_back();
  return cell;
}

template <std::uint32_t order>
void Repair<order>::complete(Cells<order>& cells, Random& random) const {
  const auto allowed = allowed_by<order>(inference_.candidates());
  for (std::uint32_t box = 0; box < Cells<order>::size; ++box) boxes_.deal(cells, box, allowed, random);
}

template class Repair<2>;
template class Repair<3>;
template class Repair<4>;
template class Repair<5>;

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
  // A repair tries each value of each cell once at most. Where so many are not left, the search has them all.
  constexpr std::uint64_t most_tried = std::uint64_t{Genome::count} * Genome::size;
  if (inference_ == Assistance::repair && left_ < budget + most_tried) {
    budget = left_;
  } else if (inference_ == Assistance::repair && fitness < best_fitness(order)) {
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
