#include "skerry/detail/algorithms/map_elites_island.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

using IntElites = Elites<std::uint32_t>;

std::vector<std::byte> saved(const IntElites& elites) {
  std::vector<std::byte> bytes;
  elites.save(bytes);
  return bytes;
}

void load(IntElites& elites, std::span<const std::byte> bytes) {
  elites.load(bytes, [](const Key&, std::uint32_t) {});
}

Key random_key(Random& random) {
  const double violation = random.chance(0.3) ? random.below(3) + 1.0 : 0.0;
  return {violation, random.below(40) / 8.0};
}

/// Checks every answer of `elites` against the best of each cell.
void expect_holds(const IntElites& elites, const std::map<std::uint64_t, Key>& best, double worst) {
  ASSERT_EQ(elites.size(), best.size());
  std::size_t filled = 0;
  double worth = 0;
  for (std::size_t place = 0; place < elites.size(); ++place) {
    const auto at = best.find(elites.cell(place));
    ASSERT_NE(at, best.end());
    EXPECT_EQ(elites.key(place), at->second);
  }
  for (const auto& [cell, key] : best) {
    if (key.violation > 0) continue;
    ++filled;
    worth += std::max(worst - key.cost, 0.0);
  }
  EXPECT_EQ(elites.coverage(), static_cast<double>(filled) / 20);
  EXPECT_DOUBLE_EQ(elites.worth(), worth) << "eighths are added without rounding";
  const SolutionSet set = elites.set();
  EXPECT_EQ(set.size(), filled);
  EXPECT_TRUE(std::ranges::is_sorted(set.cells));
  for (std::size_t i = 0; i < set.size(); ++i) {
    EXPECT_EQ(set.keys[i], best.at(set.cells[i]));
    EXPECT_EQ(set.values[2 * i + 1], static_cast<double>(set.cells[i]));
  }
}

TEST(Elites, KeepsTheBestOfEachCellThroughInsertionsAndRemovals) {
  for (auto&& [seed, random] : seeds_from_1(20)) {
    const double worst = 3;
    IntElites elites(20, 2, worst);
    std::map<std::uint64_t, Key> best;
    for (int step = 0; step < 400; ++step) {
      if (elites.size() > 0 && random.chance(0.1)) {
        const std::uint32_t place = random.below(static_cast<std::uint32_t>(elites.size()));
        best.erase(elites.cell(place));
        elites.remove(place);
      } else {
        const std::uint64_t cell = random.below(20);
        const Key key = random_key(random);
        const double values[] = {random.uniform(), static_cast<double>(cell)};
        const auto at = best.find(cell);
        const bool better = at == best.end() || key < at->second;
        EXPECT_EQ(elites.insert(cell, random(), key, values), better);
        if (better) best.insert_or_assign(cell, key);
      }
      expect_holds(elites, best, worst);
    }
  }
}

TEST(Elites, LoadsWhatItSavedBitForBitTheSumOfWorthIncluded) {
  Random random(5);
  IntElites elites(100, 1, 1.0);
  for (int step = 0; step < 2000; ++step) {
    const double value[] = {random.uniform()};
    elites.insert(random.below(100), random(), {0, random.uniform()}, value);
  }
  IntElites loaded(100, 1, 1.0);
  const double value[] = {0.0};
  loaded.insert(3, 7U, {0, -5}, value);  // it goes
  load(loaded, saved(elites));
  EXPECT_EQ(saved(loaded), saved(elites));
  EXPECT_EQ(loaded.worth(), elites.worth());
  double sum = 0;
  for (std::size_t place = 0; place < loaded.size(); ++place) {
    EXPECT_EQ(loaded.cell(place), elites.cell(place)) << "draws go by places";
    sum += 1 - loaded.key(place).cost;
  }
  EXPECT_NEAR(loaded.worth(), sum, 1e-9);
}

TEST(Elites, AreWorthNothingAsSoonAsAllAreGone) {
  Random random(6);
  IntElites elites(10, 1, 1.0);
  for (int step = 0; step < 1000; ++step) {
    const double value[] = {0.0};
    elites.insert(random.below(10), 1U, {0, random.uniform()}, value);
  }
  while (elites.size() > 0) elites.remove(elites.size() / 2);
  EXPECT_EQ(elites.worth(), 0.0);
  EXPECT_EQ(elites.coverage(), 0.0);
}

TEST(Elites, AreWorthNothingWithoutAWorstFitness) {
  IntElites elites(10, 1, std::nullopt);
  const double value[] = {0.0};
  elites.insert(1, 1U, {0, -100}, value);
  EXPECT_EQ(elites.worth(), 0.0);
}

TEST(Elites, RefusesBytesThatItNeverWrites) {
  IntElites elites(10, 1, 1.0);
  const double value[] = {0.5};
  elites.insert(9, 1U, {0, 0.5}, value);
  const std::vector<std::byte> sound = saved(elites);
  for (std::size_t size = 0; size < sound.size(); ++size) {
    IntElites other(10, 1, 1.0);
    EXPECT_THROW(load(other, std::span(sound).first(size)), DataError) << size;
  }
  IntElites smaller(9, 1, 1.0);
  EXPECT_THROW(load(smaller, sound), DataError);
}

}  // namespace
}  // namespace skerry
