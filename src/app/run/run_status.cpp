#include "app/run/run_status.hpp"

#include "skerry/error.hpp"

#include "app/run/resumption.hpp"
#include "app/run/trace_header.hpp"
#include "app/run/worst_fitness.hpp"
#include "trace/checkpoint/checkpoint.hpp"
#include "trace/file_lock.hpp"
#include "trace/trace_format.hpp"
#include "trace/trace_reader.hpp"

#include <map>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

constexpr const char* what_then = "--force begins it anew, --output names another";

/// Returns the values that decide a run and its end, by key.
std::map<std::string, std::string> deciding_values(const std::string& toml) {
  std::map<std::string, std::string> values;
  const Settings settings = Settings::parse(toml, "configuration", Settings::Kind::configuration);
  for (const char* table : {"problem", "island", "migration", "start", "stop"}) {
    for (auto& value : settings.table(table).values()) {
      values.emplace(fmt::format("{}.{}", table, value.key), std::move(value.text));
    }
  }
  return values;
}

/// Returns a text such as "island.mutation_rate was 0.2 and is 0.1"; empty where nothing differs.
std::string difference(const std::string& then, const std::string& now) {
  const auto before = deciding_values(then);
  const auto after = deciding_values(now);
  for (const auto& [key, value] : before) {
    const auto other = after.find(key);
    if (other == after.end()) return fmt::format("{} was {} and is not set", key, value);
    if (other->second != value) return fmt::format("{} was {} and is {}", key, value, other->second);
  }
  for (const auto& [key, value] : after) {
    if (!before.contains(key)) return fmt::format("{} was not set and is {}", key, value);
  }
  return {};
}

void check_same_run(const fs::path& trace, const TraceHeader& header, const Loaded& loaded,
                    std::uint64_t seed, std::size_t islands) {
  const auto other = [&](const std::string& what) {
    throw UsageError(fmt::format("{} is of another run: {}; {}", trace.string(), what, what_then));
  };
  if (header.problem != loaded.problem->name()) {
    other(fmt::format("problem was {} and is {}", header.problem, loaded.problem->name()));
  }
  if (header.islands != islands) {
    other(fmt::format("it has {} island{}, and this one {}", header.islands, header.islands == 1 ? "" : "s",
                      islands));
  }
  if (header.seed != seed) other(fmt::format("its seed was {} and is {}", header.seed, seed));
  if (const std::string what = difference(header.configuration, loaded.text); !what.empty()) other(what);
  if (const auto what = changed_input(loaded.inputs, header, loaded.file); !what.empty()) other(what);
}

bool is_there(const fs::path& trace) {
  std::error_code error;
  return fs::symlink_status(trace, error).type() != fs::file_type::not_found;
}

/// Locks the trace; returns none where another process has locked it.
std::optional<FileLock> lock_of(const fs::path& trace) {
  try {
    return FileLock(trace);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

}  // namespace

bool is_busy(const fs::path& file) {
  return FileLock::is_held(file) || FileLock::is_held(file.string() + ".part");
}

bool has_ended(const fs::path& trace) {
  try {
    const std::string reason = TraceReader(trace).stop_reason();
    return reason != trace_format::running && reason != trace_format::interrupted;
  } catch (const DataError&) {
    return true;
  }
}

RunStatus run_status_of(const fs::path& trace, const Loaded& loaded, std::uint64_t seed,
                        std::size_t islands) {
  if (is_busy(trace)) return RunStatus::busy;
  if (!is_there(trace)) return RunStatus::missing;
  const std::optional<FileLock> lock = lock_of(trace);
  if (!lock) return RunStatus::busy;
  const TraceReader reader(trace);
  check_same_run(trace, past_header(reader), loaded, seed, islands);
  return reader.closed() && reader.footer() ? RunStatus::finished : RunStatus::unfinished;
}

SessionReport past_report(const fs::path& trace) {
  const TraceReader reader(trace);
  const TraceHeader header = reader.header();
  const auto footer = reader.footer();
  if (!footer) throw DataError(fmt::format("{} is not finished", trace.string()));
  SessionReport report{.problem = header.problem,
                       .seed = header.seed,
                       .islands = header.islands,
                       .outcome = footer->outcome,
                       .direction = header.direction,
                       .target = header.target,
                       .trace = trace,
                       .resumable = is_there(checkpoint_of(trace)),
                       .kept = true,
                       .solution = footer->solution,
                       .assessment = {},
                       .kept_set = header.solutions,
                       .obstacle = {}};
  if (report.kept_set.kind == SetKind::map) report.worst_fitness = worst_fitness_of(header.configuration);
  const Score best = score_of(report.outcome.best, report.direction);
  report.target_reached = report.target && reaches(best, report.direction, *report.target);
  return report;
}

}  // namespace skerry
