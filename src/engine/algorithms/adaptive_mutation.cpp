#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <cmath>

namespace skerry {

double AdaptiveMutation::next_rate(double diversity) {
  const double before = state_.diversity;
  const bool compared = before != none_yet;
  const bool still =
      compared && (diversity == 0 || std::abs(diversity - before) < settings_.mutation_stall * before);
  state_ = {still ? std::min(state_.rate * settings_.mutation_growth, settings_.mutation_most) : base_,
            diversity};
  return state_.rate;
}

void AdaptiveMutation::restore(const AdaptedMutation& state) {
  const bool first = state.diversity == none_yet;
  const bool sound_rate =
      first ? state.rate == base_ : state.rate >= base_ && state.rate <= settings_.mutation_most;
  // In earlier checkpoints it is NaN where the square of a fitness was beyond all numbers.
  const bool sound_diversity = first || !(state.diversity < 0 || state.diversity > 1);
  if (!sound_rate || !sound_diversity)
    throw DataError("a saved island has a mutation rate that its settings never reach");
  state_ = state;
}

}  // namespace skerry
