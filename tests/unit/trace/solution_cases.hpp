#pragma once

#include "skerry/random.hpp"

#include "trace/trace_format.hpp"
#include "trace/trace_header.hpp"

#include <cstddef>

namespace skerry {

/// Returns the header of a run that keeps a front of two objectives, or a map of two features.
TraceHeader front_header(std::size_t islands = 2);
TraceHeader map_header(std::size_t islands = 2);

/// Makes that many solutions with genomes and texts of up to 100 bytes, in the order of cells if there are
/// any.
RecordedSolutions random_solutions(Random& random, const SetDescription& description, std::size_t count);

/// Compares all members.
bool operator==(const SetDescription& a, const SetDescription& b);

/// Compares all members, and reports the first that differs.
void expect_same_solutions(const RecordedSolutions& read, const RecordedSolutions& written);

}  // namespace skerry
