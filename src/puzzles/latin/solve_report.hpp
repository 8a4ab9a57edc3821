#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry::latin {

/// How a puzzle writes its values.
struct Notation {
  std::vector<std::string> symbols = {};  ///< the texts of the values from 1
  /// The number of value 1; none where values are no numbers.
  std::optional<std::uint32_t> lowest_number = 1;
};

/// The result of an exact solver for a puzzle of any kind.
struct SolvedPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  std::uint32_t size = 0;
  std::uint64_t solutions = 0;
  Notation notation = {};
  std::optional<std::vector<std::uint8_t>> grid = {};  ///< the first solution, [size * size]
  std::string drawn = {};                              ///< the same grid as text
  std::optional<std::uint64_t> sequences = {};         ///< sequences generated, where the solver counts them
  std::uint64_t guesses = 0;
  std::uint64_t rounds = 0;
  double seconds = 0;
};

/// Returns the result and the first solution as text.
std::string solution_text(const SolvedPuzzle& solved, std::uint64_t limit);
/// Returns the same as a JSON object on one line.
std::string solution_json(const SolvedPuzzle& solved);

/// The result of inference alone.
struct InferredPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  std::uint32_t size = 0;
  std::uint32_t resolved = 0;  ///< the number of resolved cells
  Notation notation = {};
  /// [size * size] sets, in which bit v - 1 is value v; empty after a clash.
  std::vector<std::uint32_t> candidates = {};
  std::optional<std::uint64_t> sequences = {};
  std::uint64_t rounds = 0;
  double seconds = 0;
};

std::string candidates_text(const InferredPuzzle& inferred);
std::string candidates_json(const InferredPuzzle& inferred);

}  // namespace skerry::latin
