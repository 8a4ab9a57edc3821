#include "app/experiment/description.hpp"

#include <gtest/gtest.h>

namespace skerry {
namespace {

TEST(NamePattern, IsANameWithoutStars) {
  EXPECT_TRUE(matches("ring", "ring"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("ring", "rings"));
  EXPECT_FALSE(matches("rings", "ring"));
  EXPECT_FALSE(matches("", "ring"));
}

TEST(NamePattern, TakesAnyCharactersForAStar) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "ring"));
  EXPECT_TRUE(matches("one-cell*", "one-cell"));
  EXPECT_TRUE(matches("one-cell*", "one-cell-plus"));
  EXPECT_TRUE(matches("*-plus", "one-cell-plus-plus"));
  EXPECT_TRUE(matches("a*b**c", "a-b-bc"));
  EXPECT_FALSE(matches("*-plus", "one-cell-plus-elite"));
  EXPECT_FALSE(matches("a*b*c", "acb"));
  EXPECT_FALSE(matches("one-cell*", "four-one-cell"));
}

TEST(NamePattern, AnswersSoonHoweverManyStarsItHas) {
  std::string pattern;
  for (int i = 0; i < 500; ++i) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", std::string(2000, 'a')));
}

TEST(NamePattern, ComplainsOfWhatMatchesNothing) {
  EXPECT_EQ(complaint("variant", "r*", {"ring", "torus"}), "");
  EXPECT_EQ(complaint("variant", "rong", {"ring", "torus"}),
            "there is no variant \"rong\"; did you mean \"ring\"?");
  EXPECT_EQ(complaint("instance", "x*", {"ring", "torus"}), "there is no instance \"x*\"");
}

}  // namespace
}  // namespace skerry
