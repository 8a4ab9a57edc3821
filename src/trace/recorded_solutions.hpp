#pragma once

#include "skerry/solution_set.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace skerry {

/// What a run has kept besides its populations, as its trace has it.
struct RecordedSolutions {
  SolutionSet set = {};
  std::vector<std::string> texts = {};  ///< [solution]; empty where the problem has no text form
  std::int64_t generation = -1;         ///< up to which the set was kept; -1 before there is one
};

}  // namespace skerry
