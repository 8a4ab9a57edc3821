#pragma once

#include "skerry/score.hpp"

#include <algorithm>
#include <span>

namespace skerry {

inline bool have_same_violation(std::span<const Key> keys) {
  return std::ranges::all_of(keys, [&](const Key& key) { return key.violation == keys[0].violation; });
}

}  // namespace skerry
