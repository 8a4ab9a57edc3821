#include "puzzles/external/program_runs.hpp"

#include "skerry/error.hpp"


#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/core.h>

namespace skerry::external {

ProgramRuns::ProgramRuns(std::shared_ptr<const Declaration> declaration)
    : declaration_(std::move(declaration)), places_(declaration_->workers) {}

ProgramRuns::~ProgramRuns() {
  // All of them get their grace at the same time.
  for (GuardedProcess* process : processes()) process->begin_end();
}

std::size_t ProgramRuns::room() const {
  const auto free =
      static_cast<std::size_t>(std::ranges::count_if(places_, [](const Place& place) { return !place.run; }));
  return free - std::min(free, queue_.size());
}

std::vector<GuardedProcess*> ProgramRuns::processes() {
  std::vector<GuardedProcess*> found;
  for (const Place& place : places_) {
    if (place.run && place.run->process() != nullptr) found.push_back(place.run->process());
  }
  return found;
}

void ProgramRuns::look(std::vector<TaskResult>& done) {
  for (std::size_t place = 0; place < places_.size(); ++place) {
    auto& [task, run] = places_[place];
    if (!run) continue;
    const auto judgement = run->look();
    if (!judgement) continue;
    done.push_back(
        {.number = task.number, .content = text_of(*judgement), .place = static_cast<std::uint32_t>(place)});
    set_times(done.back(), run->started(), Clock::now());
    run.reset();
  }
}

/// Returns why a run could not be begun; none if it was.
std::optional<Failure> ProgramRuns::begin(Place& place) {
  try {
    place.run = std::make_unique<ProgramRun>(*declaration_, read_request(place.task.content));
  } catch (const std::filesystem::filesystem_error& error) {
    std::string reason = fmt::format("no directory can be made in {}: {}",
                                     declaration_->files->directory.string(), error.code().message());
    if (!had_folder_) throw Error(ExitStatus::failed, reason);
    return Failure{FailureKind::refused, std::move(reason)};
  }
  had_folder_ = true;
  return std::nullopt;
}

void ProgramRuns::hand_out(std::vector<TaskResult>& done) {
  for (Place& place : places_) {
    while (!place.run && !queue_.empty()) {
      place.task = std::move(queue_.front());
      queue_.pop_front();
      const auto failure = begin(place);
      if (!failure) break;
      done.push_back({.number = place.task.number, .content = text_of(*failure)});
      set_times(done.back(), Clock::now(), Clock::now());
    }
  }
}

std::vector<TaskResult> ProgramRuns::wait(Clock::time_point until) {
  std::vector<TaskResult> done;
  for (;;) {
    look(done);
    hand_out(done);
    auto next = until;
    bool is_idle = true;
    for (const Place& place : places_) {
      if (!place.run) continue;
      is_idle = false;
      next = place.run->process() == nullptr ? Clock::now() : std::min(next, place.run->next_look());
    }
    if (!done.empty() || is_idle || Clock::now() >= until) return done;
    GuardedProcess::exchange(processes(), next);
  }
}

}  // namespace skerry::external
