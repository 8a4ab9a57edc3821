#pragma once

#include "puzzles/qap/instance.hpp"

#include <string>
#include <string_view>

namespace skerry::qap {

// A file of QAPLIB (Burkard, Karisch and Rendl 1997) holds the size n and two matrices of n x n integers, all
// separated by blanks and line breaks in any way. The part of a line from # on is a comment, which QAPLIB
// does not have.

/// Returns the instance of a text. Throws DataError with file, line and column for a mistake: a word that is
/// no integer, too few or too many of them, a size out of range, and entries so large that costs could exceed
/// most_cost. `name` stands for the file in messages.
Instance parse_instance(std::string_view text, const std::string& name);

/// Returns an instance as parse_instance() reads it, with a line for each row.
std::string instance_text(const Instance& instance);

}  // namespace skerry::qap
