#include "app/run/resumption.hpp"

#include "skerry/error.hpp"

#include "app/run/lending_session.hpp"
#include "app/run/mending.hpp"
#include "app/run/trace_header.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"
#include "trace/checkpoint/checkpoint.hpp"
#include "trace/trace_format.hpp"

#include <set>
#include <system_error>
#include <utility>

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

[[noreturn]] void refuse_ranks(const fs::path& trace, std::size_t islands, std::size_t ranks) {
  throw UsageError(fmt::format(
      "{} is a run of {} island{}, and here are {} ranks; resume it with mpirun -n {}, or without mpirun",
      trace.string(), islands, islands == 1 ? "" : "s", ranks, islands));
}

/// A trace takes its name when it is laid out; before that a kill leaves nothing to go on from.
void refuse_unnamed(const fs::path& trace) {
  const fs::path part = trace.string() + ".part";
  std::error_code error;
  if (fs::exists(trace, error) || !fs::exists(part, error)) return;
  const FileLock lock(part);  // throws where the run goes on
  throw DataError(fmt::format(
      "{}: there is no such file, but {}, which a run left that was killed at its start; begin it "
      "again",
      trace.string(), part.string()));
}

/// Tells whether a run with this stop reason is over, whatever is granted.
bool over(const std::string& stop_reason, const std::vector<LoadRequest::Override>& grants) {
  if (stop_reason == trace_format::running || stop_reason == trace_format::interrupted) return false;
  return grants.empty();
}

}  // namespace

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
  LoadRequest request{.config = {}, .overrides = grants};
  TraceHeader header;
  std::string configuration;
  collectively(world, [&] {
    check_grants(grants);
    if (!first) return;
    refuse_unnamed(trace);
    resumption.lock.emplace(trace);
    resumption.past.emplace(trace);
    header = past_header(*resumption.past);
    if (world.size() > 1 && world.size() < header.islands) refuse_ranks(trace, header.islands, world.size());
    if (const std::string reason = resumption.past->stop_reason(); over(reason, grants)) {
      resumption.finished = reason;
    }
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
    if (world.size() > header.islands && world.size() > 1 && !lends(resumption.loaded))
      refuse_ranks(trace, header.islands, world.size());
    if (const auto what = changed_input(resumption.loaded.inputs, header, configuration); !what.empty()) {
      throw DataError(what + "; put the old file back, or begin a new run");
    }
    // A checkpoint that exists and can't be read is refused and never passed over, since the run would start
    // over.
    std::error_code error;
    if (fs::symlink_status(checkpoint_of(trace), error).type() == fs::file_type::not_found) return;
    const RunState state =
        saved_state(trace, identity_of(resumption.loaded, resumption.seed, header.islands), header.islands);
    if (state.epoch > resumption.past->epoch_count()) {
      throw DataError(fmt::format("{} has {} epochs and its checkpoint {}: one of the two was replaced",
                                  trace.string(), resumption.past->epoch_count(), state.epoch));
    }
    if (const auto limit = resumption.loaded.configuration.stop.generations; limit < state.reached) {
      throw UsageError(fmt::format("stop.generations is {}; the run has come to generation {} already", limit,
                                   state.reached));
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
  if (resumption.past->closed()) return "is left as it is";
  write_mended(*resumption.past, trace, {.lock = std::move(*resumption.lock)}, {});
  return "is closed now, which a kill had prevented";
}

}  // namespace skerry
