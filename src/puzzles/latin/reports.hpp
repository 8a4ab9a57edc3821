#pragma once

#include "puzzles/latin/commands.hpp"
#include "puzzles/latin/explanation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry::latin {

/// A given or a clue that a puzzle lacks.
struct FurtherHint {
  std::optional<std::uint32_t> cell = {};  ///< none for a clue
  std::string clue = {};                   ///< such as "clue 3 on the left of row 2"
  std::uint8_t value = 0;
};

/// Several solutions of a puzzle, or its only one.
struct ListedSolutions {
  std::vector<std::vector<std::uint8_t>> grids;
  std::vector<CellValues> differences;  ///< the values of the cells in which the solutions differ
  bool shown = false;                   ///< whether the grids are asked for, too
  /// With these hints one solution is left.
  std::optional<std::vector<FurtherHint>> mending = {};
  bool fewest = true;  ///< see Mending
};

std::vector<CellValues> differences_of(const std::vector<std::vector<std::uint8_t>>& grids);

struct SolvedPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  const AnyPuzzle& puzzle;
  AnyPuzzle::Solved result = {};
  double seconds = 0;
  std::string drawn = {};
  std::optional<ListedSolutions> listed = {};  ///< none unless they are asked for
};

std::string solution_text(const SolvedPuzzle& solved, std::uint64_t limit);
std::string listed_text(const ListedSolutions& listed, const Board& board);
std::string solution_json(const SolvedPuzzle& solved);

struct InferredPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  const AnyPuzzle& puzzle;
  Inferred result = {};
  double seconds = 0;
};

std::string candidates_text(const InferredPuzzle& inferred);
std::string candidates_json(const InferredPuzzle& inferred);

struct ExplainedPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  Notation notation = {};
  std::optional<std::vector<std::uint8_t>> grid = {};  ///< the solution, if it was reached
  std::string drawn = {};
  double seconds = 0;
};

/// Says how the explanation ends, and which step is the hardest.
std::string summary_of(const Explanation& explanation, const Board& board);
std::string explanation_text(const ExplainedPuzzle& puzzle, const Board& board,
                             const Explanation& explanation);
std::string explanation_json(const ExplainedPuzzle& puzzle, const Board& board,
                             const Explanation& explanation);

/// The hardest step of an explanation, and how many there are under each rule.
struct RatedPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  const Explanation& explanation;
  double seconds = 0;
};

std::string rating_text(const RatedPuzzle& rated);
std::string rating_json(const RatedPuzzle& rated);
/// Returns how many puzzles have each rating, and the median; none stands for a puzzle without a rating.
std::string ratings_text(std::vector<std::optional<double>> ratings);

}  // namespace skerry::latin
