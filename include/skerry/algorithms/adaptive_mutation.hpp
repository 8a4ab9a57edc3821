#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/record.hpp"

#include <tuple>

namespace skerry {

/// The state of adaptive mutation between two generations, as a checkpoint holds it.
struct AdaptedMutation {
  double rate = 0;
  double diversity = 0;
};

template <>
inline constexpr auto members_of<AdaptedMutation> =
    std::tuple{Member{"rate", "1", "mutation rate of the last generation", &AdaptedMutation::rate},
               Member{"diversity", "1", "fitness diversity of its parents, -1 before the first generation",
                      &AdaptedMutation::diversity}};
static_assert(describes_whole<AdaptedMutation>);

/// Mutation that becomes more frequent while fitness diversity stands still. Levonyan et al. 2020 (V.B) name
/// the idea and give no formula; this is ours. The parents of a generation are compared with those of the
/// generation before it. If their fitness diversity is 0, or if it differs by less than mutation_stall times
/// that of the parents before, the rate is multiplied by mutation_growth, up to mutation_most; otherwise it
/// returns to mutation_rate, as it does after a migration, random immigrants or a restart that change the
/// diversity.
class AdaptiveMutation {
 public:
  /// Starts at mutation_rate. Does not check the settings, since Algorithm has checked them.
  explicit AdaptiveMutation(const Genetic& settings)
      : base_(settings.mutation_rate),
        growth_(settings.mutation_growth),
        most_(settings.mutation_most),
        stall_(settings.mutation_stall),
        state_{settings.mutation_rate, none_yet} {}

  /// Tells whether the rate changes at all.
  bool adapts() const { return growth_ > 1; }
  /// Returns the rate of the next generation, whose parents have this fitness diversity, in [0, 1].
  double next_rate(double diversity);

  /// Returns the state, on which the next rates depend.
  const AdaptedMutation& state() const { return state_; }
  /// Continues from a state. Throws DataError if these settings never lead to it.
  void restore(const AdaptedMutation& state);

 private:
  static constexpr double none_yet = -1;

  double base_;
  double growth_;
  double most_;
  double stall_;
  AdaptedMutation state_;
};

}  // namespace skerry
