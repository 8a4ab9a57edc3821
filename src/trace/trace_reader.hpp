#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/score.hpp"
#include "skerry/statistics.hpp"

#include "trace/epoch_row.hpp"
#include "trace/trace_header.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

/// A run at a glance.
struct TraceSummary {
  std::string problem;
  std::string source;  ///< the program and its version
  std::string command;
  std::string configuration;  ///< TOML
  std::string hosts;
  std::string inputs;  ///< a line "digest  file" each, as sha256sum prints them
  std::string fitness_unit;
  std::uint64_t seed = 0;
  std::size_t islands = 0;
  Direction direction = Direction::minimise;
  std::optional<double> target;

  std::string started;      ///< ISO 8601, UTC
  std::string ended;        ///< empty where the run goes on, or was killed
  std::string stop_reason;  ///< "running" where the run goes on, or was killed; "interrupted" where it failed
  std::uint64_t generations = 0;  ///< after the initial population
  std::uint64_t epochs = 0;       ///< 0: nothing below is known yet
  std::uint64_t evaluations = 0;
  double elapsed_s = 0;
  std::optional<Score> best;
  bool target_reached = false;
  EpochRow last_epoch;
  std::vector<Statistics> last_generation;  ///< [island]; empty where the last epoch had none
  double fitness_diversity = 0;             ///< mean over the islands, in the last generation
  double genotype_diversity = 0;            ///< likewise
  std::string solution;  ///< text form; empty before the end, or where the problem has none
};

/// Opens traces: finished ones plainly, those being written or left by a kill with SWMR access. What it
/// returns is whole epochs, those the writer had flushed. Throws DataError for a file that is missing,
/// foreign, of another format version, cut short or damaged.
class TraceReader {
 public:
  explicit TraceReader(const std::filesystem::path& file);
  ~TraceReader();
  TraceReader(TraceReader&&) noexcept;
  TraceReader& operator=(TraceReader&&) noexcept;

  /// Examines the whole trace first.
  TraceSummary summary() const;
  TraceHeader header() const;
  std::string stop_reason() const;
  /// Of the file's format.
  std::int64_t version() const;
  /// Whether the writer closed the file, so that any tool opens it.
  bool closed() const;
  /// Of a run that reached its end, and did not fail.
  std::optional<TraceFooter> footer() const;
  std::uint64_t epoch_count() const;
  /// Epochs `first` to `first + count - 1` as they were appended.
  std::vector<EpochRecord> epochs(std::uint64_t first, std::uint64_t count) const;
  /// Reads all epochs, in blocks.
  struct Examination {
    std::uint64_t whole = 0;  ///< epochs from the first on that are as they were written
    std::string damage;       ///< what is wrong with the next; empty where there is none
  };
  Examination examine() const;
  /// How many epochs from `first` on, and before `end`, have that many rows of statistics at most; but one.
  std::uint64_t epochs_within(std::uint64_t first, std::uint64_t end, std::uint64_t rows) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace skerry
