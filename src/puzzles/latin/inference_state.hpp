#pragma once

#include "puzzles/latin/deduction.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace skerry::latin {

/// The state of inference on a puzzle, whatever its forms: the candidates, a contradiction, and counts of the
/// work.
template <class Values, std::size_t most_cells, std::size_t most_units, class Counts>
class InferenceState {
 public:
  using Cells = Candidates<Values, most_cells>;

  /// Goes back to candidates with which a step of inference ended without a clash. Allocates nothing.
  void restore(const Cells& candidates) { deduction_.restore(candidates); }

  const Cells& candidates() const { return deduction_.candidates(); }
  const std::optional<Clash>& clash() const { return deduction_.clash(); }
  const Counts& counts() const { return counts_; }

 protected:
  explicit InferenceState(std::uint32_t size) : deduction_(size) {}

  Deduction<Values, most_cells, most_units> deduction_;
  Counts counts_;
};

}  // namespace skerry::latin
