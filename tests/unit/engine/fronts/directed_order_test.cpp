#include "skerry/detail/fronts/directed_order.hpp"

#include "support/testing.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using test::OwnedRows;
using DirectedSlots = std::vector<std::uint32_t>;

DirectedSlots order_of(DirectedOrder& directed) {
  return {directed.order().begin(), directed.order().end()};
}

OwnedRows uniform_rows(Random& random, std::size_t solutions, std::size_t objectives) {
  OwnedRows rows{std::vector<double>(solutions * objectives), objectives};
  for (double& value : rows.values) value = random.uniform();
  return rows;
}

/// Follows the publication: associates by perpendicular distances, and looks in each step through all
/// directions for that which is followed least, with the ties of DirectedOrder.
DirectedSlots niching_by_definition(const OwnedRows& rows, const std::vector<std::uint32_t>& fronts,
                                    const ObjectiveScale& scale, const std::vector<double>& directions) {
  const std::size_t width = rows.objectives;
  const std::size_t size = fronts.size();
  std::vector<std::size_t> nearest(size);
  std::vector<double> distances(size, std::numeric_limits<double>::infinity());
  for (std::size_t slot = 0; slot < size; ++slot) {
    std::vector<double> scaled(width);
    scale.apply(ObjectiveRows(rows)[slot], scaled);
    for (std::size_t direction = 0; direction * width < directions.size(); ++direction) {
      const double* parts = &directions[direction * width];
      const double along = std::inner_product(scaled.begin(), scaled.end(), parts, 0.0) /
                           std::inner_product(parts, parts + width, parts, 0.0);
      double distance = 0;
      for (std::size_t i = 0; i < width; ++i) distance += std::pow(scaled[i] - along * parts[i], 2);
      if (distance >= distances[slot] - 1e-12) continue;
      distances[slot] = distance;
      nearest[slot] = direction;
    }
  }
  std::vector<std::size_t> followers(directions.size() / width, 0);
  DirectedSlots order;
  for (std::uint32_t front = 0; order.size() < size; ++front) {
    DirectedSlots left;
    for (std::uint32_t slot = 0; slot < size; ++slot) {
      if (fronts[slot] == front) left.push_back(slot);
    }
    while (!left.empty()) {
      const auto next = std::ranges::min_element(left, [&](std::uint32_t a, std::uint32_t b) {
        if (followers[nearest[a]] != followers[nearest[b]])
          return followers[nearest[a]] < followers[nearest[b]];
        return distances[a] < distances[b];
      });
      ++followers[nearest[*next]];
      order.push_back(*next);
      left.erase(next);
    }
  }
  return order;
}

TEST(DirectedOrder, AgreesWithTheDefinition) {
  for (auto&& [seed, random] : seeds(100)) {
    const std::size_t objectives = 2 + random.below(4);
    const OwnedRows rows = uniform_rows(random, 1 + random.below(60), objectives);
    const std::vector<double> violations(ObjectiveRows(rows).size(), 0);
    const auto directions = reference_directions(objectives, 5 + random.below(40));
    DirectedOrder directed(objectives, directions);
    directed.sort(rows, violations);
    const std::vector<std::uint32_t> fronts(directed.fronts().begin(), directed.fronts().end());
    EXPECT_EQ(order_of(directed), niching_by_definition(rows, fronts, directed.scale(), directions));
  }
}

TEST(DirectedOrder, PutsFrontsBeforeNichesAndInfeasibleOnesLast) {
  for (auto&& [seed, random] : seeds(100)) {
    OwnedRows rows = test::random_objectives(random, 1 + random.below(50), 2 + random.below(3), 5);
    if (seed % 2 == 0) test::add_odd_values(random, rows);
    std::vector<double> violations(ObjectiveRows(rows).size());
    for (double& violation : violations) violation = random.below(3);
    DirectedOrder directed(rows.objectives, reference_directions(rows.objectives, 20));
    directed.sort(rows, violations);
    DirectedSlots order = order_of(directed);
    std::vector<std::uint32_t> fronts(violations.size());
    NonDominatedSort().sort(rows, violations, fronts);
    EXPECT_TRUE(std::ranges::is_sorted(order, {}, [&](std::uint32_t slot) { return fronts[slot]; }))
        << "seed " << seed;
    std::ranges::sort(order);
    for (std::uint32_t slot = 0; slot < order.size(); ++slot) EXPECT_EQ(order[slot], slot);
  }
}

TEST(DirectedOrder, TakesOneOfEachDirectionBeforeASecond) {
  // All points of the lattice, each twice, on a plane whose axes have other units.
  const auto lattice = simplex_lattice(3, 4);
  OwnedRows rows{{}, 3};
  for (int copy = 0; copy < 2; ++copy) {
    for (std::size_t i = 0; i < lattice.size(); ++i)
      rows.values.push_back(7 + lattice[i] * std::pow(10.0, i % 3) * 2);
  }
  DirectedOrder directed(3, lattice);
  directed.sort(rows, std::vector<double>(30, 0));
  std::vector<bool> met(15, false);
  for (std::size_t place = 0; place < 15; ++place) {
    const std::uint32_t direction = directed.order()[place] % 15;
    EXPECT_FALSE(met[direction]);
    met[direction] = true;
  }
}

}  // namespace
}  // namespace skerry
