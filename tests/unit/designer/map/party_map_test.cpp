#include "designer/map/party_map.hpp"

#include "skerry/detail/archives/map_cells.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "support/depth.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace {

constexpr test::RandomPuzzleSettings tiny = {.most_heroes = 11, .most_nodes = 4};

struct TruthOfMap {
  std::vector<FeatureMeasure> measures;
  std::vector<Feature> axes;
  std::map<std::size_t, double> cheapest;  // by cell, of the cells that a party fills
};

TruthOfMap truth_of(const Puzzle& puzzle) {
  TruthOfMap truth{features_of(puzzle), {}, {}};
  for (const FeatureMeasure& measure : truth.measures) truth.axes.push_back(feature_of(puzzle, measure));
  const MapCells cells(truth.axes);
  for (const auto& party : test::every_sound_party(puzzle)) {
    std::vector<double> values;
    for (const FeatureMeasure& one : truth.measures) values.push_back(measured(puzzle, one.measure, party));
    const double fitness = score(puzzle, party).fitness;
    const auto [known, is_new] = truth.cheapest.emplace(cells.cell_of(values).value(), fitness);
    const Direction direction = puzzle.direction;
    if (!is_new && key_of({0, fitness}, direction) < key_of({0, known->second}, direction))
      known->second = fitness;
  }
  return truth;
}

TEST(PartyMap, EachCellIsWhatEnumerationSays) {
  Random random(41, 0);
  std::set<PartyCell::State> states;
  const auto puzzles = static_cast<int>(skerry::test::deep(4, 12));  // each takes nearly a second
  for (int i = 0; i < skerry::test::random_cases(puzzles); ++i) {
    test::RandomPuzzleSettings settings = tiny;
    settings.alike = i % 3 == 0;
    const auto roster = test::random_roster(random, settings);
    const TruthOfMap truth = truth_of(roster->puzzle());
    const PartyMap map = map_parties(
        roster, {.seconds = 600, .threads = 2, .seed = 3, .evaluations = 400}, [] { return false; },
        [](const std::string&) {});
    for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
      const PartyCell& found = map.cells[cell];
      states.insert(found.state);
      const auto known = truth.cheapest.find(cell);
      ASSERT_EQ(found.state,
                known == truth.cheapest.end() ? PartyCell::State::empty : PartyCell::State::filled)
          << "puzzle " << i << ", cell " << cell << ", by " << found.by;
      if (found.state != PartyCell::State::filled) continue;
      EXPECT_EQ(score(roster->puzzle(), found.party).violation, 0);
      EXPECT_NEAR(found.best, known->second, 1e-6) << "puzzle " << i << ", cell " << cell;
      ASSERT_TRUE(found.bound.has_value());
      EXPECT_NEAR(*found.bound, known->second, 1e-6);
    }
  }
  EXPECT_EQ(states.size(), 2U);
}

TEST(PartyMap, RulesOfACellHoldForItsParties) {
  const Puzzle puzzle = read_texts(
      "features = [\"mean level in 4 cells\", \"share race=elf\", \"price in 5 cells\", \"synergy in 3 "
      "cells\", "
      "\"distinct faith\", \"least level in 2 cells\"]\n" +
      std::string(small_puzzle));
  const TruthOfMap truth = truth_of(puzzle);
  const MapCells cells(truth.axes);
  std::size_t checked = 0;
  for (const auto& party : test::every_sound_party(puzzle)) {
    std::vector<double> values;
    for (const FeatureMeasure& one : truth.measures) values.push_back(measured(puzzle, one.measure, party));
    const std::size_t cell = cells.cell_of(values).value();
    const auto cut = with_cell(puzzle, truth.measures, truth.axes, cell);
    ASSERT_TRUE(cut.has_value());
    EXPECT_EQ(score(*cut, party).violation, 0);
    ++checked;
  }
  EXPECT_GT(checked, 5U);
}

}  // namespace
}  // namespace skerry::party
