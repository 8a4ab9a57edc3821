#pragma once

#include "skerry/score.hpp"

namespace skerry {

/// The order of keys as operator<=> has it, without a branch: the keys of a merge are in no order a processor
/// could guess.
inline bool precedes(const Key& a, const Key& b) {
  const bool less = a.violation < b.violation;
  const bool same = a.violation == b.violation;
  const bool cheaper = a.cost < b.cost;
  return less | (same & cheaper);
}

inline bool precedes(const DistanceKey& a, const DistanceKey& b) {
  return a < b;
}

}  // namespace skerry
