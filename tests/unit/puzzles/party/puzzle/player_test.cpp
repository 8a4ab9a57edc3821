#include "puzzles/party/puzzle/player.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/search/problem.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace player_test {

// The heroes of small_pool: a elf sun mage 80 500, b elf moon tank 70 300, c orc sun tank 60 200, d orc moon
// mage 90 700, e elf sun healer 75 400, f gnome sea tank 65 250.

struct Texts {
  std::string player;
  std::string file = "id,status,price\n";
  std::string puzzle{small_puzzle};
  std::string pool{small_pool};
};

PartyProblem problem_of(const Texts& texts) {
  Files files;
  files.replace(
      {{"dir/puzzle.toml", texts.puzzle}, {"dir/heroes.csv", texts.pool}, {"dir/mine.csv", texts.file}});
  const std::string text = "[problem]\ninstance = \"puzzle.toml\"\n[problem.player]\n" + texts.player;
  const Settings settings = Settings::parse(text, "dir/run.toml", Settings::Kind::configuration);
  PartyProblem problem(settings.table("problem"), files);
  settings.table("problem").reject_unknown_keys();
  return problem;
}

Puzzle puzzle_of(const Texts& texts) {
  return problem_of(texts).puzzle();
}

std::map<std::string, double> prices(const Puzzle& puzzle) {
  std::map<std::string, double> prices;
  for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
    prices[puzzle.pool.ids[hero]] = puzzle.pool.numeric[puzzle.objective].value[hero];
  }
  return prices;
}

/// Returns the message, with the exit status that it leads to.
std::string mistake(const Texts& texts) {
  try {
    problem_of(texts);
  } catch (const Error& error) {
    return fmt::format("{}: {}", static_cast<int>(error.status()), error.what());
  }
  return "no mistake";
}

