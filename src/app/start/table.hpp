#pragma once

#include "skerry/app/any_problem.hpp"

#include "app/start/candidates.hpp"

#include <string>
#include <string_view>

namespace skerry {

/// Reads individuals from a CSV table with a header. The column `genome` holds genomes in the text form of
/// the problem; without it there is a column for each gene (AnyProblem::gene_parts()), by its name and number
/// in any order, or, of a problem without genes, one for each word of the text. If there is a column
/// `fitness`, and perhaps `violation`, the individuals come in that order, best first; otherwise in that of
/// the table. A column without a name is ignored, and so are id and index. Throws DataError, with the place,
/// for anything else, and UsageError for a problem without a text form; messages call the table `name`.
Candidates candidates_of_table(std::string_view csv, const std::string& name, AnyProblem& problem);

}  // namespace skerry
