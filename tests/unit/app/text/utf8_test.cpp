#include "app/text/text.hpp"

#include <gtest/gtest.h>

namespace skerry {
namespace {

TEST(Utf8, TakesCharactersOfEverySize) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("elf, \xC3\xBC, \xE2\x82\xAC, \xF0\x9F\x90\x89"));
  EXPECT_TRUE(is_utf8("\xF4\x8F\xBF\xBF")) << "the last code point";
}

TEST(Utf8, EndsWhereACharacterIsNone) {
  EXPECT_EQ(utf8_end("Bj\xF6rn"), 2U) << "Latin-1";
  EXPECT_EQ(utf8_end("ab\x80"), 2U) << "begins with what goes on";
  EXPECT_EQ(utf8_end("\xE2\x82"), 0U) << "cut short";
  EXPECT_EQ(utf8_end("\xC0\xAF"), 0U) << "more bytes than it needs";
  EXPECT_EQ(utf8_end("\xED\xA0\x80"), 0U) << "half a pair of UTF-16";
  EXPECT_EQ(utf8_end("\xF4\x90\x80\x80"), 0U) << "beyond the last code point";
  EXPECT_EQ(utf8_end("\xFF"), 0U);
}

TEST(Utf16, IsRefusedWithAndWithoutItsMark) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {"\xFF\xFEi\0d\0"sv, "\xFE\xFF\0i\0d"sv, "i\0d\0"sv, "\0i\0d"sv,
                                      "\xFF\xFE"sv, "\xFF\xFE\0\0i\0\0\0"sv, "\0\0\xFE\xFF\0\0\0i"sv})
    EXPECT_NE(refused_encoding(text), "");
}

TEST(Utf16, IsNotWhatHasAZeroByteOrIsShort) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {""sv, "i"sv, "i\0"sv, "id\n"sv, "i\0d,"sv, "id,\0\0"sv, "\0\0\0\0"sv,
                                      "\xEF\xBB\xBFid\n"sv, "\xC3\x96,id\n"sv})
    EXPECT_EQ(refused_encoding(text), "");
}

}  // namespace
}  // namespace skerry
