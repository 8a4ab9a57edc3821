#include "puzzles/party/puzzle/pool.hpp"

#include "support/testing.hpp"

namespace skerry::party {
namespace pool_test {

const PoolColumns columns{
    .name = "name", .categorical = {"race", "roles"}, .many = {"roles"}, .numeric = {"level", "price"}};

constexpr std::string_view hero_table =
    "id,name,race,level,roles,price,note\n"
    "h1,Ada,elf,7,mage; healer,12.5,\n"
    "h2,\"Bo, the Bear\",orc, 9 ,tank,-3,x\n"
    "h3,Cy,elf,8,,1e3,y\n";

std::string failure(std::string_view text, const PoolColumns& wanted = columns) {
  return message_of<DataError>([&] { parse_pool(text, wanted, "pool.csv"); });
}

TEST(Pool, ReadsColumnsByRole) {
  const Pool pool = parse_pool(hero_table, columns, "pool.csv");
  EXPECT_EQ(pool.size(), 3U);
  EXPECT_THAT(pool.ids, ElementsAre("h1", "h2", "h3"));
  EXPECT_THAT(pool.names, ElementsAre("Ada", "Bo, the Bear", "Cy"));
  ASSERT_EQ(pool.categorical.size(), 2U);
  EXPECT_EQ(pool.categorical[0].name, "race");
  EXPECT_THAT(pool.categorical[0].values, ElementsAre("elf", "orc"));
  EXPECT_THAT(pool.categorical[0].value, ElementsAre(0, 1, 0));
  EXPECT_TRUE(pool.categorical[0].all_start.empty());
  ASSERT_EQ(pool.numeric.size(), 2U);
  EXPECT_THAT(pool.numeric[0].value, ElementsAre(7, 9, 8));
  EXPECT_THAT(pool.numeric[1].value, ElementsAre(12.5, -3, 1000));
}

TEST(Pool, MayBeSeparatedByTabsOrSemicolons) {
  for (const char separator : {'\t', ';'}) {
    std::string table = "id,name,race,level,roles,price\nh1,\"Ada; of, Bo\",elf,7,mage,12.5\n";
    std::ranges::replace(table, ',', separator);
    const Pool pool = parse_pool(table, columns, "pool.csv");
    EXPECT_THAT(pool.ids, ElementsAre("h1"));
    EXPECT_THAT(pool.numeric[1].value, ElementsAre(12.5));
  }
}

TEST(Pool, FieldsWithSeveralValues) {
  const Pool pool = parse_pool(hero_table, columns, "pool.csv");
  const CategoricalColumn& roles = pool.categorical[1];
  EXPECT_TRUE(roles.many);
  EXPECT_THAT(roles.values, ElementsAre("mage", "healer", "tank", ""));
  EXPECT_THAT(roles.value, ElementsAre(0, 2, 3));
  EXPECT_THAT(roles.all_start, ElementsAre(0, 2, 3, 4));
  EXPECT_THAT(roles.all_values, ElementsAre(0, 1, 2, 3));
}

TEST(Pool, AnotherSeparatorAndNoNames) {
  const Pool pool = parse_pool("key,tags\na,x|y|x\n", {.id = "key", .many = {"tags"}, .separator = '|'}, "p");
  EXPECT_TRUE(pool.names.empty());
  EXPECT_THAT(pool.categorical[0].all_values, ElementsAre(0, 1));
}

TEST(Pool, MissingColumn) {
  EXPECT_THAT(failure("id,name,rase,level,roles,price\n"),
              AllOf(HasSubstr("no column 'race'; did you mean 'rase'?"), HasSubstr("(pool.csv:1:1)")));
  EXPECT_THAT(failure("id,id,x\n", {}), HasSubstr("two columns 'id'; name each column once (pool.csv:1:4)"));
  // A name that is too long to be stored within the string itself.
  EXPECT_THAT(failure("id\na\n", {.numeric = {"gold pieces a month"}}),
              HasSubstr("no column 'gold pieces a month'"));
}

TEST(Pool, TextInANumericColumn) {
  for (const std::string bad : {"seven", "", "7x", "nan", "inf", "1e999", "0x7"}) {
    EXPECT_THAT(
        failure("id,level\nh1,5\nh2," + bad + "\n", {.numeric = {"level"}}),
        HasSubstr("'" + bad + "' stands in the numeric column 'level'; a number is needed (pool.csv:3:4)"));
  }
}

TEST(Pool, RowsOfTheWrongLength) {
  EXPECT_THAT(failure("id,a\nh1,1\nh2\n", {}), HasSubstr("has 1 fields and the header 2 (pool.csv:3:1)"));
  EXPECT_THAT(failure("id,a\nh1,1,2\n", {}), HasSubstr("has 3 fields and the header 2 (pool.csv:2:1)"));
}

TEST(Pool, AHeroTwiceOrWithoutId) {
  EXPECT_THAT(failure("a,id\n1,h1\n2,h2\n3,h1\n", {}),
              HasSubstr("hero 'h1' stands in the pool twice, first at pool.csv:2:3 (pool.csv:4:3)"));
  EXPECT_THAT(failure("a,id\n1,\n", {}),
              HasSubstr("a hero has no id; each needs one of its own (pool.csv:2:3)"));
}

TEST(Pool, AnIdStandsInALine) {
  EXPECT_THAT(failure("id\n\"h\n1\"\n", {}), HasSubstr("holds a line break, a tab or a blank"));
  EXPECT_THAT(failure("id\nh 1\nh2 \n", {}), HasSubstr("(pool.csv:3:1)"));
  EXPECT_THAT(failure("id\nh\t1\n", {}), HasSubstr("a tab"));
}

TEST(Pool, IsText) {
  EXPECT_THAT(failure("id,name\nh1,Bj\xC3\xB6rn\nh2,Bj\xF6rn\n", {}),
              HasSubstr("not UTF-8 from here on; save the pool as UTF-8 (pool.csv:3:6)"));
}

TEST(Pool, AColumnThatWasNotReadIsAMistakeOfTheProgram) {
  const Pool pool =
      parse_pool("id,role,price\na,x,1\n", {.categorical = {"role"}, .numeric = {"price"}}, "p");
  EXPECT_EQ(pool.categorical_column("role"), 0U);
  EXPECT_EQ(pool.numeric_column("price"), 0U);
  EXPECT_THROW(pool.categorical_column("price"), std::logic_error);
  EXPECT_THROW(pool.numeric_column("role"), std::logic_error);
}

TEST(Pool, NumbersCanBeSummed) {
  const auto price = [](std::string_view number) {
    return failure(fmt::format("id,price\nh1,{}\n", number), {.numeric = {"price"}});
  };
  EXPECT_EQ(price("1e15"), "no error");
  EXPECT_EQ(price("-1e15"), "no error");
  EXPECT_THAT(price("1.1e15"), HasSubstr("a number lies in [-1e+15, 1e+15] (pool.csv:2:4)"));
  EXPECT_THAT(price("-1e308"), HasSubstr("'-1e308' stands in the numeric column 'price'"));
}

TEST(Pool, FindsAHeroById) {
  const Pool pool = parse_pool(hero_table, columns, "pool.csv");
  EXPECT_EQ(pool.find("h3"), 2U);
  EXPECT_EQ(pool.find("h4"), std::nullopt);
}

TEST(Pool, Emptiness) {
  EXPECT_THAT(failure("", {}), HasSubstr("the pool is empty"));
  EXPECT_THAT(failure("id\n", {}), HasSubstr("no heroes (pool.csv:1:1)"));
}

TEST(Pool, HundredThousandHeroes) {
  std::string text = "id,name,race,religion,nation,hometown,class,rarity,level,gear,price\n";
  Random random(1);
  for (std::uint32_t hero = 0; hero < 100000; ++hero) {
    text += fmt::format("h{},\"Name, {}\"", hero, hero);
    for (const std::uint32_t values : {12U, 16U, 12U, 120U, 6U, 4U, 100U, 1000U, 1000000U}) {
      text += fmt::format(",{}", random.below(values));
    }
    text += '\n';
  }
  const PoolColumns wanted{.name = "name",
                           .categorical = {"race", "religion", "nation", "hometown", "class", "rarity"},
                           .numeric = {"level", "gear", "price"}};
  const Pool pool = parse_pool(text, wanted, "pool.csv");
  ASSERT_EQ(pool.size(), 100000U);
  EXPECT_EQ(pool.names.back(), "Name, 99999");
  EXPECT_EQ(pool.find("h99999"), 99999U);
}

}  // namespace pool_test
}  // namespace skerry::party
