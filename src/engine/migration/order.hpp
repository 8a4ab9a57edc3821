#pragma once

#include "skerry/score.hpp"

namespace skerry {

/// Compares keys as operator<=> does, but without a branch: a processor could not predict it, since the keys
/// of a merge come in no regular order.
inline bool precedes(const Key& a, const Key& b) {
  const bool less = a.violation < b.violation;
  const bool same = a.violation == b.violation;
  const bool cheaper = a.cost < b.cost;
  return less | (same & cheaper);
}

inline bool precedes(const SimilarityKey& a, const SimilarityKey& b) {
  return a < b;
}

}  // namespace skerry
