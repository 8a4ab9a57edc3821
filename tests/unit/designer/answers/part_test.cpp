#include "designer/answers/validation.hpp"

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

TEST(Part, IsAShareOrAPercentage) {
  EXPECT_EQ(parse_part("2%"), 0.02);
  EXPECT_EQ(parse_part("0.02"), 0.02);
  EXPECT_EQ(parse_part("0"), 0);
  EXPECT_EQ(parse_part("100%"), 1);
  for (const char* text : {"", "%", "much", "2 %", "-1%", "101%", "1.5", "nan", "2%%"})
    EXPECT_EQ(parse_part(text), std::nullopt) << text;
}

}  // namespace
}  // namespace skerry::party
