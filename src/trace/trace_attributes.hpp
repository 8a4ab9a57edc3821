#pragma once

#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include "trace/hdf5/file.hpp"
#include "trace/trace_header.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::hdf5 {

/// Attributes known only at the end get a value that says so, since SWMR allows no new ones.
void describe_run(hid_t file, hid_t best, const TraceHeader& header);

Direction direction_of(hid_t file);
std::string read_configuration(hid_t file);
TraceHeader read_header(hid_t file);

struct Totals {
  std::uint64_t generations = 0;
  std::uint64_t epochs = 0;
  std::uint64_t evaluations = 0;
  double elapsed_s = 0;
  std::string ended;  ///< empty stands for the present time
  std::string stop_reason;
};

void describe_best(hid_t best, const Outcome& outcome, std::string_view text, Score score);

struct Best {
  std::vector<std::byte> genome;
  std::string text;
};
/// The run must have reached its end: before, both are empty or half written.
Best read_best(hid_t file);

void write_totals(hid_t file, const Totals& totals);

/// Returns JSON (docs/trace-format.md). Throws UsageError if it is too long for an attribute.
std::string description_text(const SetDescription& description);

/// Reads that text into the description of that kind. Throws Failure for any other text.
void read_description(const std::string& text, SetDescription& description);

struct OpenTrace {
  File file;
  bool closed = false;  ///< closed by its writer; otherwise still being written, or left by a kill
};

/// Opens a trace for reading, and checks that it is one. Throws DataError.
OpenTrace open_trace(const std::filesystem::path& path);

[[noreturn]] void refuse_trace(const std::filesystem::path& path, const std::string& what);

[[noreturn]] void refuse_damage(const std::filesystem::path& path, const std::string& what);

/// Runs `work`, and turns its Failure into a DataError that names the trace.
template <typename Work>
auto reading_trace(const std::filesystem::path& path, Work work) {
  try {
    return work();
  } catch (const Failure& failure) {
    refuse_damage(path, failure.what());
  }
}

}  // namespace skerry::hdf5
