#pragma once

#include "puzzles/party/compare/changes.hpp"
#include "puzzles/party/validate/validated.hpp"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry::party {

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
};

/// Compares a puzzle with the one before it.
Comparison compare(const Validated& before, const Validated& after);

/// Returns the comparison in lines for people.
std::string text_of(const Comparison& comparison);

/// Returns the comparison as a JSON object, the key `comparison` of the later puzzle; docs/validate.md lists
/// its keys.
nlohmann::ordered_json json_of(const Comparison& comparison);

}  // namespace skerry::party
