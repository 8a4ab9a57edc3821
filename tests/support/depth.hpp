#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace skerry::test {

inline bool asked_for(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "1";
}

/// Returns the second number in a thorough run (tests/run.sh --thorough), the first otherwise, as depth.py
/// does.
inline std::uint64_t deep(std::uint64_t normal, std::uint64_t thorough) {
  return asked_for("SKERRY_THOROUGH") ? thorough : normal;
}

/// Returns whether everything is asked for, as in tests/nightly.sh and tests/run.sh --thorough.
inline bool nightly() {
  return asked_for("SKERRY_NIGHTLY") || asked_for("SKERRY_THOROUGH");
}

}  // namespace skerry::test
