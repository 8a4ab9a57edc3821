#include "app/experiment/conductor.hpp"

#include "skerry/error.hpp"

#include "app/experiment/place.hpp"
#include "trace/checkpoint/checkpoint.hpp"

#include <algorithm>
#include <csignal>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {
namespace {

using namespace std::chrono_literals;

constexpr int look_every_ms = 100;
constexpr std::size_t hopeless_failures = 3;

double seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

std::string seeds_text(const Batch& batch) {
  if (batch.count == 1) return fmt::format("seed {}", batch.first_seed);
  return fmt::format("seeds {} to {}", batch.first_seed, batch.first_seed + batch.count - 1);
}

std::vector<Forecast::Kind> kinds_of(const std::vector<PendingRuns>& pending, std::uint64_t cores) {
  std::vector<Forecast::Kind> kinds;
  for (const PendingRuns& runs : pending) kinds.push_back({runs.seeds.size(), std::min(runs.cores, cores)});
  return kinds;
}

}  // namespace

Conductor::Conductor(const ExperimentDescription& experiment, const std::vector<PendingRuns>& pending,
                     const ConductorSettings& settings)
    : experiment_(experiment),
      settings_(settings),
      queue_(pending, settings.cores),
      forecast_(kinds_of(pending, settings.cores), settings.cores) {}

Ending Conductor::conduct(ExperimentProgress& progress) {
  progress_ = &progress;
  while (true) {
    const bool hopeless = failed_batches_ >= hopeless_failures && progress.done == 0;
    if (!interrupted_at_ && !hopeless) start();
    show();
    if (workers_.empty()) {
      if (interrupted_at_ || settings_.interrupted()) return Ending::interrupted;
      return hopeless && !queue_.empty() ? Ending::hopeless : Ending::complete;
    }
    std::vector<const Child*> children;
    for (const Worker& worker : workers_) children.push_back(&worker.child);
    Child::await(children, look_every_ms);
    pass_on_interruption();
    for (auto worker = workers_.begin(); worker != workers_.end();) {
      const auto status = worker->child.status();
      hear(*worker);
      if (status) end(*worker, *status);
      worker = status ? workers_.erase(worker) : std::next(worker);
    }
  }
}

void Conductor::start() {
  while (!settings_.interrupted()) {
    const auto batch = queue_.take();
    if (!batch) return;
    if (!settings_.launcher.empty()) separate_next_run();
    workers_.push_back({.batch = *batch, .child = Child(command_of(*batch)), .since = Clock::now()});
  }
}

std::vector<std::string> Conductor::command_of(const Batch& batch) const {
  const Variant& variant = experiment_.variants[batch.variant];
  const std::string output = (settings_.folder / variant.file_of(batch.first_seed)).string();
  std::vector<std::string> words;
  const auto add = [&](auto... more) { (words.push_back(std::string(more)), ...); };
  const bool launched = !settings_.launcher.empty();
  if (launched && !variant.task && (variant.islands > 1 || settings_.launch_always)) {
    words = settings_.launcher;
    add("-n", std::to_string(variant.islands));
  }
  add(settings_.program.string(), variant.task ? variant.task->command : "run", variant.config.string());
  for (const auto& [key, value] : variant.settings) add("--set", key + "=" + value);
  add("--seed", std::to_string(batch.first_seed));
  if (variant.task) {
    for (const std::string& option : variant.task->call.options) add(option);
    add("--output", output + ".part");
    return words;
  }
  add("--repeat", std::to_string(batch.count), "--output",
      (settings_.folder / (variant.name + ".h5")).string(), "--json", "--quiet");
  add("--islands", std::to_string(variant.islands));
  if (settings_.force) add("--force");
  return words;
}

void Conductor::hear(Worker& worker) {
  for (const std::string& line : worker.child.lines()) hear_line(worker, line);
}

/// A process prints one JSON object for each run; other output of a launcher is passed over.
void Conductor::hear_line(Worker& worker, const std::string& line) {
  const auto report = nlohmann::json::parse(line, nullptr, false);
  if (!report.is_object() || !report.contains("seed") || !report.contains("stop_reason")) return;
  if (report["stop_reason"] == "interrupted") {
    worker.stopped = true;
  } else {
    count_run(worker, report.value("violation", 0.0) == 0);
    // A run that was granted more would not belong to this experiment any more.
    const auto seed = worker.batch.first_seed + worker.reported - 1;
    std::error_code error;
    std::filesystem::remove(
        checkpoint_of(settings_.folder / experiment_.variants[worker.batch.variant].file_of(seed)), error);
  }
}

void Conductor::count_run(Worker& worker, bool feasible) {
  const auto now = Clock::now();
  forecast_.ran(worker.batch.variant, seconds(now - worker.since));
  worker.since = now;
  ++worker.reported;
  ++progress_->done;
  if (!feasible) ++progress_->infeasible;
}

void Conductor::end_table(Worker& worker) {
  const auto file =
      settings_.folder / experiment_.variants[worker.batch.variant].file_of(worker.batch.first_seed);
  std::error_code error;
  std::filesystem::rename(file.string() + ".part", file, error);
  if (error)
    throw Error(ExitStatus::failed, fmt::format("cannot write {}: {}", file.string(), error.message()));
  count_run(worker, true);
}

void Conductor::end(Worker& worker, int status) {
  queue_.give_back(worker.batch);
  const Variant& variant = experiment_.variants[worker.batch.variant];
  if (variant.task && status == 0) end_table(worker);
  Batch rest = worker.batch;
  rest.first_seed += worker.reported;
  rest.count -= worker.reported;
  if (rest.count == 0) return;
  const bool interrupted = interrupted_at_ || settings_.interrupted();
  if (!interrupted && !worker.stopped) {
    ++failed_batches_;
    ++progress_->failed;
    forecast_.gave_up(rest.variant);
    std::string why = worker.child.message();
    if (why.empty()) why = fmt::format("it ended with exit status {} and said nothing", status);
    settings_.failed({fmt::format("{}, seed {}", variant.name, rest.first_seed), why});
    ++rest.first_seed;
    --rest.count;
  }
  // A batch that somebody else stopped goes on, too.
  if (rest.count > 0) queue_.add(rest);
}

void Conductor::pass_on_interruption() {
  if (!settings_.interrupted()) return;
  const auto now = Clock::now();
  if (!interrupted_at_) {
    interrupted_at_ = now;
  } else if (now - signalled_at_ < 1s) {
    return;
  }
  signalled_at_ = now;
  // The signal is sent repeatedly, since mpirun drops signals while it starts its ranks.
  const bool insist = seconds(now - *interrupted_at_) > settings_.grace_s;
  for (const Worker& worker : workers_) {
    const bool resumable = !experiment_.variants[worker.batch.variant].task;
    worker.child.signal(insist || !resumable ? SIGTERM : SIGUSR1);
  }
}

void Conductor::show() {
  progress_->under_way.clear();
  for (const Worker& worker : workers_) {
    Batch rest = worker.batch;
    rest.first_seed += worker.reported;
    rest.count -= std::min(worker.reported, rest.count - 1);
    progress_->under_way.push_back(
        fmt::format("{} {}", experiment_.variants[rest.variant].name, seeds_text(rest)));
  }
  progress_->seconds_left = forecast_.seconds_left();
  settings_.watch(*progress_);
}

}  // namespace skerry
