#pragma once

#include "skerry/app/any_problem.hpp"

#include <vector>

namespace skerry {

/// The problems that ship with the binary: values of problem.type.
const std::vector<ProblemType>& shipped_problems();

}  // namespace skerry
