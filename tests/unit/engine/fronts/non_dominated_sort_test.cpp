#include "skerry/detail/fronts/crowded_order.hpp"

#include "support/testing.hpp"
#include "unit/allocations.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using test::OwnedRows;
using FrontNumbers = std::vector<std::uint32_t>;

constexpr double no_violation_known = std::numeric_limits<double>::quiet_NaN();

FrontNumbers fronts_of(const OwnedRows& rows, const std::vector<double>& violations = {}) {
  FrontNumbers fronts(ObjectiveRows(rows).size());
  NonDominatedSort().sort(rows, violations, fronts);
  return fronts;
}

bool constraint_dominates(const OwnedRows& rows, const std::vector<double>& violations, std::size_t a,
                          std::size_t b) {
  const auto violation = [&](std::size_t slot) {
    const double given = violations.empty() ? 0 : violations[slot];
    return std::isnan(given) ? std::numeric_limits<double>::infinity() : given;
  };
  if (violation(a) != violation(b)) return violation(a) < violation(b);
  return violation(a) == 0 && test::dominates_by_definition(ObjectiveRows(rows)[a], ObjectiveRows(rows)[b]);
}

/// Takes one front after another away.
FrontNumbers peeled_fronts(const OwnedRows& rows, const std::vector<double>& violations) {
  const std::size_t size = ObjectiveRows(rows).size();
  constexpr std::uint32_t open = ~0U;
  FrontNumbers fronts(size, open);
  for (std::uint32_t front = 0; std::ranges::count(fronts, open) > 0; ++front) {
    FrontNumbers next = fronts;
    for (std::size_t b = 0; b < size; ++b) {
      bool dominated = false;
      for (std::size_t a = 0; a < size; ++a) {
        dominated |= fronts[a] == open && constraint_dominates(rows, violations, a, b);
      }
      if (fronts[b] == open && !dominated) next[b] = front;
    }
    fronts = next;
  }
  return fronts;
}

TEST(NonDominatedSort, AgreesWithTheDefinition) {
  NonDominatedSort sort;
  for (auto&& [seed, random] : seeds(600)) {
    const std::size_t size = random.below(40);
    OwnedRows rows = test::random_objectives(random, size, 1 + random.below(5), 1 + random.below(12));
    if (seed % 3 == 0) test::add_odd_values(random, rows);
    std::vector<double> violations;
    if (seed % 2 == 0) {
      for (std::size_t slot = 0; slot < size; ++slot) violations.push_back(random.below(4));
      if (size > 0 && seed % 4 == 0)
        violations[random.below(static_cast<std::uint32_t>(size))] = no_violation_known;
    }
    FrontNumbers fronts(size);
    const std::size_t found = sort.sort(rows, violations, fronts);
    EXPECT_EQ(fronts, peeled_fronts(rows, violations));
    EXPECT_EQ(found, size == 0 ? 0 : *std::ranges::max_element(fronts) + 1);
  }
}

TEST(NonDominatedSort, AgreesWithTheDefinitionOnManySolutions) {
  for (const std::size_t objectives : {2U, 3U}) {
    Random random(objectives);
    const OwnedRows rows = test::random_objectives(random, 300, objectives, 1000);
    EXPECT_EQ(fronts_of(rows), peeled_fronts(rows, {})) << objectives << " objectives";
  }
}

TEST(NonDominatedSort, DoesNotDependOnTheOrderOfSolutions) {
  for (auto&& [seed, random] : seeds(100)) {
    const std::size_t size = 1 + random.below(100);
    const OwnedRows rows = test::random_objectives(random, size, 2 + random.below(3), 8);
    const auto order = test::random_slots(random, size);
    const auto fronts = fronts_of(rows);
    const auto permuted = fronts_of(test::permuted_rows(rows, order));
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(permuted[i], fronts[order[i]]) << "seed " << seed;
  }
}

TEST(NonDominatedSort, PutsFeasibleSolutionsFirst) {
  const OwnedRows rows{{9, 9, 0, 0, 0, 0, 1, 1, 2, 2}, 2};
  EXPECT_EQ(fronts_of(rows, {0, 2, 1, 1, no_violation_known}), (FrontNumbers{0, 2, 1, 1, 3}));
}

TEST(NonDominatedSort, TakesNaNForInfinitelyBad) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(fronts_of({{nan, nan, 1e300, nan, 5, 5, nan, 4}, 2}), (FrontNumbers{2, 1, 0, 0}));
}

TEST(NonDominatedSort, AllocatesNothingOnceWarm) {
  for (const std::size_t objectives : {1U, 2U, 3U, 6U}) {
    Random random(objectives);
    NonDominatedSort sort;
    FrontNumbers fronts(200);
    sort.sort(test::random_objectives(random, 200, objectives, 1), {}, fronts);  // all in one front
    OwnedRows chain{std::vector<double>(200 * objectives), objectives};          // a front for each
    for (std::size_t i = 0; i < chain.values.size(); ++i) chain.values[i] = static_cast<double>(i);
    std::vector<double> violations(200);
    for (double& violation : violations) violation = random.below(2);
    const std::size_t before = test::allocations();
    EXPECT_EQ(sort.sort(chain, {}, fronts), 200U);
    sort.sort(chain, violations, fronts);
    EXPECT_EQ(test::allocations(), before);
  }
}

}  // namespace
}  // namespace skerry
