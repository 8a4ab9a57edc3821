#pragma once

#include "app/config/configuration.hpp"
#include "engine/algorithms/setting_keys.hpp"
#include "engine/archipelago/setting_keys.hpp"
#include "engine/migration/setting_keys.hpp"

#include <concepts>
#include <type_traits>

namespace skerry {

template <typename C>
concept AnyConfiguration = std::same_as<std::remove_const_t<C>, Configuration>;

template <typename Visit>
void visit_algorithm(Visit&& visit) {
  visit("algorithm", stock_algorithms(),
        {"how the island searches. `automatic`: by [what fits the problem](#algorithms); or a [program's "
         "own](evolve.md#an-algorithm-of-your-own)"});
}

template <typename S, typename Visit>
requires std::same_as<std::remove_const_t<S>, StartSettings>
void visit_settings(S& start, Visit&& visit) {
  visit("from", start.from, nullptr,
        {"a CSV file with genomes, the trace of another run (its best, and all of its front or map), or the "
         "checkpoint beside a trace (its populations)",
         "required", Absent::refused});
  visit("share", start.share, AboveZero{1},
        {"largest share of each initial population from the file, rounded, at least one individual; the rest "
         "is sampled"});
  visit(
      "other_instance", start.other_instance, nullptr,
      {"true: a trace or checkpoint may be of another instance or other keys of `[problem]`, if its genomes "
       "fit"});
  visit("sha256", start.sha256, nullptr,
        {"the digest that the file must have, 64 characters as of `sha256sum`. The trace's `/config` always "
         "has it",
         nullptr, Absent::left_out});
}

template <AnyConfiguration C, typename Visit>
void visit_stop(C& configuration, Visit&& visit) {
  visit_settings(configuration.stop, visit);
  visit("at_target", configuration.stop_at_target, nullptr,
        {"false: the target is reported and recorded, but does not end the run"});
}

template <AnyConfiguration C, typename Visit>
void visit_run(C& configuration, Visit&& visit) {
  visit("seed", configuration.seed, any_seed,
        {"of all random numbers; `--seed` sets it too. From 2^63 on it is in quotes, since integers of TOML "
         "end "
         "there"});
  visit("islands", configuration.islands, positive,
        {"how many islands evolve; `--islands` sets it too. An experiment's own `islands` overrides it",
         "the ranks"});
  visit("lend", configuration.lend, nullptr,
        {"ranks whose islands wait, and ranks without one, "
         "[evaluate for others](external.md#ranks-that-help), if the problem has "
         "[`evaluate_batch()`](problem.md#costly-evaluations)",
         "true for `external`, false for others"});
  visit("output", configuration.output, nullptr,
        {"the trace; `--output` sets it too", "`results/<name of the file>.h5` in the working directory"});
}

struct RecordedEpochs {};

template <AnyConfiguration C, typename Visit>
void visit_trace(C& configuration, Visit&& visit) {
  visit("enabled", configuration.trace, nullptr, {"false: no trace is written"});
  visit("lineage", configuration.recorded.births, nullptr,
        {"true: the trace records every [birth](trace-format.md#birth) with its parents, for `python3 -m "
         "analysis lineage`. All islands must be `genetic`. A birth takes 56 bytes; the results are the same",
         nullptr, Absent::left_out});
  visit("evaluations", configuration.recorded.evaluations, nullptr,
        {"false: no [row for each evaluation](trace-format.md#evaluation) that a problem such as `external` "
         "reports, and no counts on the progress line. A row takes 88 bytes",
         nullptr, Absent::left_out});
  visit(
      "populations", configuration.recorded.populations, RecordedEpochs{},
      {"`\"epochs\"`: the trace has [all individuals](trace-format.md#population) at the end of each epoch, "
       "before its migration; a number: at the end of every so many epochs and of the last; `\"last\"`: of "
       "the last alone",
       "none"});
  visit("improvement_genomes", configuration.recorded.improvement_genomes, nullptr,
        {"true: the trace has the genome of each [new best](trace-format.md#improvement) of an island",
         nullptr, Absent::left_out});
}

template <typename S, typename Visit>
requires std::same_as<std::remove_const_t<S>, CheckpointSettings>
void visit_settings(S& checkpoint, Visit&& visit) {
  visit("enabled", checkpoint.enabled, nullptr,
        {"false: no checkpoints, so an interrupted run can only start over"});
  visit("every", checkpoint.every, positive, {"epochs from one checkpoint to the next", "by time alone"});
  visit("seconds", checkpoint.seconds, AboveZero{}, {"time from one checkpoint to the next"});
  visit(
      "share", checkpoint.share, AboveZero{1},
      {"largest share of the run's time in which a checkpoint may be on its way to the disk; beyond it they "
       "come later. 1: no bound"});
}

template <AnyConfiguration C, typename Visit>
void visit_journal(C& configuration, Visit&& visit) {
  visit("keep", configuration.journal, nullptr,
        {"false: no journal; a resumed run pays again for what it evaluated after its checkpoint", nullptr,
         Absent::left_out});
  visit("share", configuration.journal_share, nullptr,
        {"a folder through which runs share what they have paid for"});
}

}  // namespace skerry
