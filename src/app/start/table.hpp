#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/solution_set.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

struct Candidates {
  SolutionSet individuals;  ///< without cells and values; the foremost is always taken
  /// Those of a front or a map: if there is no room for all, they are taken at equal distances.
  bool spread = false;
  std::vector<std::string> other_columns{};  ///< of a table: not genes, and not read
};

/// `places` is at least 1. A genome that is there several times counts once.
SolutionSet chosen(const Candidates& candidates, std::size_t places);

/// Equally good individuals keep their order.
SolutionSet best_first(const SolutionSet& individuals);

SolutionSet best_in_front(const SolutionSet& individuals);

/// Genomes are in the column `genome`, in the text form of the problem, or in a column for each gene
/// (AnyProblem::gene_parts()) or word of the text. The columns `fitness` and `violation`, if there, put the
/// best first. Columns without a name, id and index are ignored. Throws DataError, with the place, and
/// UsageError for a problem without a text form; messages call the table `name`.
Candidates candidates_of_table(std::string_view csv, const std::string& name, AnyProblem& problem);

}  // namespace skerry
