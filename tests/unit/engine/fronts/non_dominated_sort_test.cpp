#include "skerry/detail/fronts/crowded_order.hpp"

#include "support/testing.hpp"
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

}  // namespace
}  // namespace skerry
