#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/genomes/bits.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

struct WithoutServices {
  using Genome = BitString<8>;
  double evaluate(const Genome& genome) const { return static_cast<double>(genome.count()); }
};

struct WithServices : WithoutServices {
  void use(const EvaluationServices& services) { *journal = services.journal; }
  std::shared_ptr<std::filesystem::path> journal = std::make_shared<std::filesystem::path>();
};

static_assert(UsesServices<WithServices> && !UsesServices<WithoutServices>);

TEST(EvaluationServices, ReachTheProblemOfAnIsland) {
  const WithServices problem;
  const std::unique_ptr<Island> island = make_island(problem, Genetic{}, 1, 0);
  island->use({.journal = "run.h5.journal"});
  EXPECT_EQ(*problem.journal, "run.h5.journal");
}

TEST(EvaluationServices, ArePassedOverByOtherProblems) {
  const std::unique_ptr<Island> island = make_island(WithoutServices{}, Genetic{}, 1, 0);
  island->use({.journal = "run.h5.journal"});
}

}  // namespace
}  // namespace skerry
