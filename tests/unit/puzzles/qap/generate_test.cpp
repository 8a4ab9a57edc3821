#include "skerry/error.hpp"

#include "puzzles/qap/instance.hpp"

#include <array>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::qap {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

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
