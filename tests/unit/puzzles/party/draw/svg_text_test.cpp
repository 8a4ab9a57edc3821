#include "puzzles/party/draw/draw.hpp"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::party {
namespace {

using testing::EndsWith;
using testing::StartsWith;

TEST(SvgText, WhatXmlGivesAMeaningIsEscaped) {
  EXPECT_EQ(svg_escaped("<script>alert('1' & \"2\")</script>"),
            "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;");
  EXPECT_EQ(svg_escaped("Zo\u00eb \u738b \U0001F600"), "Zo\u00eb \u738b \U0001F600");
}

TEST(SvgText, WhatXmlCannotHoldBecomesABlank) {
  EXPECT_EQ(svg_escaped("a\nb\x01\x1B\x7F"), "a b   ");
  EXPECT_EQ(svg_escaped(std::string("a\0b", 3)), "a b");
  EXPECT_EQ(svg_escaped("a\uFFFE\uFFFF\uFFFDb"), "a  \uFFFDb");
}

TEST(SvgText, LongTextsEndInAnEllipsis) {
  EXPECT_EQ(shortened("short", 10), "short");
  const std::string cut = shortened("a name that is far too long for its box", 10);
  EXPECT_THAT(cut, StartsWith("a name that"));
  EXPECT_THAT(cut, EndsWith("\u2026"));
  EXPECT_LE(width_em(cut), 10);
  EXPECT_EQ(shortened("wwwww ww", 6), "wwwww\u2026") << "no blank before the ellipsis";
}

TEST(SvgText, WordsThatDoNotFitAreSplitOff) {
  std::string text = "roles midfielder or playmaker";
  EXPECT_EQ(split_off(text, 100), "");
  EXPECT_EQ(split_off(text, 11), "playmaker");
  EXPECT_EQ(text, "roles midfielder or");
  EXPECT_EQ(split_off(text, 1), "midfielder or");
  EXPECT_EQ(split_off(text, 1), "");
  EXPECT_EQ(text, "roles");
}

TEST(SvgText, CharactersAreNeverCutInTwo) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "\u738b\u00eb";
  for (int most = 1; most < 40; ++most) {
    const std::string cut = shortened(text, most);
    EXPECT_LE(width_em(cut), std::max(most, 2));
    if (cut == text) continue;
    const std::string kept = cut.substr(0, cut.size() - 3);
    EXPECT_TRUE(text.starts_with(kept));
    EXPECT_TRUE(kept.size() % 5 == 0 || kept.size() % 5 == 3) << most;
  }
}

}  // namespace
}  // namespace skerry::party
