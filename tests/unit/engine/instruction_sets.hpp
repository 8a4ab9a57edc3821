#pragma once

#include "skerry/detail/instruction_set.hpp"

#include <cstddef>
#include <vector>

namespace skerry::test {

/// Returns the sets that this machine has, baseline first.
inline std::vector<InstructionSet> sets_of_this_machine() {
  std::vector<InstructionSet> sets;
  for (std::size_t set = 0; set <= static_cast<std::size_t>(machine_instruction_set()); ++set)
    sets.push_back(static_cast<InstructionSet>(set));
  return sets;
}

}  // namespace skerry::test
