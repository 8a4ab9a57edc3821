#include "skerry/detail/algorithms/differential_evolution_island.hpp"

#include "skerry/detail/algorithms/make_island.hpp"

#include "support/function_of.hpp"
#include "support/testing.hpp"
#include "unit/engine/algorithms/island_checks.hpp"

namespace skerry {
namespace {

/// The best point is the nearest corner of the box, so that many mutants leave the box.
const test::FunctionOfReals corner({1, 3}, [outside = false](const Reals<4>& x) mutable {
  for (const double gene : x) outside = outside || gene < 1 || gene > 3;
  return outside ? -1 : test::sum_of_squares(x);
});

DifferentialEvolution settings_of(DifferentialVariant variant) {
  return {.variant = variant, .population = 20, .offspring = 30};
}

constexpr DifferentialVariant differential_variants[] = {
    DifferentialVariant::rand_1_bin, DifferentialVariant::best_1_bin, DifferentialVariant::jde};

TEST(DifferentialEvolution, FindsTheCornerWithoutLeavingTheBox) {
  for (const DifferentialVariant variant : differential_variants) {
    const auto island = test::evolved(150, corner, settings_of(variant));
    EXPECT_NEAR(island->best_key().cost, 4, 0.01);
    EXPECT_EQ(island->statistics().back().evaluations, 20U + 150 * 30);
  }
}

TEST(DifferentialEvolution, NeverGetsWorse) {
  for (const DifferentialVariant variant : differential_variants) {
    const auto island = test::evolved(50, corner, settings_of(variant), 2);
    const auto rows = island->statistics();
    for (std::size_t row = 1; row < rows.size(); ++row) EXPECT_LE(rows[row].worst, rows[row - 1].worst);
  }
}

TEST(DifferentialEvolution, ResumesBitForBit) {
  for (const DifferentialVariant variant : differential_variants)
    test::expect_resumes_bit_for_bit([&] { return make_island(corner, settings_of(variant), 3, 0); });
}

TEST(DifferentialEvolution, SortsItsWeightsWithTheIndividuals) {
  DifferentialEvolution settings = settings_of(DifferentialVariant::jde);
  settings.population = 4;
  const auto island = test::evolved(20, corner, settings, 4);
  const auto parameters = [&] {
    const std::vector<std::byte> state = island->save();
    std::vector<double> numbers(8);
    std::memcpy(numbers.data(), state.data() + state.size() - 64, 64);
    std::vector<std::pair<double, double>> pairs;
    for (std::size_t i = 0; i < 8; i += 2) pairs.emplace_back(numbers[i], numbers[i + 1]);
    return pairs;
  };
  auto before = parameters();
  island->sort();
  auto after = parameters();
  EXPECT_NE(before, after);
  std::ranges::sort(before);
  std::ranges::sort(after);
  EXPECT_EQ(before, after);
}

TEST(DifferentialEvolution, RefusesADamagedState) {
  const auto island = test::evolved(0, corner, settings_of(DifferentialVariant::jde), 5);
  const std::vector<std::byte> sound = island->save();
  std::vector<std::byte> weight = sound;
  weight[weight.size() - 16 + 7] ^= std::byte{0x80};  // the sign of the last weight
  EXPECT_THROW(island->load(weight), DataError);
  EXPECT_THROW(island->load(std::span(sound).first(100)), DataError);
  EXPECT_THROW(island->load(std::span(sound).first(sound.size() - 8)), DataError);
  EXPECT_NO_THROW(island->load(sound));
}

TEST(DifferentialEvolution, AllocatesNothingForAnIndividual) {
  const auto island = test::evolved(50, corner, settings_of(DifferentialVariant::jde), 6);
  EXPECT_LT(test::allocations_once_warm(*island, 0, 20), 100U)
      << "600 individuals, and the rows of new bests";
}

}  // namespace
}  // namespace skerry
