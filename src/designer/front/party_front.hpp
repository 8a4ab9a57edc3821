#pragma once

#include "designer/proof/prover.hpp"
#include "puzzles/party/puzzle/measure.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry::party {

/// The settings of a front.
struct PartyFrontSettings {
  double seconds = 60;        ///< for everything; what is not proven then is an interval
  std::uint64_t threads = 2;  ///< levels that are answered at the same time; at least 1
  std::uint64_t seed = 1;
};

/// What the cheapest party costs that reaches a level of the measure.
struct PartyLevel {
  double level = 0;
  Findings findings{};
};

/// The price against a measure of few levels.
struct PartyFront {
  Measure measure;
  bool at_least = true;            ///< whether parties reach a level from above, else from below
  std::vector<PartyLevel> levels;  ///< the loosest first
  IntegerPuzzle whole;             ///< of the puzzle, in whose units findings are
  double seconds = 0;
};

/// Returns the levels of a measure at which a front is asked, the loosest first: those that parties can have
/// and the rules allow, or some of them where there are many.
std::vector<double> levels_of(const Puzzle& puzzle, const FeatureMeasure& feature);

/// Finds the cheapest party at each level by annealing, and proves its price: a party of one level is one for
/// all that are looser, and a bound is one for all that are tighter. Ends early where `stop` says so.
/// `progress` gets a sentence now and then. The puzzle must outlive the front. Throws DataError where its
/// numbers can't be counted in whole units.
PartyFront front_of(const Puzzle& puzzle, const FeatureMeasure& feature, const PartyFrontSettings& settings,
                    const std::function<bool()>& stop,
                    const std::function<void(const std::string&)>& progress);

/// Returns a front as a table for people, with a bar for each price.
std::string text_of(const PartyFront& front, const Puzzle& puzzle);

/// Returns a front as JSON; docs/designer.md describes it.
nlohmann::ordered_json json_of(const PartyFront& front, const Puzzle& puzzle);

}  // namespace skerry::party
