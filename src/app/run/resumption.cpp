#include "app/run/resumption.hpp"

#include "skerry/detail/population/population_island.hpp"
#include "skerry/error.hpp"

#include "app/program/program.hpp"
#include "engine/communication/communicator.hpp"
#include "trace/checkpoint/checkpoint.hpp"
#include "trace/structure.hpp"
#include "trace/trace_format.hpp"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

void check_grants(const std::vector<LoadRequest::Override>& grants) {
  for (const auto& [key, value] : grants) {
    if (key.starts_with("stop.") || key.starts_with("checkpoint.")) continue;
    throw UsageError(
        fmt::format("--set {}={}: only keys of [stop] and [checkpoint] can change when a run goes on; for "
                    "another run, use "
                    "`run`",
                    key, value));
  }
}

/// A trace takes its name when it is laid out; before that a kill leaves nothing to go on from.
void refuse_unnamed(const fs::path& trace) {
  const fs::path part = part_of(trace);
  std::error_code error;
  if (fs::exists(trace, error) || !fs::exists(part, error)) return;
  const FileLock lock(part);  // throws if the run goes on
  throw DataError(fmt::format(
      "{}: there is no such file, but {}, which a run left that was killed at its start; begin it "
      "again",
      trace.string(), part.string()));
}

bool has_ended(const TraceReader& trace) {
  const std::string reason = trace.stop_reason();
  return reason != trace_format::running && reason != trace_format::interrupted;
}

}  // namespace

std::optional<Difference> difference(const Values& then, const Values& now) {
  for (const auto& [key, value] : then) {
    const auto other = now.find(key);
    if (other == now.end()) return Difference{key, value};
    if (other->second != value) return Difference{key, value, other->second};
  }
  for (const auto& [key, value] : now) {
    if (!then.contains(key)) return Difference{.key = key, .now = value};
  }
  return std::nullopt;
}

std::string changed_input(const std::map<std::string, std::string>& now, const TraceHeader& then,
                          const std::string& configuration) {
  std::set<std::string> known;
  for (const auto& [file, digest] : then.inputs) known.insert(digest);
  for (const auto& [file, digest] : now) {
    if (file == configuration || known.contains(digest)) continue;
    return fmt::format("{} is not what it was when the run began (its SHA-256 is {} now)", file, digest);
  }
  return {};
}

Resumption prepare_resumption(const fs::path& trace, const std::vector<LoadRequest::Override>& grants,
                              const std::vector<ProblemType>& problems, Communicator& world) {
  Resumption resumption;
  const bool first = world.rank() == 0;
  LoadRequest request{.config = {}, .overrides = grants, .of_trace = true};
  TraceHeader header;
  std::string configuration;
  collectively(world, [&] {
    check_grants(grants);
    if (!first) return;
    refuse_unnamed(trace);
    const TraceReader& past = resumption.past.emplace(trace).reader();
    header = past.header();
    resumption.other_build = made_by_other_build(header);
    if (grants.empty() && has_ended(past)) resumption.finished = past.stop_reason();
    configuration = header.configuration_file;
    request.text = header.configuration;
  });
  world.broadcast(resumption.finished);
  if (!resumption.finished.empty()) return resumption;
  world.broadcast(configuration);
  request.config = configuration;
  resumption.seed = header.seed;
  world.broadcast(resumption.seed);
  resumption.islands = header.islands;
  world.broadcast(resumption.islands);

  resumption.loaded = load(request, problems, world);
  collectively(world, [&] {
    if (!first) return;
    const std::size_t islands = header.islands;
    if (world.size() > islands && world.size() > 1 && !lends(resumption.loaded)) {
      throw UsageError(fmt::format(
          "{} is a run of {} island{}, and here are {} ranks; it goes on with mpirun -n {}{}", trace.string(),
          islands, islands == 1 ? "" : "s", world.size(), islands, islands == 1 ? "" : ", or fewer ranks"));
    }
    if (const auto what = changed_input(resumption.loaded.inputs, header, configuration); !what.empty()) {
      throw DataError(what + "; put the old file back, or begin a new run");
    }
    if (!resumption.past->has_checkpoint()) return;
    const RunState state =
        saved_state(trace, identity_of(resumption.loaded, resumption.seed, header.islands), header.islands);
    resumption.past->check(state);
    if (const auto limit = resumption.loaded.configuration.stop.generations;
        limit && *limit < state.reached) {
      throw UsageError(fmt::format("stop.generations is {}; the run has come to generation {} already",
                                   *limit, state.reached));
    }
    resumption.saved = state;
  });
  bool saved = resumption.saved.has_value();
  world.broadcast(saved);
  if (saved && !first) resumption.saved.emplace();
  if (saved) world.broadcast(*resumption.saved);
  return resumption;
}

