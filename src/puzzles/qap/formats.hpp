#pragma once

#include "puzzles/qap/instance.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::qap {

// A file of QAPLIB (Burkard, Karisch and Rendl 1997) holds the size n and two matrices of n x n integers, all
// separated by blanks and line breaks in any way. Other collections have one or two numbers more in the line
// of the size: the best known cost, or a bound and the best known cost. The part of a line from # on is a
// comment, which QAPLIB does not have.

/// Returns the instance of a text. Throws DataError with file, line and column for a mistake: a word that is
/// no integer, too few or too many of them, a size out of range, and entries so large that costs could exceed
/// most_cost. `name` stands for the file in messages.
Instance parse_instance(std::string_view text, const std::string& name);

/// A permutation that was read, and the cost that its file states.
struct SolutionText {
  std::vector<std::uint32_t> order;  ///< counted from 0
  std::optional<std::int64_t> cost;
};

/// Reads a permutation of `size` entries: the entries alone, counted from 0, or a solution file of QAPLIB,
/// which states the size and the cost before them and counts from 1, seldom from 0. Blanks, line breaks,
/// commas and brackets separate numbers. Throws DataError with file, line and column for anything else.
SolutionText parse_solution(std::uint32_t size, std::string_view text, const std::string& name);

/// Returns an instance as parse_instance() reads it, with a line for each row.
std::string instance_text(const Instance& instance);

}  // namespace skerry::qap
