#include "app/experiment/conductor.hpp"

#include "skerry/error.hpp"

#include "app/experiment/place.hpp"
#include "app/run/resumption.hpp"
#include "trace/checkpoint/checkpoint.hpp"
#include "trace/new_file.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {

Forecast::Forecast(std::vector<Kind> kinds, std::uint64_t cores)
    : kinds_(std::move(kinds)), seen_(kinds_.size()), cores_(static_cast<double>(cores)) {}

void Forecast::ran(std::size_t kind, double seconds) {
  if (kinds_[kind].left > 0) --kinds_[kind].left;
  seen_[kind].seconds += seconds;
  ++seen_[kind].runs;
}

void Forecast::gave_up(std::size_t kind) {
  if (kinds_[kind].left > 0) --kinds_[kind].left;
}

double Forecast::seconds_left() const {
  Seen all;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    all.seconds += seen_[kind].seconds * static_cast<double>(kinds_[kind].cores);
    all.runs += seen_[kind].runs;
  }
  if (all.runs == 0) return 0;
  double core_seconds = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const Seen& own = seen_[kind];
    const double each =
        own.runs > 0 ? own.seconds * static_cast<double>(kinds_[kind].cores) / static_cast<double>(own.runs)
                     : all.seconds / static_cast<double>(all.runs);
    core_seconds += each * static_cast<double>(kinds_[kind].left);
  }
  return core_seconds / cores_;
}

namespace {

/// Starting ranks takes about a second. The runs of a batch share it, but a batch has few enough runs that no
/// core waits at the end.
constexpr std::uint64_t most_in_a_batch = 10;
constexpr std::uint64_t batches_a_core = 4;

std::uint64_t batch_size(const std::vector<PendingRuns>& pending, std::uint64_t cores) {
  std::uint64_t work = 0;
  for (const PendingRuns& runs : pending) work += runs.seeds.size() * std::min(runs.cores, cores);
  return std::clamp<std::uint64_t>(work / (cores * batches_a_core), 1, most_in_a_batch);
}

}  // namespace

BatchQueue::BatchQueue(const std::vector<PendingRuns>& pending, std::uint64_t cores) : idle_(cores) {
  const std::uint64_t size = batch_size(pending, cores);
  for (std::size_t variant = 0; variant < pending.size(); ++variant) {
    const auto& [seeds, wanted, single] = pending[variant];
    needs_.push_back(std::min(wanted, cores));
    bool fresh = true;
    for (const std::uint64_t seed : seeds) {
      const bool follows = !fresh && seed == waiting_.back().first_seed + waiting_.back().count;
      if (follows && !single && waiting_.back().count < size) {
        ++waiting_.back().count;
      } else {
        waiting_.push_back({variant, seed, 1});
      }
      fresh = false;
    }
  }
}

std::optional<Batch> BatchQueue::take() {
  const auto fits = [&](const Batch& batch) { return needs_[batch.variant] <= idle_; };
  const auto next = std::ranges::find_if(waiting_, fits);
  if (next == waiting_.end()) return std::nullopt;
  const Batch batch = *next;
  waiting_.erase(next);
  idle_ -= needs_[batch.variant];
  return batch;
}

void BatchQueue::give_back(const Batch& batch) {
  idle_ += needs_[batch.variant];
}

void BatchQueue::add(const Batch& batch) {
  waiting_.insert(waiting_.begin(), batch);
}

namespace {

using namespace std::chrono_literals;

constexpr auto look_every = 100ms;
constexpr std::size_t hopeless_failures = 3;
constexpr int looks_until_ended = 10;

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

/// Returns none if another process has locked the file, or has finished the table meanwhile.
std::optional<FileLock> lock_table(const std::filesystem::path& table, bool overwrite) {
  const auto part = part_of(table);
  std::ofstream(part, std::ios::app);
  try {
    std::optional<FileLock> lock(part);
    std::error_code error;
    const bool made = !overwrite && std::filesystem::exists(table, error);
    if (made && lock->is_of(part)) std::filesystem::remove(part, error);
    if (made || !lock->is_of(part)) return std::nullopt;
    return lock;
  } catch (const UsageError&) {
    return std::nullopt;
  }
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
    std::vector<Process*> processes;
    for (const Worker& worker : workers_) processes.push_back(worker.process.get());
    Process::exchange(processes, Clock::now() + look_every);
    pass_on_interruption();
    end_left_behind();
    for (auto worker = workers_.begin(); worker != workers_.end();) {
      const auto status = worker->process->status();
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
    std::optional<FileLock> lock;
    if (experiment_.variants[batch->variant].task) {
      lock = lock_table(file_of(*batch), settings_.force);
      if (!lock) {
        queue_.give_back(*batch);
        settings_.left_to_another(batch->variant, batch->first_seed);
        continue;
      }
    }
    if (!settings_.launcher.empty()) separate_next_run();
    workers_.push_back({.batch = *batch,
                        .process = std::make_unique<Process>(Launch{.command = command_of(*batch)}),
                        .lock = std::move(lock),
                        .since = Clock::now()});
  }
}

std::filesystem::path Conductor::file_of(const Batch& batch) const {
  return settings_.folder / experiment_.variants[batch.variant].file_of(batch.first_seed);
}

std::vector<std::string> Conductor::command_of(const Batch& batch) const {
  const Variant& variant = experiment_.variants[batch.variant];
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
    add("--output", part_of(file_of(batch)).string());
    return words;
  }
  add("--repeat", std::to_string(batch.count), "--output",
      (settings_.folder / (variant.name + ".h5")).string(), "--json", "--quiet");
  add("--islands", std::to_string(variant.islands));
  if (settings_.force) add("--force");
  return words;
}

