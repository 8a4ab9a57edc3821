#pragma once

#include <concepts>

namespace skerry::test {

/// Returns how many random cases a slow test tries: all of `in_release`, and a tenth of them under the
/// sanitizers, where code without optimisation takes some ten times as long. They look for errors of memory
/// and undefined behaviour, which few cases show; that the answers are right is for the release build to say.
template <std::integral Count>
constexpr Count random_cases(Count in_release) {
#ifdef SKERRY_SANITIZE
  return (in_release + 9) / 10;
#else
  return in_release;
#endif
}

}  // namespace skerry::test
