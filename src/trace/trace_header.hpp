#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/columns.hpp"
#include "skerry/genome_form.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include "trace/trace_format.hpp"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace skerry {

/// The name in a trace of a problem that states none; see name_of() in skerry/problem.hpp.
inline constexpr std::string_view unnamed_problem = "problem";

/// The processes and hosts of a run, or of its part since it was resumed.
struct Layout {
  std::size_t processes = 1;       ///< with those that have no island and help with evaluations
  std::vector<std::string> hosts;  ///< hosts[i] is that of island i
};

struct TraceHeader {
  std::string problem;
  std::string command;        ///< the command line, as typed
  std::string configuration;  ///< effective, TOML
  std::string hosts;          ///< comma-separated, one name an island
  std::string fitness_unit;   ///< empty if it has none
  std::string mpi_library;    ///< name and version
  std::uint64_t seed = 0;
  std::size_t islands = 1;
  Direction direction = Direction::minimise;
  std::optional<double> target;
  /// One that is read does not tell how often populations were recorded.
  Recorded recorded = {.evaluations = false};
  GenomeForm genome = {};            ///< of populations and improvements; of width 0 if neither is there
  SetDescription solutions = {};     ///< what the islands keep besides their populations, for which the trace
                                     ///< then has a group
  std::vector<Column> columns = {};  ///< those of the program's own in /generation
  std::map<std::string, std::string> inputs;  ///< file -> digest, of every instance file read
  std::string slurm_job_id = {};              ///< empty outside a SLURM job
  std::string configuration_file = {};        ///< absolute; its relative paths start from its folder
  std::string started = {};                   ///< ISO 8601, UTC; empty: now
  std::string resumed = {};                   ///< likewise, each time the run went on, separated by spaces
  std::optional<std::size_t> processes = {};  ///< with which the run began; earlier versions did not tell
  /// With what it went on each time, PROCESSES@HOST,HOST, separated by spaces; ? if it was not told.
  std::string resumed_on = {};
  /// The builds that made the run, in their order, separated by spaces; empty: none was told.
  std::string builds = {};
};

/// ISO 8601, UTC.
std::string utc_text(std::time_t time);
/// Escapes a name of several lines as sha256sum does, and bytes that are no UTF-8 as \xff.
std::string escaped_name(std::string_view name);
/// Returns the digests as sha256sum prints them: a backslash begins the line of a name that is escaped.
std::string inputs_text(const std::map<std::string, std::string>& inputs);

/// Returns the GNU build ID of the running program in hexadecimal; empty if it has none.
const std::string& build_of_program();
bool made_by_other_build(const TraceHeader& header);

void note_layout(TraceHeader& header, const Layout& layout);
/// Adds the time of day to the times at which the run went on, the layout with which it does, and the build.
void note_resumed(TraceHeader& header, const Layout& layout);

struct TraceFooter {
  Outcome outcome;
  std::string solution;    ///< text form of the best genome, empty if the problem has none
  std::string ended = {};  ///< ISO 8601, UTC; empty: now
};

}  // namespace skerry

namespace skerry::trace_format {

/// A table that a trace has if its islands record such rows.
template <Record R>
struct EventTable {
  Table<R> table;
  std::vector<R> IslandRows::*rows;
  bool (*recorded)(const Recorded&);
  void (*note)(Recorded&);  ///< that they are recorded
  const char* name;         ///< of its rows, in messages
  const char* count;
  const char* checksum;
  const char* checksum_long_name;
  std::vector<std::byte> IslandRows::*genomes = nullptr;  ///< a row for each of these; null: it has none
};

/// The name of a checksum ends like that of a time if it covers times and differs from run to run.
inline constexpr auto event_tables = std::tuple{
    EventTable<Birth>{.table = {"birth", "birth", "number of the row", false},
                      .rows = &IslandRows::births,
                      .recorded = [](const Recorded& recorded) { return recorded.births; },
                      .note = [](Recorded& recorded) { recorded.births = true; },
                      .name = "births",
                      .count = "births",
                      .checksum = "checksum_births",
                      .checksum_long_name = "CRC-32 of the epoch's births"},
    EventTable<EvaluationRow>{.table = {"evaluation", "evaluation", "number of the row", false},
                              .rows = &IslandRows::evaluation_rows,
                              .recorded = [](const Recorded& recorded) { return recorded.evaluations; },
                              .note = [](Recorded& recorded) { recorded.evaluations = true; },
                              .name = "evaluations",
                              .count = "evaluation_rows",
                              .checksum = "checksum_evaluations_s",
                              .checksum_long_name = "CRC-32 of the epoch's rows of /evaluation"},
    EventTable<PopulationRow>{
        .table = {"population", "individual", "number of the row", false},
        .rows = &IslandRows::populations,
        .recorded = [](const Recorded& recorded) { return recorded.populations.has_value(); },
        .note = [](Recorded& recorded) { recorded.populations = 0; },
        .name = "populations",
        .count = "population_rows",
        .checksum = "checksum_populations",
        .checksum_long_name = "CRC-32 of the epoch's rows of /population",
        .genomes = &IslandRows::population_genomes}};

/// A tuple of T<R> for the rows R of each table.
template <template <typename> typename T, typename Tables>
struct ForEach;
template <template <typename> typename T, typename... R>
struct ForEach<T, const std::tuple<EventTable<R>...>> {
  using type = std::tuple<T<R>...>;
};
template <template <typename> typename T>
using OfEvents = typename ForEach<T, decltype(event_tables)>::type;

/// Calls work(part, table) for each part of a tuple of OfEvents.
template <typename Parts, typename Work>
void for_each_event_table(Parts& parts, Work&& work) {
  std::apply(
      [&](auto&... part) {
        std::apply([&](const auto&... table) { (work(part, table), ...); }, event_tables);
      },
      parts);
}

}  // namespace skerry::trace_format
