#pragma once

#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include "trace/hdf5/handle.hpp"
#include "trace/recorded_solutions.hpp"

#include <string>

namespace skerry::hdf5 {

/// Tells which group of solutions an open trace has.
SetKind set_kind_of(hid_t file);

/// Reads what they mean. Throws Failure where it is missing or damaged.
SetDescription read_set_description(hid_t file);

/// Reads the solutions of a run in that direction. Throws Failure where they are not as they were written.
RecordedSolutions read_solutions(hid_t file, const SetDescription& description, Direction direction);

}  // namespace skerry::hdf5
