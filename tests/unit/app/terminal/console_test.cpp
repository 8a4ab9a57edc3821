#include "app/terminal/console.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(Console, NumbersAreAsShortAsTheyCanBe) {
  EXPECT_EQ(number_text(96), "96");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.3");
  EXPECT_EQ(number_text(1.0 / 3), "0.3333333333");
  EXPECT_EQ(number_text(-1e-20), "-1e-20");
}

TEST(Console, CountsAreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Console, ColoursWrapTheTextWhereTheyAreOn) {
  EXPECT_EQ(coloured("met", Colour::green, true), "\x1b[32mmet\x1b[0m");
  EXPECT_EQ(coloured("met", Colour::green, false), "met");
}

}  // namespace
}  // namespace skerry
