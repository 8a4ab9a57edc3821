#include "app/config/key_tables.hpp"

#include <algorithm>

#include <gmock/gmock.h>

namespace skerry {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const KeyTable& table_of(const std::string& title) {
  static const std::vector<KeyTable> tables = key_tables();
  return *std::ranges::find(tables, title, &KeyTable::title);
}

TEST(KeyTables, HaveARowForEachKeyWithItsDefaultInBold) {
  EXPECT_EQ(markdown_of(table_of("[journal]")),
            "| key | values | meaning |\n|---|---|---|\n"
            "| `keep` | boolean; **true** | false: no journal; a resumed run pays again for what it "
            "evaluated after its checkpoint |\n"
            "| `share` | path | a folder through which runs share what they have paid for |\n");
  const std::string migration = markdown_of(table_of("[migration]"));
  EXPECT_THAT(migration, HasSubstr("| `transport` | **`direct`**, `gather` |"));
  EXPECT_THAT(migration, HasSubstr("; **10; 5 if elites go home by default** |"));
  EXPECT_THAT(migration, HasSubstr("\n| `links.every` | integer ≥1; **1** |"));
  EXPECT_THAT(markdown_of(table_of("[start]")), HasSubstr("| `share` | rate >0; **1** |"));
}

TEST(KeyTables, TellTheDefaultsOfAllAlgorithmsInOneRow) {
  EXPECT_THAT(
      markdown_of(table_of("[island]")),
      HasSubstr("| `population` | integer, 1–10^8; **50; local searches 1; differential evolution 40; "
                "map_elites 100; nsga2 100** |"));
  EXPECT_THAT(markdown_of(table_of("[island], nsga2")), Not(HasSubstr("population")));
  EXPECT_THAT(markdown_of(table_of("[island], differential evolution")),
              HasSubstr("| `weight` | number >0–2; **0.5** |"));
}

TEST(KeyTables, ArePlainOnATerminal) {
  EXPECT_THAT(text_of(table_of("[start]")), StartsWith("[start]\n  from: path; required\n      a CSV file"));
  const std::string migration = text_of(table_of("[migration]"));
  EXPECT_THAT(migration,
              HasSubstr("\n  transport: direct, gather; default: direct\n      straight from island"));
  EXPECT_THAT(migration, HasSubstr("to the island that owns their cell, with"));
}

}  // namespace
}  // namespace skerry
