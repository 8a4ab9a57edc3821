#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry::latin {

/// What an exact solver tells of a puzzle, whatever its kind.
struct SolvedPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  std::uint32_t size = 0;
  std::uint64_t solutions = 0;
  std::optional<std::vector<std::uint8_t>> grid;  ///< the first solution, [size * size]
  std::string drawn;                              ///< the same, to be read
  std::optional<std::uint64_t> sequences;         ///< generated, where there are any
  std::uint64_t guesses = 0;
  std::uint64_t rounds = 0;
  double seconds = 0;
};

/// What was found, and the first solution.
std::string solution_text(const SolvedPuzzle& solved, std::uint64_t limit);
/// The same as a JSON object on one line.
std::string solution_json(const SolvedPuzzle& solved);

/// How far inference alone came.
struct InferredPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  std::uint32_t size = 0;
  std::uint32_t resolved = 0;             ///< cells
  std::vector<std::uint32_t> candidates;  ///< [size * size] sets, value v is bit v - 1; none after a clash
  char first_letter = 'a';                ///< of values from 10 on
  std::optional<std::uint64_t> sequences;
  std::uint64_t rounds = 0;
  double seconds = 0;
};

std::string candidates_text(const InferredPuzzle& inferred);
std::string candidates_json(const InferredPuzzle& inferred);

}  // namespace skerry::latin
