#pragma once

#include "skerry/solution_set.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace skerry {

/// The individuals of a file from which a run may start.
struct Candidates {
  SolutionSet individuals;  ///< without cells and values; the foremost is always taken
  /// Whether they are those of a front or a map, none of which can stand for the others: where there is no
  /// room for all, they are taken at equal distances. Otherwise the first are taken.
  bool spread = false;
  std::vector<std::string> other_columns{};  ///< of a table, which are no genes and were not read
};

/// Returns the individuals that are taken where there is room for `places`, at least 1. A genome that is
/// there several times counts once.
SolutionSet chosen(const Candidates& candidates, std::size_t places);

/// Returns the individuals in the order of their keys; equally good ones keep theirs.
SolutionSet best_first(const SolutionSet& individuals);

/// Returns them with the best one in front, and the others in their order.
SolutionSet best_in_front(const SolutionSet& individuals);

}  // namespace skerry
