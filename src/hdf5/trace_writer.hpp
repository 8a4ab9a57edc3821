#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "skerry/archipelago.hpp"

namespace skerry {

/// What is known of a run before its first generation.
struct TraceHeader {
  std::string problem;          ///< "party"
  std::string command;          ///< as typed
  std::string configuration;    ///< effective, TOML
  std::string hosts;            ///< comma-separated, one name a rank
  std::string fitness_unit;     ///< empty where it has none
  std::uint64_t seed = 0;
  std::size_t islands = 1;
  Direction direction = Direction::minimise;
  std::optional<double> target;
  std::map<std::string, std::string> inputs;  ///< file -> digest, of every instance file read
};

/// What is known after its last.
struct TraceFooter {
  Outcome outcome;
  std::string solution;  ///< text form of the best genome, empty where the problem has none
};

/// One HDF5 file a run, as docs/trace-format.md lays down, written by rank 0 in SWMR mode and flushed at every epoch.
class TraceWriter {
 public:
  /// Refuses (UsageError) an existing file unless `overwrite`, and a place it cannot write to.
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, bool overwrite);
  ~TraceWriter();
  TraceWriter(TraceWriter&&) noexcept;
  TraceWriter& operator=(TraceWriter&&) noexcept;

  void append(const EpochRecord& record);
  /// Writes best genome, text and closing attributes, and closes the file: any HDF5 tool opens it from then on.
  void finish(const TraceFooter& footer);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace skerry
