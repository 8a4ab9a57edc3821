// This test uses a pool and formations of a real game, which are not part of the tree. The folder SKERRY_DATA
// has party/players_10k.csv and party/formations.json; every formation is loaded with that pool. Without
// SKERRY_DATA there is no test.

#include "puzzles/party/puzzle/judge.hpp"
#include "support/testing.hpp"

#include <nlohmann/json.hpp>

namespace skerry::party {
namespace {

std::string puzzle_text(const nlohmann::json& formation, const std::filesystem::path& pool) {
  std::string text = fmt::format(
      "[pool]\nfile = '{}'\nname = 'name'\nmany = ['all_positions']\n"
      "[formation]\nnames = {}\nedges = {}\n",
      pool.string(), formation["slots"].dump(), formation["edges"].dump());
  int node = 0;
  for (const auto& position : formation["slot_types"]) {
    // The pool calls right and left forwards CF, too.
    const std::string role = position == "RF" || position == "LF" ? "CF" : position;
    text += fmt::format("[[formation.restriction]]\nnode = {}\nproperty = 'all_positions'\nvalue = '{}'\n",
                        node++, role);
  }
  return text +
         "[objective]\nproperty = 'price'\n"
         "[synergy]\nat_least = 0.5\ntraits = ['nation', 'league', 'club']\ncurve = [0, 0.5, 1]\n"
         "[[requirement]]\nkind = 'average'\nproperty = 'rating'\nat_least = 82\n"
         "[[requirement]]\nkind = 'count'\nproperty = 'rarity'\nvalue = 'Rare'\nat_least = 4\n"
         "[[requirement]]\nkind = 'distinct'\nproperty = 'club'\nat_least = 5\n"
         "[[requirement]]\nkind = 'share'\nproperty = 'nation'\nat_most = 6\n";
}

class RealPool : public testing::Test {
 public:
  explicit RealPool(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void TestBody() override {
    std::ifstream stream(folder_ / "formations.json");
    const auto formations = nlohmann::json::parse(stream);
    const auto file = std::filesystem::path(testing::TempDir()) / "skerry_real_pool.toml";
    for (const auto& formation : formations) {
      SCOPED_TRACE(formation["name"].get<std::string>());
      std::ofstream(file) << puzzle_text(formation, folder_ / "players_10k.csv");
      Files files;
      const Puzzle puzzle = read_puzzle(file, files);
      EXPECT_EQ(puzzle.pool.size(), 9997U);
      EXPECT_EQ(puzzle.nodes.size(), 11U);
      EXPECT_EQ(puzzle.edges.size(), formation["edges"].size());
      Random random(1);
      std::vector<std::uint32_t> party;
      for (std::uint32_t node = 0; node < puzzle.nodes.size(); ++node) {
        do {
          party.resize(node);
          party.push_back(random.below(puzzle.pool.size()));
        } while (!may_stand(puzzle, node, party.back()));
      }
      EXPECT_TRUE(judge(puzzle, party)[1].met);
      EXPECT_EQ(parse_party(puzzle, describe(puzzle, party), "party.txt"), party);
    }
    std::filesystem::remove(file);
  }

 private:
  std::filesystem::path folder_;
};

const bool registered = [] {
  const char* folder = std::getenv("SKERRY_DATA");
  if (folder == nullptr) return false;
  testing::RegisterTest(
      "RealPool", "LoadsUnderEveryFormation", nullptr, nullptr, __FILE__, __LINE__,
      [path = std::filesystem::path(folder) / "party"]() -> testing::Test* { return new RealPool(path); });
  return true;
}();

}  // namespace
}  // namespace skerry::party
