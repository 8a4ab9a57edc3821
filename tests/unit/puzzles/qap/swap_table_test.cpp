#include "puzzles/qap/robust_tabu.hpp"
#include "unit/puzzles/qap/instances.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::qap {
namespace {

template <typename Number>
class QapSwapTable : public testing::Test {
 protected:
  /// Makes random swaps and compares all changes with those of the instance after each of them.
  static void follow(const Instance& instance, int swaps, Random& random) {
    ASSERT_TRUE(SwapTable<Number>::fits(instance));
    const std::uint32_t size = instance.size();
    std::vector<std::uint32_t> order = test::random_order(size, random);
    SwapTable<Number> table(instance);
    table.start(order);
    for (int swap = 0; swap <= swaps; ++swap) {
      SCOPED_TRACE(testing::Message() << "after " << swap << " swaps, size " << size);
      for (std::uint32_t r = 0; r < size; ++r) {
        for (std::uint32_t s = r + 1; s < size; ++s)
          ASSERT_EQ(table.change(r, s), instance.change(order, r, s)) << r << " and " << s;
      }
      const std::uint32_t r = random.below(size);
      const std::uint32_t s = (r + 1 + random.below(size - 1)) % size;
      std::swap(order[r], order[s]);
      table.swap(r, s);
    }
  }
};
using Numbers = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(QapSwapTable, Numbers);

TYPED_TEST(QapSwapTable, ChangesAreThoseOfTheInstanceAfterEverySwap) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::uint32_t size = 2 + random.below(40);
    // Both, the second, the first, or neither is symmetric.
    Matrix first = test::random_matrix(size, seed % 4 == 0 || seed % 4 == 2, random);
    Matrix second = test::random_matrix(size, seed % 4 == 0 || seed % 4 == 1, random);
    ASSERT_NO_FATAL_FAILURE(this->follow({std::move(first), std::move(second)}, 20, random));
  }
}

TYPED_TEST(QapSwapTable, HoldsTheLargestNumbersThatFit) {
  constexpr std::uint32_t size = 17;
  for (const bool symmetric : {true, false}) {
    SCOPED_TRACE(testing::Message() << "symmetric " << symmetric);
    const auto instance = [&](std::int32_t most) {
      Random random(7);
      std::vector<Matrix> matrices;
      for (int i = 0; i < 2; ++i) {
        Matrix matrix = test::random_matrix(size, symmetric, random);
        for (std::uint32_t row = 0; row < size; ++row) {
          for (std::uint32_t column = 0; column < size; ++column)
            matrix.at(row, column) = matrix.at(row, column) < 0 ? -most : most;
        }
        matrices.push_back(std::move(matrix));
      }
      return Instance(matrices[0], matrices[1]);
    };
    std::int32_t most = 1;
    const auto limit = static_cast<double>(std::numeric_limits<TypeParam>::max());
    while (most < 10'000'000 && SwapTable<TypeParam>::fits(instance(most + most / 8 + 1)))
      most += most / 8 + 1;
    EXPECT_GT(1000.0 * size * most * most, std::min(limit, 1e15)) << "it is not far from the limit";
    Random random(1);
    ASSERT_NO_FATAL_FAILURE(this->follow(instance(most), 20, random));
  }
}

TEST(QapSwapTableOnce, LargeEntriesNeedLargeNumbers) {
  Matrix first(2);
  first.at(0, 1) = 1'000'000;
  EXPECT_TRUE(SwapTable<std::int32_t>::fits({first, Matrix(2)}));
  EXPECT_FALSE(SwapTable<std::int32_t>::fits({first, first}));
  EXPECT_TRUE(SwapTable<std::int64_t>::fits({first, first}));
}

}  // namespace
}  // namespace skerry::qap
