#include "app/text/text.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows read(std::string_view text) {
  CsvReader reader(text, "pool.csv");
  Rows rows;
  std::vector<CsvField> row;
  while (reader.next(row)) {
    auto& fields = rows.emplace_back();
    for (const CsvField& field : row) fields.emplace_back(field.text);
  }
  return rows;
}

std::string failure(std::string_view text) {
  try {
    read(text);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no failure";
}

TEST(Csv, PlainRows) {
  EXPECT_EQ(read("a,b\n1,2\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a,b\n1,2"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a,b\r\n1,2\r\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a,b\r\n1,2\r"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read(""), Rows{});
}

TEST(Csv, EmptyFieldsAndLines) {
  EXPECT_EQ(read(",a,\n\n\r\n,,\n\n"), (Rows{{"", "a", ""}, {"", "", ""}}));
  EXPECT_EQ(read("a,"), (Rows{{"a", ""}}));
  EXPECT_EQ(read("\"\",\"\"\n"), (Rows{{"", ""}}));
}

TEST(Csv, QuotedFields) {
  EXPECT_EQ(read("\"a, b\",\"say \"\"hi\"\"\"\r\n\"two\nlines\",\"\"\"\"\n"),
            (Rows{{"a, b", "say \"hi\""}, {"two\nlines", "\""}}));
  EXPECT_EQ(read("\"a\"\r"), (Rows{{"a"}}));
}

TEST(Csv, AQuoteInsideAnUnquotedFieldStandsForItself) {
  EXPECT_EQ(read("Bo \"the Bear\",5'\n"), (Rows{{"Bo \"the Bear\"", "5'"}}));
}

TEST(Csv, SkipsAByteOrderMark) {
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a,b\n"),
            (Rows{{"a", "b"}}));
}

TEST(Csv, ErrorsNameThePlaceInCharacters) {
  EXPECT_THAT(failure("a,b\n\xC3\x98\xC3\x98,\"open\n"), HasSubstr("never closed (pool.csv:2:4)"));
  EXPECT_THAT(failure("\xEF\xBB\xBF\"a\"x,b\n"), HasSubstr("(pool.csv:1:4)"));
  EXPECT_THAT(failure("\"two\nlines\",\"x\" \n"), HasSubstr("(pool.csv:2:11)"));
}

TEST(Csv, ReadsBackWhatWasWritten) {
  constexpr std::string_view letters = "ab,\"\n\r ";
  for (auto&& [seed, random] : seeds(300)) {
    Rows rows(1 + random.below(4), std::vector<std::string>(2 + random.below(3)));
    std::string text;
    for (auto& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        for (std::uint32_t n = random.below(5); n > 0; --n) row[i] += letters[random.below(letters.size())];
        text += i == 0 ? "\"" : ",\"";
        for (const char c : row[i]) text += c == '"' ? std::string("\"\"") : std::string(1, c);
        text += '"';
      }
      text += random.below(2) == 0 ? "\n" : "\r\n";
    }
    EXPECT_EQ(read(text), rows);
  }
}

}  // namespace
}  // namespace skerry