std::string leave_finished(Resumption& resumption, const fs::path& trace) {
  const TraceReader& past = resumption.past->reader();
  if (past.closed()) return "is left as it is";
  write_mended(past, trace, {.lock = resumption.past->release_lock()}, {});
  return "is closed now, which a kill had prevented";
}

void write_mended(const TraceReader& past, const std::filesystem::path& file, OldFile old,
                  const std::string& ended) {
  TraceWriter writer(file, past.header(), past, past.epoch_count(), std::move(old));
  if (const auto footer = past.footer()) {
    writer.finish(*footer);
  } else {
    writer.interrupt(ended);
  }
}

namespace {

constexpr const char* what_then = "--force begins it anew, --output names another";

Values deciding_values(const std::string& toml) {
  Values values;
  const Settings settings = Settings::parse(toml, "configuration", Settings::Kind::configuration);
  for (const char* table : {"problem", "island", "migration", "start", "stop"}) {
    for (auto& value : settings.table(table).values()) {
      values.emplace(fmt::format("{}.{}", table, value.key), std::move(value.text));
    }
  }
  return values;
}

std::string text_of(const Difference& fact) {
  return fmt::format("{} was {} and is {}", fact.key, fact.then.value_or("not set"),
                     fact.now.value_or("not set"));
}

[[noreturn]] void refuse_other_run(const fs::path& trace, const std::string& differs,
                                   const Difference& fact = {}) {
  const std::string what = fmt::format("{} is of another run: {}", trace.string(), differs);
  throw UsageError(fmt::format("{}; {}", what, what_then),
                   {.kind = "other_run", .key = fact.key, .then = fact.then, .now = fact.now, .what = what});
}

void check_same_run(const fs::path& trace, const TraceHeader& header, const Loaded& loaded,
                    std::uint64_t seed, std::size_t islands) {
  if (header.problem != loaded.problem->name()) {
    const Difference problem{"problem", header.problem, loaded.problem->name()};
    refuse_other_run(trace, text_of(problem), problem);
  }
  if (header.islands != islands) {
    refuse_other_run(trace,
                     fmt::format("it has {} island{}, and this one {}", header.islands,
                                 header.islands == 1 ? "" : "s", islands),
                     {"run.islands", std::to_string(header.islands), std::to_string(islands)});
  }
  if (header.seed != seed) {
    refuse_other_run(trace, fmt::format("its seed was {} and is {}", header.seed, seed),
                     {"run.seed", std::to_string(header.seed), std::to_string(seed)});
  }
  if (const auto fact = difference(deciding_values(header.configuration), deciding_values(loaded.text)))
    refuse_other_run(trace, text_of(*fact), *fact);
  if (const auto what = changed_input(loaded.inputs, header, loaded.file); !what.empty())
    refuse_other_run(trace, what);
}

}  // namespace

bool has_ended(const fs::path& trace) {
  try {
    return has_ended(TraceReader(trace));
  } catch (const DataError&) {
    return !name_is_taken(structure_of(trace));
  }
}

