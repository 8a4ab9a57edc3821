#include "puzzles/qap/instance.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/qap/instances.hpp"

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
  for (auto&& [seed, random] : seeds_from_1(40)) {
    const std::uint32_t size = 2 + random.below(9);
    // Both, the second, the first, or neither is symmetric.
    const Matrix first = test::random_matrix(size, seed % 4 == 0 || seed % 4 == 2, random);
    const Instance instance(first, test::random_matrix(size, seed % 4 == 0 || seed % 4 == 1, random));
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

TEST(QapInstance, ATransposedMatrixHasRowsForColumns) {
  Random random(2);
  const Matrix matrix = test::random_matrix(4, false, random);
  EXPECT_EQ(matrix.transposed().at(1, 3), matrix.at(3, 1));
  EXPECT_EQ(matrix.transposed().transposed(), matrix);
}

// The seed of the instance tai12a, its least cost and its optimal order are published (QAPLIB).
TEST(QapGenerate, ThePublishedOrderHasThePublishedCost) {
  const Instance instance = uniform_instance(12, 792'100'592);
  const std::array<std::uint32_t, 12> published = {8, 1, 6, 2, 11, 10, 3, 5, 9, 7, 12, 4};
  std::array<std::uint32_t, 12> order{};
  for (std::size_t place = 0; place < order.size(); ++place) order[place] = published[place] - 1;
  EXPECT_EQ(instance.cost(order), 224'416);
}

TEST(QapGenerate, MatricesAreSymmetricWithEntriesBelow100) {
  const Instance instance = uniform_instance(40, 7, 8);
  for (const Matrix& matrix : {instance.first(), instance.second()}) {
    EXPECT_EQ(matrix, matrix.transposed());
    std::int64_t sum = 0;
    for (std::uint32_t row = 0; row < 40; ++row) {
      EXPECT_EQ(matrix.at(row, row), 0);
      for (const std::int32_t entry : matrix.row(row)) {
        EXPECT_TRUE(entry >= 0 && entry < 100);
        sum += entry;
      }
    }
    EXPECT_NEAR(static_cast<double>(sum) / (40 * 39), 49.5, 5);
  }
  EXPECT_NE(instance.first(), instance.second());
}

TEST(QapGenerate, RefusesSizesAndSeedsOutOfRange) {
  EXPECT_THAT([] { uniform_instance(1, 1); },
              ThrowsMessage<UsageError>("the size is 1; it lies in [2, 1000]"));
  EXPECT_THAT([] { uniform_instance(5, 0); }, ThrowsMessage<UsageError>(HasSubstr("the seed is 0")));
  EXPECT_THAT([] { uniform_instance(5, 1, modulus); },
              ThrowsMessage<UsageError>("the seed is 2147483647; it lies in [1, 2147483646]"));
}

}  // namespace
}  // namespace skerry::qap
