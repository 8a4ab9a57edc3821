#pragma once

#include "skerry/score.hpp"

#include "trace/hdf5/handle.hpp"
#include "trace/trace_header.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace skerry::hdf5 {

/// The attributes of the file and of its group `best`, and the configuration. What is known only at the end
/// stands there from the start with a value that says so, since SWMR adds nothing new.
void describe_run(hid_t file, hid_t best, const TraceHeader& header);

Direction direction_of(hid_t file);
std::size_t islands_of(hid_t file);
/// That found the best solution; of a run that reached its end.
std::size_t best_island_of(hid_t file);
std::string read_configuration(hid_t file);
/// What describe_run() wrote. Throws Failure where something is missing.
TraceHeader read_header(hid_t file);

struct Totals {
  std::uint64_t generations = 0;
  std::uint64_t epochs = 0;
  std::uint64_t evaluations = 0;
  double elapsed_s = 0;
  std::string ended;  ///< empty: now
  std::string stop_reason;
};

/// But for the datasets.
void describe_best(hid_t best, const TraceFooter& footer, Score score);

struct Best {
  std::vector<std::byte> genome;
  std::string text;
};
/// Of a run that reached its end; before, both are empty or on their way.
Best read_best(hid_t file);

void write_totals(hid_t file, const Totals& totals);

}  // namespace skerry::hdf5
