#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/score.hpp"
#include "skerry/statistics.hpp"

#include "trace/trace_format.hpp"
#include "trace/trace_header.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

struct EvaluationCounts {
  std::uint64_t rows = 0;
  std::uint64_t failed = 0;
  std::uint64_t known = 0;  ///< from a journal
};

struct TraceSummary : TraceHeader {
  std::string source = {};  ///< the program and its version
  std::string ended = {};   ///< ISO 8601, UTC; empty if the run goes on, or was killed
  std::string stop_reason =
      {};  ///< "running" while the run goes on or after a kill; "interrupted" if it failed
  std::uint64_t generations = 0;  ///< after the initial population
  std::uint64_t epochs = 0;       ///< 0 if nothing below is known yet
  std::uint64_t evaluations = 0;
  double elapsed_s = 0;
  std::optional<Score> best = {};
  bool target_reached = false;
  EpochRow last_epoch = {};
  std::vector<Statistics> last_generation = {};  ///< [island]; empty if the last epoch had none
  std::vector<double> column_values = {};        ///< [island][column], in the last generation
  double fitness_diversity = 0;                  ///< mean over the islands, in the last generation
  double genotype_diversity = 0;                 ///< likewise
  std::optional<EvaluationCounts> recorded_evaluations = {};  ///< none if the trace has no such table
  SolutionSet kept = {};                                      ///< kept besides the populations
  std::int64_t kept_generation = -1;                          ///< up to which they were kept
  std::string kept_damage = {};                               ///< why they cannot be read; empty if they can
  std::string solution = {};  ///< text form; empty before the end, or if the problem has none
};

/// Reads with SWMR if the trace is being written or was left by a kill, and returns whole epochs. Throws
/// DataError for a file that is missing, foreign, of another format version, cut short or damaged.
class TraceReader {
 public:
  explicit TraceReader(const std::filesystem::path& file);
  ~TraceReader();
  TraceReader(TraceReader&&) noexcept;
  TraceReader& operator=(TraceReader&&) noexcept;

  /// Examines the whole trace.
  TraceSummary summary() const;
  /// Solutions whose description a kill has left unreadable are left out.
  TraceHeader header() const;
  std::string stop_reason() const;
  bool closed() const;
  struct Solutions {
    SetDescription description;  ///< of kind none if the trace has no group for them
    RecordedSolutions recorded;
    std::string damage;  ///< why they cannot be read; empty if they can. They then count as absent
  };
  Solutions solutions() const;
  /// Returns none unless the run ended without a failure; without solutions if they cannot be read.
  std::optional<TraceFooter> footer() const;
  std::uint64_t epoch_count() const;
  /// Returns epochs `first` to `first + count - 1` as they were appended.
  std::vector<EpochRecord> epochs(std::uint64_t first, std::uint64_t count) const;
  struct Examination {
    std::uint64_t whole = 0;  ///< the number of epochs, from the first on, that are as they were written
    std::string damage;       ///< the damage of the next epoch; empty if there is none
  };
  Examination examine() const;
  /// Returns how many epochs from `first` on, before `end`, have together at most `rows` rows; at least one.
  std::uint64_t epochs_within(std::uint64_t first, std::uint64_t end, std::uint64_t rows) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace skerry
