// This runs skerry's island with the published operators, as configs/sudoku/classic.toml has them.
#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "skerry_search.hpp"
#include "sudoku_ga.hpp"

#include <string>

namespace {

using Published = skerry::sudoku::ClassicProblem<3>;

/// The fitness of the problem is the number of different values in rows and columns, which is maximised.
class Search : public SkerrySearch<Published> {
 public:
  using SkerrySearch::SkerrySearch;
  double best() const { return skerry::sudoku::best_fitness(3) + SkerrySearch::best(); }
};

Search prepare(std::uint64_t seed, const std::string& instance) {
  return {Published(skerry::sudoku::parse_puzzles(instance, "the argument").front()),
          sudoku_ga::settings,
          {},
          seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
