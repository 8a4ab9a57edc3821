#pragma once

#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace skerry::skyscraper {

// The program of "Solving Every Skyscraper Puzzle: Part Two", written again from its text: sequence
// filtration in the post's order, with the post's counters. Inference does the same work sooner.

/// The savings of the post in their order; each includes those before. The last two are alternatives.
enum class Refinement : std::uint8_t {
  plain,                 ///< clues clockwise from the top left, again and again
  sorting,               ///< each pass orders the lines by candidates, fewest first
  skipping,              ///< lines without clues generate no sequences
  memory_of_candidates,  ///< as published: candidates that any line had before generate no sequences
  memory_of_lines,       ///< as Inference does it: a line that has not changed generates no sequences
};
constexpr std::array<std::string_view, 5> refinement_names = {"plain", "sorting", "skipping",
                                                              "memory_of_candidates", "memory_of_lines"};

struct FiltrationCounts {
  std::uint64_t sequences = 0;  ///< sequences generated: complete, without a repeated value
  std::uint64_t clue_runs = 0;  ///< lines taken up, those that are skipped or remembered among them

  friend bool operator==(const FiltrationCounts&, const FiltrationCounts&) = default;
};

/// A line without candidates excluded has n! sequences, all of which are kept in memory.
constexpr std::uint32_t largest_counted_size = 9;

/// Returns none if a pass changes nothing and leaves cells open, where the post's program does not end, and
/// if the puzzle has no solution. `edge_clues` is the first form of inference.
std::optional<FiltrationCounts> count_filtration(const Puzzle& puzzle, Refinement refinement,
                                                 bool edge_clues);

}  // namespace skerry::skyscraper
