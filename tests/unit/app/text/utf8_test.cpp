#include "app/text/text.hpp"
#include "support/testing.hpp"

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

TEST(Printable, EscapesWhatATerminalObeysAndWhatIsNoText) {
  EXPECT_EQ(printable("results/\xC3\xBC \xF0\x9F\x90\x89.h5"), "results/\xC3\xBC \xF0\x9F\x90\x89.h5");
  EXPECT_EQ(printable("\x1B[31m\n\x7F", "\n"), "\\u001b[31m\n\\u007f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J\xC2\xA0"),
            "\\u009b2J\xC2\xA0")
      << "U+009B is a control character, too";
  EXPECT_EQ(printable("Bj\xF6rn\xE2\x82"), "Bj\\xf6rn\\xe2\\x82");
}

TEST(Utf16, IsRefusedWithAndWithoutItsMark) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {"\xFF\xFEi\0d\0"sv, "\xFE\xFF\0i\0d"sv, "i\0d\0"sv, "\0i\0d"sv,
                                      "\xFF\xFE"sv, "\xFF\xFE\0\0i\0\0\0"sv, "\0\0\xFE\xFF\0\0\0i"sv})
    EXPECT_NE(refused_encoding(text), "");
}

TEST(Binary, IsNamed) {
  using namespace std::string_view_literals;
  const auto reason = [](std::string_view text) { return std::string(refused_encoding(text)); };
  EXPECT_EQ(reason("\x89HDF\r\n\x1a\n\0"sv), "it is HDF5, as traces are, and no text");
  EXPECT_EQ(reason("\x93NUMPY\x01\0v\0"sv),
            "it is an array of numpy (.npy), and no text; numpy.savetxt writes one");
  EXPECT_EQ(reason("PK\x03\x04\x14\0"sv), "it is a ZIP archive, as .npz, .xlsx and .ods are, and no text");
  EXPECT_EQ(reason("\x80\x04\x95\xc0\0"sv), "it is a pickle of Python, and no text");
  EXPECT_EQ(reason("\x1f\x8b\x08\0"sv), "it is compressed by gzip; gunzip makes a text of it");
}

TEST(Utf16, IsNotWhatHasAZeroByteOrIsShort) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {""sv, "i"sv, "i\0"sv, "id\n"sv, "i\0d,"sv, "id,\0\0"sv, "\0\0\0\0"sv,
                                      "\xEF\xBB\xBFid\n"sv, "\xC3\x96,id\n"sv})
    EXPECT_EQ(refused_encoding(text), "");
}

}  // namespace
}  // namespace skerry
