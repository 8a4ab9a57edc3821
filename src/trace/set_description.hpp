#pragma once

#include "skerry/solution_set.hpp"

#include <string>

namespace skerry::hdf5 {

/// Returns the objectives or features of a set as JSON text, as docs/trace-format.md defines it. Throws
/// UsageError for one that is too long for an attribute.
std::string description_text(const SetDescription& description);

/// Reads that text into the description of that kind. Throws Failure for any other text.
void read_description(const std::string& text, SetDescription& description);

}  // namespace skerry::hdf5
