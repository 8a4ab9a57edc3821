#include "puzzles/qap/instance.hpp"

#include "unit/puzzles/qap/instances.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::qap {
namespace {

using Orders = std::vector<std::uint32_t>;

TEST(QapInstance, TheCostIsThatOfTheDefinition) {
  Matrix first(3);
  first.at(0, 1) = 2;
  first.at(1, 2) = 3;
  first.at(2, 2) = 7;
  Matrix second(3);
  second.at(2, 0) = 5;
  second.at(0, 1) = 11;
  second.at(1, 1) = 13;
  const Instance instance(first, second);
  EXPECT_EQ(instance.cost(Orders{2, 0, 1}), 2 * 5 + 3 * 11 + 7 * 13);
  EXPECT_EQ(instance.cost(Orders{0, 1, 2}), 2 * 11);
}

TEST(QapInstance, TheChangeBySwappingIsThatOfTheCost) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::uint32_t size = 2 + random.below(9);
    const Instance instance = test::random_instance(size, seed % 2 == 0, random);
    Orders order = test::random_order(size, random);
    for (std::uint32_t r = 0; r < size; ++r) {
      for (std::uint32_t s = 0; s < size; ++s) {
        if (r == s) continue;
        Orders swapped = order;
        std::swap(swapped[r], swapped[s]);
        ASSERT_EQ(instance.change(order, r, s), instance.cost(swapped) - instance.cost(order))
            << r << ' ' << s;
      }
    }
  }
}

TEST(QapInstance, OneAsymmetricMatrixIsEnoughToMatter) {
  Random random(1);
  const Matrix symmetric = test::random_matrix(7, true, random);
  const Matrix asymmetric = test::random_matrix(7, false, random);
  for (const Instance& instance : {Instance(symmetric, asymmetric), Instance(asymmetric, symmetric)}) {
    const Orders order = test::random_order(7, random);
    Orders swapped = order;
    std::swap(swapped[2], swapped[5]);
    EXPECT_EQ(instance.change(order, 2, 5), instance.cost(swapped) - instance.cost(order));
  }
}

TEST(QapInstance, ATransposedMatrixHasRowsForColumns) {
  Random random(2);
  const Matrix matrix = test::random_matrix(4, false, random);
  EXPECT_EQ(matrix.transposed().at(1, 3), matrix.at(3, 1));
  EXPECT_EQ(matrix.transposed().transposed(), matrix);
}

}  // namespace
}  // namespace skerry::qap
