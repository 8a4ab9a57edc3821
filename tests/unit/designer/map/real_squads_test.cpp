// This test uses squads of a real game, which are not part of the tree: the puzzles in party/puzzles of the
// folder SKERRY_DATA. Without SKERRY_DATA there is no test.

#include "skerry/app/settings.hpp"
#include "skerry/detail/archives/map_cells.hpp"

#include "designer/map/party_map.hpp"
#include "designer/map/trait_patterns.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "support/testing.hpp"

namespace skerry::party {
namespace {

class RealSquads : public testing::Test {
 public:
  explicit RealSquads(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void TestBody() override {
    int decided = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().extension() != ".toml") continue;
      SCOPED_TRACE(entry.path().stem().string());
      const std::optional<Puzzle> puzzle = read_if_solvable(entry.path());
      if (!puzzle) continue;
      decide_cells(*puzzle);
      ++decided;
    }
    EXPECT_GT(decided, 3);
  }

 private:
  static std::optional<Puzzle> read_if_solvable(const std::filesystem::path& file) {
    try {
      Files files;
      return read_puzzle(file, files);
    } catch (const DataError&) {
      return std::nullopt;
    }
  }

  static void decide_cells(const Puzzle& puzzle) {
    const std::vector<FeatureMeasure> measures = features_of(puzzle);
    std::vector<Feature> axes;
    for (const FeatureMeasure& measure : measures) axes.push_back(feature_of(puzzle, measure));
    const TraitAgreements agreements(puzzle);
    for (std::size_t cell = 0; cell < MapCells(axes).size(); ++cell) {
      SCOPED_TRACE(cell);
      const auto cut = with_cell(puzzle, measures, axes, cell);
      ASSERT_TRUE(cut.has_value());
      const PatternAnswer answer = search_patterns(*cut, agreements, {.hero_steps = 20'000'000});
      ASSERT_TRUE(answer.solvable.has_value());
      if (*answer.solvable) {
        EXPECT_EQ(score(*cut, answer.party).violation, 0);
      }
    }
  }

  std::filesystem::path folder_;
};

const bool real_squads_registered = [] {
  const char* folder = std::getenv("SKERRY_DATA");
  if (folder == nullptr) return false;
  testing::RegisterTest("RealSquads", "PatternsDecideEachCell", nullptr, nullptr, __FILE__, __LINE__,
                        [path = std::filesystem::path(folder) / "party" / "puzzles"]() -> testing::Test* {
                          return new RealSquads(path);
                        });
  return true;
}();

}  // namespace
}  // namespace skerry::party