FoundRun find_run(const fs::path& trace, const Loaded& loaded, std::uint64_t seed, std::size_t islands) {
  // Another process is writing the trace, or is about to make it.
  if (FileLock::is_held(trace) || FileLock::is_held(part_of(trace))) return {RunStatus::busy};
  if (!name_is_taken(trace)) return {RunStatus::missing};
  std::optional<PastTrace> past;
  try {
    past.emplace(trace);
  } catch (const LockedError&) {
    return {RunStatus::busy};
  }
  const TraceReader& reader = past->reader();
  const TraceHeader header = reader.header();
  check_same_run(trace, header, loaded, seed, islands);
  const bool other_build = made_by_other_build(header);
  if (!reader.closed() || !reader.footer()) return {RunStatus::unfinished, other_build};
  return {RunStatus::finished, other_build};
}

std::string other_build_text(const std::string& runs) {
  return fmt::format(
      "another build of this program made {}; --force begins all anew, and --output keeps them", runs);
}

std::string seeds_text(std::span<const std::uint64_t> seeds) {
  std::string text = seeds.size() == 1 ? "seed " : "seeds ";
  for (std::size_t first = 0; first < seeds.size();) {
    std::size_t last = first;
    while (last + 1 < seeds.size() && seeds[last + 1] == seeds[last] + 1) ++last;
    if (first > 0) text += ", ";
    text += std::to_string(seeds[first]);
    if (last > first) text += fmt::format(" to {}", seeds[last]);
    first = last + 1;
  }
  return text;
}

fs::path trace_of_seed(const fs::path& output, std::uint64_t seed) {
  return output.parent_path() /
         fmt::format("{}-{}{}", output.stem().string(), seed, output.extension().string());
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
                       .resumable = name_is_taken(checkpoint_of(trace)),
                       .kept = true,
                       .solution = footer->solution,
                       .kept_set = header.solutions};
  if (report.kept_set.kind == SetKind::map) report.worst_fitness = worst_fitness_of(header.configuration);
  const Score best = score_of(report.outcome.best, report.direction);
  report.target_reached = report.target && reaches(best, report.direction, *report.target);
  return report;
}

namespace {

bool may_restart(const IslandConfiguration& island) {
  return std::visit(
      [](const auto& settings) {
        // Algorithms without the key never begin anew, so advice about it would be wrong.
        if constexpr (!requires { settings.restart_after; }) return true;
        return common_settings(settings).restart_after > 0;
      },
      island.chosen);
}

/// Tells whether some island begins anew by itself, or can't.
bool may_restart(const Configuration& configuration) {
  return may_restart(configuration.island) ||
         std::ranges::any_of(configuration.overrides,
                             [](const auto& override) { return may_restart(override.second); });
}

}  // namespace

ProgressMode mode_here(const Program& program, bool quiet) {
  return program.first_rank() && !quiet ? progress_mode() : ProgressMode::none;
}

SessionReport run_shown(const Loaded& loaded, SessionSettings settings, ProgressMode mode, Program& program) {
  Progress progress(mode, loaded.problem->direction(), loaded.configuration.stop, settings.islands,
                    may_restart(loaded.configuration));
  settings.command = program.command_line();
  settings.watch = [&](const EpochRecord& record) { progress.show(record); };
  settings.watch_evaluations = [&](const EvaluationActivity& activity) { progress.show(activity); };
  settings.interrupted = [] { return interrupted(); };
  SessionReport report = run_session(loaded, settings, program.world());
  if (program.first_rank()) progress.finish();
  return report;
}

SessionReport go_on(Resumption& resumption, Starters starters, const std::filesystem::path& trace,
                    ProgressMode mode, Program& program) {
  return run_shown(resumption.loaded,
                   {.seed = resumption.seed,
                    .islands = resumption.islands,
                    .trace = trace,
                    .overwrite = true,
                    .starters = std::move(starters),
                    .past = resumption.past ? &*resumption.past : nullptr},
                   mode, program);
}

}  // namespace skerry
