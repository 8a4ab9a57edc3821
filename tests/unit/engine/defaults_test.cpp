#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/genomes.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

// A user's first problem with each stock genome, as the simplest there is.

struct AllOnes {
  using Genome = BitString<200>;
  Direction direction() const { return Direction::maximise; }
  double evaluate(const Genome& bits) const { return static_cast<double>(bits.count()); }
};
template <typename G>
struct SumOfSquares {
  using Genome = G;
  auto bounds() const { return typename Stock<Genome>::Space(-5, 5); }
  double evaluate(const Genome& x) const { return std::inner_product(x.begin(), x.end(), x.begin(), 0.0); }
};
struct OwnSteps {
  using Genome = SelfAdaptiveReals<8>;
  Box<8> bounds() const { return {-5, 5}; }
  double evaluate(const Genome& x) const {
    double sum = 0;
    for (std::size_t gene = 0; gene < 8; ++gene) sum += x[gene] * x[gene];
    return sum;
  }
};
struct Sorted {
  using Genome = Permutation<20>;
  double evaluate(const Genome& order) const {
    double misplaced = 0;
    for (std::size_t place = 0; place < order.size(); ++place) misplaced += order[place] == place ? 0 : 1;
    return misplaced;
  }
};
struct Both {
  using Genome = Composite<BitString<40>, Permutation<10>>;
  double evaluate(const Genome& genome) const {
    const auto& [bits, order] = genome;
    double misplaced = 40 - static_cast<double>(bits.count());
    for (std::size_t place = 0; place < order.size(); ++place) misplaced += order[place] == place ? 0 : 1;
    return misplaced;
  }
};

/// Returns the fitness after 100 generations, the default of a run, with all other defaults.
template <typename P>
double found_by_default(const P& problem, const Algorithm& algorithm = Genetic{}) {
  const auto island = make_island(problem, algorithm, 1, 0);
  island->initialise();
  island->evolve(100);
  return score_of(island->best_key(), island->direction()).fitness;
}

TEST(Defaults, SolveTheSimplestProblemOfEachGenome) {
  EXPECT_EQ(found_by_default(AllOnes{}), 200);
  EXPECT_LT(found_by_default(SumOfSquares<Reals<8>>{}), 1e-3);
  EXPECT_LT(found_by_default(OwnSteps{}), 1e-3);
  EXPECT_EQ(found_by_default(SumOfSquares<Integers<10>>{}), 0);
  EXPECT_EQ(found_by_default(Sorted{}), 0);
  EXPECT_EQ(found_by_default(Both{}), 0);
  EXPECT_LT(found_by_default(SumOfSquares<Reals<8>>{}, DifferentialEvolution{}), 1e-3);
}

}  // namespace
}  // namespace skerry
