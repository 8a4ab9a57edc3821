#pragma once

#include "skerry/experiment.hpp"

#include <vector>

namespace skerry {

/// The problems that ship with the binary: values of problem.type.
const std::vector<ProblemType>& shipped_problems();

}  // namespace skerry
