#pragma once

#include "skerry/score.hpp"

#include "puzzles/party/validate/validation.hpp"

#include <string>

namespace skerry::party {

// The answers about a puzzle in short words, as every text output says them.

/// Returns "970 coins", "950 to 970 coins", "impossible", "not decided" or the like.
std::string price_text(const PriceAnswer& answer, const std::string& unit);

/// Returns "proven", or "not proven" with the gap where there is a bound.
std::string sure_text(const PriceAnswer& answer);

/// Returns "yes", "no" with the clashing rules, or "not decided" with what was tried.
std::string solvable_text(const Validation& validation);

/// Returns "53 teams in 143 placements", with "at least" where the list was cut.
std::string solutions_text(const Solutions& solutions);

/// Returns "17.0 % every rule", "one in 15,400 every rule", or "none every rule" with how few there may be.
std::string feasible_text(const PlayerAnswer& player);

/// Returns the rule without which the best known party is best, if it is better than with the rule; else
/// null.
const RulePrice* dearest_rule(const Validation& validation, Direction direction);

}  // namespace skerry::party
