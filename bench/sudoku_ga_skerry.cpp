// This runs skerry's island with the parts of its sudoku puzzles, as a user's problem would have them.
#include "skerry/detail/operators/operators.hpp"

#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "skerry_search.hpp"
#include "sudoku_ga.hpp"

#include <span>
#include <string>
#include <utility>

namespace {

using namespace skerry::sudoku;

class BoxSwaps {
 public:
  using Genome = Cells<3>;

  explicit BoxSwaps(const Puzzle& puzzle)
      : boxes_(cells_of<3>(puzzle.givens), candidate_array<3>(cells_of<3>(puzzle.givens))),
        sites_(Genome::size, sudoku_ga::settings.mutation_rate) {}

  double evaluate(const Genome& genome) const { return best_fitness(3) - fitness_of(genome); }

  Genome sample(skerry::Random& random) const {
    Genome genome = boxes_.fixed_cells();
    for (std::uint32_t box = 0; box < Genome::size; ++box) boxes_.shuffle(genome, box, random);
    return genome;
  }

  Genome crossover(const Genome& a, const Genome& b, skerry::Random& random) const {
    Genome child = a;
    const std::uint32_t coins = random();
    for (std::uint32_t box = 0; box < Genome::size; ++box) {
      if ((coins >> box & 1) == 0) continue;
      for (const std::uint32_t cell : boxes_.free_cells(box)) child[cell] = b[cell];
    }
    return child;
  }

  void mutate(Genome& genome, double /*rate*/, skerry::Random& random) {
    sites_(random, [&](std::uint32_t box) {
      const std::span free = boxes_.free_cells(box);
      const auto cells = static_cast<std::uint32_t>(free.size());
      if (cells < 2) return;
      const std::uint32_t first = random.below(cells);
      const std::uint32_t second = (first + 1 + random.below(cells - 1)) % cells;
      std::swap(genome[free[first]], genome[free[second]]);
    });
  }

 private:
  Boxes<3> boxes_;
  skerry::Sites sites_;
};

SkerrySearch<BoxSwaps> prepare(std::uint64_t seed, const std::string& instance) {
  return {BoxSwaps(parse_puzzles(instance, "the argument").front()), sudoku_ga::settings, {}, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
