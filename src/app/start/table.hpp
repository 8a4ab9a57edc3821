#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/solution_set.hpp"

#include <cstddef>
#include <string>
#include <string_view>
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

/// Reads individuals from a CSV table with a header. The column `genome` holds genomes in the text form of
/// the problem; without it there is a column for each gene (AnyProblem::gene_parts()), by its name and number
/// in any order, or, of a problem without genes, one for each word of the text. If there is a column
/// `fitness`, and perhaps `violation`, the individuals come in that order, best first; otherwise in that of
/// the table. A column without a name is ignored, and so are id and index. Throws DataError, with the place,
/// for anything else, and UsageError for a problem without a text form; messages call the table `name`.
Candidates candidates_of_table(std::string_view csv, const std::string& name, AnyProblem& problem);

}  // namespace skerry
