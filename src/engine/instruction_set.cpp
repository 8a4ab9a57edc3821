#include "skerry/detail/instruction_set.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

namespace skerry {
namespace {

InstructionSet chosen_instruction_set() {
  const InstructionSet most = machine_instruction_set();
  const char* wanted = std::getenv("SKERRY_VECTORS");
  if (wanted == nullptr || *wanted == '\0') return most;
  const auto found = std::ranges::find(instruction_set_names, wanted);
  if (found == instruction_set_names.end()) {
    throw UsageError("SKERRY_VECTORS is \"" + std::string(wanted) +
                     "\" in the environment; it is baseline, avx2 or avx512");
  }
  const auto set = static_cast<InstructionSet>(found - instruction_set_names.begin());
  if (set > most) {
    throw UsageError("SKERRY_VECTORS is \"" + std::string(wanted) +
                     "\" in the environment, which this machine lacks; the most that it has is " +
                     std::string(instruction_set_names[static_cast<std::size_t>(most)]));
  }
  return set;
}

}  // namespace

InstructionSet machine_instruction_set() {
#ifdef __x86_64__
  // Without this call the answers are not ready if a constructor of a global object asks.
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return InstructionSet::baseline;
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512vpopcntdq");
  return avx512 ? InstructionSet::avx512 : InstructionSet::avx2;
#else
  return InstructionSet::baseline;
#endif
}

InstructionSet instruction_set() {
  static const InstructionSet chosen = chosen_instruction_set();
  return chosen;
}

}  // namespace skerry
