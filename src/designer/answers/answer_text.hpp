#pragma once

#include "skerry/score.hpp"

#include "designer/answers/changes.hpp"
#include "designer/answers/validated.hpp"
#include "designer/answers/validation.hpp"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry::party {

// The answers about a puzzle in short words, as every text output says them.

/// Returns "970 coins", "950 to 970 coins", "impossible", "not decided" or the like.
std::string price_text(const PriceAnswer& answer, const std::string& unit);

/// Returns "proven", or "not proven" with the gap where there is a bound.
std::string sure_text(const PriceAnswer& answer);

/// Returns "yes", "no" with the clashing rules, or "not decided" with what was tried.
std::string solvable_text(const Validation& validation, const Naming& naming);

/// Returns "53 teams in 143 placements", with "at least" where the list was cut.
std::string solutions_text(const Solutions& solutions);

/// Returns "17.0 % every rule", "one in 15,400 every rule", or "none every rule" with how few there may be.
std::string feasible_text(const PlayerAnswer& player);

/// Returns the rule without which the best known party is best, if it is better than with the rule; else
/// null.
const RulePrice* dearest_rule(const Validation& validation, Direction direction);

/// A row of the table of several puzzles.
struct OverviewRow {
  std::string puzzle, file;
  /// Whether it can be solved, the price of the best party, how sure that is, the solutions, who is used
  /// most, how hard it is for a player, and the rule that makes it dearest or the rules that clash.
  std::vector<std::string> cells;
};

/// Returns the row of a puzzle.
OverviewRow overview_row(const Validated& validated);

/// Returns the table with its heading, in aligned columns. Puzzles of the same name are told apart by file.
std::string overview_text(const std::vector<OverviewRow>& rows);

/// An answer about two puzzles in words.
struct AnswerChange {
  std::string answer;                ///< "solvable", "cheapest", "best", "solutions", "party", ...
  std::string before, after;         ///< empty where there was no answer
  std::optional<double> difference;  ///< after less before, where both have the number that counts
  std::string unit;                  ///< of the difference; may be empty
};

/// What changed from one puzzle to another, and what it did to each answer.
struct Comparison {
  std::string puzzle, file;  ///< of the puzzle before
  /// None where one of the two could not be read whole, since a rule of it can't be met.
  std::optional<Changes> changes;
  std::vector<AnswerChange> answers;
  Naming naming;  ///< of the later puzzle
};

/// Compares a puzzle with the one before it.
Comparison compare(const Validated& before, const Validated& after);

/// Returns the comparison in lines for people.
std::string text_of(const Comparison& comparison);

/// Returns the comparison as a JSON object, the key `comparison` of the later puzzle; docs/designer.md lists
/// its keys.
nlohmann::ordered_json json_of(const Comparison& comparison);

}  // namespace skerry::party