TEST(Player, OwnsBansAndBuysAtADiscount) {
  const Puzzle puzzle = puzzle_of({.player = R"(owned = ["a", "b"]
banned = ["f"]
[[problem.player.discount]]
heroes = ["c", "d"]
factor = 0.333
[[problem.player.discount]]
hero = "e"
price = 12.5
)"});
  EXPECT_THAT(prices(puzzle), ElementsAre(std::pair("a", 0), std::pair("b", 0), std::pair("c", 67),
                                          std::pair("d", 233), std::pair("e", 12.5)));
  EXPECT_THAT(puzzle.banned, ElementsAre("f"));
  EXPECT_THAT(puzzle.owned, ElementsAre(0U, 1U));
  EXPECT_FALSE(puzzle.pool.find("f"));
}

TEST(Player, OwnedHeroesMayHaveAnotherPrice) {
  const Puzzle puzzle = puzzle_of({.player = "owned = [\"a\"]\nowned_price = 40\n"});
  EXPECT_EQ(prices(puzzle)["a"], 40);
  EXPECT_EQ(prices(puzzle)["b"], 300);
}

TEST(Player, TheFileSaysTheSame) {
  const Puzzle puzzle = puzzle_of({.player = "file = \"mine.csv\"\nowned_price = 5\nowned = [\"c\"]\n"
                                             "[[problem.player.discount]]\nhero = \"e\"\nfactor = 0.5\n",
                                   .file = "name,price,id, status\n"
                                           "Ada,,a,owned\nBo,30,b,owned\nCy,90,c,\n\"D, i\",,d,banned\n"
                                           "Ed,100,e,\nFi,,f,\n"});
  // c and e take what the keys say of the prices in the file.
  EXPECT_THAT(prices(puzzle), ElementsAre(std::pair("a", 5), std::pair("b", 30), std::pair("c", 5),
                                          std::pair("e", 50), std::pair("f", 250)));
}

TEST(Player, OwnedHeroesAreNumberedWithoutTheBannedOnes) {
  const Puzzle puzzle = puzzle_of({.player = "file = \"mine.csv\"\nowned = [\"d\"]\nbanned = [\"a\"]\n",
                                   .file = "id,status\nc,banned\nf,owned\n"});
  EXPECT_THAT(puzzle.pool.ids, ElementsAre("b", "d", "e", "f"));
  EXPECT_THAT(puzzle.owned, ElementsAre(1U, 3U));
}

TEST(Player, ABannedHeroLeavesEveryColumnOfThePool) {
  const std::string locked =
      with(small_puzzle, "[objective]", "[[formation.locked]]\nnode = 2\nhero = \"e\"\n[objective]");
  const Puzzle puzzle = puzzle_of({.player = "banned = [\"a\", \"d\"]\n", .puzzle = locked});
  EXPECT_THAT(puzzle.pool.ids, ElementsAre("b", "c", "e", "f"));
  EXPECT_THAT(puzzle.pool.names, ElementsAre("Bo", "Cy", "Ed", "Fi"));
  EXPECT_EQ(puzzle.nodes[2].locked, 2U);
  const std::vector<std::uint32_t> party = {3, 0, 2};  // f is a tank and a mage
  EXPECT_EQ(score(puzzle, party).fitness, 250 + 300 + 400);
  EXPECT_TRUE(judge(puzzle, party)[1].met);
  EXPECT_EQ(parse_party(puzzle, describe(puzzle, party), "party.txt"), party);
  const auto parse = [&] { parse_party(puzzle, "front: b\nmiddle: a (Ada)\nback: e\n", "party.txt"); };
  EXPECT_EQ(message_of<DataError>(parse), "hero 'a' is banned by problem.player (party.txt:2:9)");
}

TEST(Player, ChangesTheNumberThatItNames) {
  const std::string budget =
      std::string(small_puzzle) + "[[requirement]]\nkind = \"total\"\nproperty = \"level\"\nat_most = 100\n";
  EXPECT_THAT(mistake({.player = "", .puzzle = with(budget, "at_least = 70", "at_most = 300")}),
              HasSubstr("the lowest total of 3 heroes is 195"));
  const Puzzle puzzle = puzzle_of({.player = "property = \"level\"\nowned = [\"a\", \"b\", \"e\"]\n",
                                   .puzzle = with(budget, "at_least = 70", "at_most = 300")});
  EXPECT_EQ(prices(puzzle)["a"], 500);
  EXPECT_EQ(judge(puzzle, std::vector<std::uint32_t>{1, 0, 4})[4].found, "0");
}

TEST(Player, MistakesAreNamedWithTheirPlace) {
  const auto expect = [](const std::string& keys, std::string_view part) {
    EXPECT_THAT(mistake({.player = keys}), HasSubstr(part)) << keys;
  };
  EXPECT_EQ(mistake({.player = ""}), "no mistake");
  EXPECT_EQ(mistake({.player = "owned = [\"aa\"]\n"}),
            "2: the pool has no hero 'aa'; did you mean 'a'? (dir/run.toml:4:9)");
  EXPECT_EQ(
      mistake({.player = "owned = [\"a\", \"b\"]\nbanned = [\"b\"]\n"}),
      "2: hero 'b' is banned here and owned at dir/run.toml:4:9; name it in one place (dir/run.toml:5:10)");
  expect("owned = [\"a\", \"a\"]\n", "'a' is owned here and owned at");
  EXPECT_THAT(
      mistake({.player = "owned = [\"a\"]\n[[problem.player.discount]]\nhero = \"a\"\nfactor = 0.5\n"}),
      AllOf(HasSubstr("'a' is discounted here and owned at"), HasSubstr("dir/run.toml:6:8")));
  expect("owned_price = -1\n", "owned_price is -1; it lies in [0, ");
  expect("[[problem.player.discount]]\nhero = \"a\"\nfactor = -0.5\n", "factor is -0.5; it lies in [0, ");
  expect("[[problem.player.discount]]\nhero = \"a\"\nprice = -5\n", "price is -5");
  expect("[[problem.player.discount]]\nhero = \"a\"\n", "either a price or a factor");
  expect("[[problem.player.discount]]\nhero = \"a\"\nprice = 1\nfactor = 1\n", "either a price or a factor");
  expect("[[problem.player.discount]]\nprice = 1\n", "names no hero");
  expect("property = \"pryce\"\n", "the puzzle uses no number 'pryce'; did you mean 'price'?");
  expect("ownd = [\"a\"]\n", "did you mean 'owned'?");
  expect("banned = [\"b\", \"c\", \"f\"]\n", "2: every hero that may stand on 'front' is banned");
  expect("banned = [\"a\", \"b\", \"c\", \"d\"]\n",
         "the formation has 3 nodes, and 2 heroes of the pool are not banned");
  expect("banned = [\"a\", \"b\"]\n",
         "3: no party can meet 'at least 2 heroes with race elf': there are 1 such heroes");
  const std::string locked =
      with(small_puzzle, "[objective]", "[[formation.locked]]\nnode = 2\nhero = \"e\"\n[objective]");
  EXPECT_THAT(
      mistake({.player = "banned = [\"e\"]\n", .puzzle = locked}),
      HasSubstr("hero 'e' is locked on 'back' by the puzzle and can't be banned (dir/run.toml:4:10)"));
}

TEST(Player, MistakesInTheFileAreNamedWithTheirPlace) {
  const auto in_file = [](std::string_view text) {
    return mistake({.player = "file = \"mine.csv\"\nowned = [\"c\"]\n", .file = std::string(text)});
  };
  EXPECT_EQ(in_file("id,status\na,banned\n"), "no mistake");
  EXPECT_EQ(in_file("id,status\na,owned\nbb,banned\n"),
            "3: the pool has no hero 'bb'; did you mean 'b'? (dir/mine.csv:3:1)");
  EXPECT_EQ(in_file("id,status\na,ownd\n"),
            "3: 'ownd' is no status; a hero is owned or banned, or the field is empty; did you mean 'owned'? "
            "(dir/mine.csv:2:3)");
  EXPECT_EQ(in_file("id,price\na,-3\n"), "3: a price is -3; prices are 0 or more (dir/mine.csv:2:3)");
  EXPECT_THAT(in_file("id,price\na,cheap\n"), HasSubstr("'cheap' stands in the numeric column 'price'"));
  EXPECT_THAT(in_file("id,price\na,3\na,4\n"),
              HasSubstr("hero 'a' stands in the file twice, first at dir/mine.csv:2:1 (dir/mine.csv:3:1)"));
  EXPECT_THAT(in_file("id,status\nc,banned\n"),
              HasSubstr("hero 'c' is owned here and banned at dir/mine.csv:2:1; name it in one place"));
  EXPECT_THAT(in_file("id,cost\na,3\n"),
              HasSubstr("a column 'id', and 'status' or 'price' or both; this one has id, cost"));
  EXPECT_THAT(in_file("hero,status\n"), HasSubstr("this one has hero, status"));
  EXPECT_THAT(in_file("id,price,price\n"), HasSubstr("two columns 'price'"));
  EXPECT_THAT(in_file("id,price\na\n"), HasSubstr("the row has 1 fields and the header 2"));
  EXPECT_THAT(in_file(""), HasSubstr("the file is empty"));
  EXPECT_THAT(in_file("id,price\n\xff,1\n"), HasSubstr("not UTF-8"));
}

Puzzle proven(const std::string& player, std::string_view optimum = lined_proof) {
  return puzzle_of({.player = player,
                    .puzzle = std::string(small_puzzle) + std::string(optimum),
                    .pool = std::string(lined_pool)});
}

/// The certificate stays where it proves the optimum for the player's pool, too.
TEST(Player, AnOptimumIsKnownOnlyWhereItIsStillProven) {
  EXPECT_EQ(proven("").known_optimum, 1230);
  EXPECT_EQ(proven("owned = [\"a\"]\nowned_price = 540\n").known_optimum, 1230) << "nothing changes";
  EXPECT_EQ(proven("[[problem.player.discount]]\nhero = \"e\"\nprice = 600\n").known_optimum, 1230)
      << "dearer";
  const Puzzle without_d = proven("banned = [\"d\"]\n");
  EXPECT_EQ(without_d.known_optimum, 1230) << "the party is there, and the bound holds for fewer heroes";
  ASSERT_TRUE(without_d.certificate);
  EXPECT_EQ(score(without_d, without_d.certificate->party), (Score{0, 1230}));

  for (const char* player : {"owned = [\"e\"]\n", "owned = [\"a\"]\n", "banned = [\"a\"]\n",
                             "[[problem.player.discount]]\nhero = \"a\"\nprice = 600\n"}) {
    const Puzzle changed = proven(player);
    EXPECT_EQ(changed.known_optimum, std::nullopt) << player;
    EXPECT_FALSE(changed.certificate) << player;
  }
}

TEST(Player, AnOptimumWithoutAProofIsForgottenWithAnyChange) {
  constexpr std::string_view stated = "[optimum]\nfitness = 1230\n";
  EXPECT_EQ(proven("", stated).known_optimum, 1230);
  EXPECT_EQ(proven("banned = [\"d\"]\n", stated).known_optimum, std::nullopt);
  EXPECT_EQ(proven("owned = [\"d\"]\n", stated).known_optimum, std::nullopt);
}

TEST(Player, AWrongProofIsStillAMistake) {
  const std::string wrong = with(lined_proof, "1230", "1229");
  EXPECT_THAT(mistake({.player = "owned = [\"a\"]\n",
                       .puzzle = std::string(small_puzzle) + wrong,
                       .pool = std::string(lined_pool)}),
              HasSubstr("the proof of the optimum does not hold"));
}

}  // namespace player_test
}  // namespace skerry::party
