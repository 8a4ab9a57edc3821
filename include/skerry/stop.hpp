#pragma once

#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace skerry {

/// The state of a run at the end of an epoch.
struct Epoch {
  std::uint64_t epoch = 0;       ///< from 0
  std::uint64_t generation = 0;  ///< the last one of the epoch
  std::size_t islands = 0;
  std::uint64_t evaluations = 0;  ///< of all islands, since the start
  double elapsed_s = 0;           ///< since the start, on the first rank's clock
  Score best;                     ///< of all islands, since the start
};

/// The rules that end a run. A rule that holds at the end of an epoch, or for the initial population, ends
/// the run; so does an initial population without any fitness. If several hold, the reason is the first of
/// target, generations, evaluations, stagnation, seconds, requested.
struct StopRule {
  /// After the initial population; 0 ends the run with that. None: see generation_limit().
  std::optional<std::uint64_t> generations = {};
  std::optional<std::uint64_t> evaluations =
      {};                              ///< of all islands together, at least 1; not one more is made
  std::optional<double> seconds = {};  ///< since the start, on the first rank's clock
  std::optional<double> target = {};   ///< a feasible fitness at least as good as this
  std::optional<std::uint64_t> stagnation =
      {};  ///< generations without a new best of all islands, at least 1
  /// Whether target, stagnation and seconds are looked at, and islands wait, after each generation, not only
  /// each epoch: worth it if evaluations are dear. None: as the program likes, which is false for `evolve`.
  std::optional<bool> each_generation = {};
  /// A user's rule, asked on the first rank at each epoch's end but the initial one's; true ends the run.
  std::function<bool(const Epoch&)> when = {};

  /// Returns `generations`, or without them 100, or no limit where one of the next four is set.
  std::optional<std::uint64_t> generation_limit() const;
  /// Has `when` also call a function, if there is one, and hold where that returns false.
  void ask_too(std::function<bool(const Epoch&)> on_epoch);
  /// Throws UsageError for a value out of its range.
  void check() const;
};

/// The reason why a run ended: one of the rules of StopRule, a request by on_epoch or `when` (requested), a
/// signal (interrupted), or an initial population in which nothing has a fitness (no_fitness).
enum class StopReason {
  generations,
  evaluations,
  seconds,
  target,
  stagnation,
  requested,
  interrupted,
  no_fitness
};
std::string_view name_of(StopReason reason);

}  // namespace skerry