void Conductor::hear(Worker& worker) {
  for (const std::string& line : worker.process->lines()) hear_line(worker, line);
}

/// A process prints one JSON object for each run; other output of a launcher is passed over.
void Conductor::hear_line(Worker& worker, const std::string& line) {
  const auto report = nlohmann::json::parse(line, nullptr, false);
  if (!report.is_object() || !report.contains("seed") || !report.contains("stop_reason")) return;
  if (report["stop_reason"] == "interrupted") {
    worker.stopped = true;
  } else {
    count_run(worker, report.value("violation", 0.0) == 0, report.value("kept", false));
    // A run that was granted more would not belong to this experiment any more.
    const auto seed = worker.batch.first_seed + worker.reported - 1;
    std::error_code error;
    std::filesystem::remove(
        checkpoint_of(settings_.folder / experiment_.variants[worker.batch.variant].file_of(seed)), error);
  }
}

void Conductor::count_run(Worker& worker, bool feasible, bool kept) {
  const auto now = Clock::now();
  forecast_.ran(worker.batch.variant, seconds(now - worker.since));
  worker.since = now;
  ++worker.reported;
  ++(kept ? progress_->kept : progress_->done);
  if (!kept && !feasible) ++progress_->infeasible;
}

void Conductor::end_table(Worker& worker) {
  const auto file = file_of(worker.batch);
  std::error_code error;
  std::filesystem::rename(part_of(file), file, error);
  if (error)
    throw Error(ExitStatus::failed, fmt::format("cannot write {}: {}", file.string(), error.message()));
  count_run(worker, true, false);
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
  const std::string message = worker.process->message();
  if (!interrupted && !worker.stopped && !variant.task && tells_of_lock(message))
    return leave_to_another(rest);
  if (!interrupted && !worker.stopped) {
    ++failed_batches_;
    ++progress_->failed;
    forecast_.gave_up(rest.variant);
    settings_.failed({.run = fmt::format("{}, seed {}", variant.name, rest.first_seed),
                      .why = message.empty()
                                 ? fmt::format("it ended with exit status {} and said nothing", status)
                                 : message,
                      .variant = rest.variant,
                      .seed = rest.first_seed});
    ++rest.first_seed;
    --rest.count;
  }
  // A batch that somebody else stopped goes on, too.
  if (rest.count > 0) queue_.add(rest);
}

/// Leaves those runs of a batch to others that they have begun, and takes up the rest again. If none is
/// under way any more, the whole batch is looked at later, by whoever looks at the files.
void Conductor::leave_to_another(const Batch& batch) {
  std::vector<Batch> rest;
  for (std::uint64_t i = 0; i < batch.count; ++i) {
    const Batch one{.variant = batch.variant, .first_seed = batch.first_seed + i, .count = 1};
    if (is_busy(file_of(one))) {
      settings_.left_to_another(one.variant, one.first_seed);
    } else if (!rest.empty() && rest.back().first_seed + rest.back().count == one.first_seed) {
      ++rest.back().count;
    } else {
      rest.push_back(one);
    }
  }
  const bool over = rest.size() == 1 && rest.front() == batch;
  for (const Batch& runs : rest) {
    if (!over) queue_.add(runs);
    for (std::uint64_t i = 0; over && i < runs.count; ++i)
      settings_.left_to_another(runs.variant, runs.first_seed + i);
  }
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
    worker.process->signal(insist || !resumable ? SIGTERM : SIGUSR1);
  }
}

/// Kills launchers that stay behind for ten looks: mpirun of Open MPI 4.1 now and then waits for ever after a
/// rank was killed, and SIGTERM does not end it (jobs/attend.sh).
void Conductor::end_left_behind() {
  if (settings_.launcher.empty() || Clock::now() - looked_at_ < 1s) return;
  looked_at_ = Clock::now();
  for (Worker& worker : workers_) {
    worker.looks_behind = worker.process->stays_behind() ? worker.looks_behind + 1 : 0;
    if (worker.looks_behind >= looks_until_ended) worker.process->signal(SIGKILL);
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
