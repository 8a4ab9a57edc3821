#include "puzzles/external/program_runs.hpp"

#include "skerry/error.hpp"

#include "puzzles/external/time_limit.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::external {

ProgramRuns::ProgramRuns(std::shared_ptr<const Declaration> declaration)
    : declaration_(std::move(declaration)), places_(declaration_->workers) {}

ProgramRuns::~ProgramRuns() {
  // All of them get their grace at the same time.
  for (GuardedProcess* process : processes()) process->begin_end();
}

std::size_t ProgramRuns::room() const {
  const auto free = static_cast<std::size_t>(std::ranges::count_if(
      places_, [](const Place& place) { return !place.run && place.failed_starts == 0; }));
  return free - std::min(free, queue_.size());
}

std::vector<GuardedProcess*> ProgramRuns::processes() {
  std::vector<GuardedProcess*> found;
  for (const Place& place : places_) {
    if (place.run && place.run->process() != nullptr) found.push_back(place.run->process());
  }
  return found;
}

/// Decides what becomes of a task whose program has ended: throws where none could be started yet, and tells
/// whether it is to be started again, since a program that was there may come back.
bool ProgramRuns::is_to_wait(Place& place, const Judgement& judgement) {
  if (!had_program_ && place.run->found_no_program()) {
    throw Error(ExitStatus::failed,
                fmt::format("the program \"{}\" can't be used: {}{}", fmt::join(declaration_->command, " "),
                            std::get<Failure>(judgement).reason, hint(*declaration_)));
  }
  had_program_ = had_program_ || place.run->process() != nullptr;
  if (!place.run->could_not_start() || ++place.failed_starts == most_starts) {
    place.failed_starts = 0;
    return false;
  }
  place.pause_end = Clock::now() + place.failed_starts * pause_after_failed_start;
  return true;
}

void ProgramRuns::look(std::vector<TaskResult>& done) {
  for (std::size_t number = 0; number < places_.size(); ++number) {
    Place& place = places_[number];
    if (!place.run) continue;
    const auto judgement = place.run->look();
    if (!judgement) continue;
    if (!is_to_wait(place, *judgement)) {
      done.push_back({.number = place.task.number,
                      .content = text_of(*judgement),
                      .place = static_cast<std::uint32_t>(number)});
      set_times(done.back(), place.run->started(), Clock::now());
    }
    place.run.reset();
  }
}

/// Tells whether there is a task to begin with; it is then that of the place.
bool ProgramRuns::take_task(Place& place) {
  if (place.failed_starts > 0) return Clock::now() >= place.pause_end;
  if (queue_.empty()) return false;
  place.task = std::move(queue_.front());
  queue_.pop_front();
  return true;
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
    while (!place.run && take_task(place)) {
      const auto failure = begin(place);
      if (!failure) break;
      place.failed_starts = 0;
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
      if (!place.run && place.failed_starts == 0) continue;
      is_idle = false;
      if (!place.run) {
        next = std::min(next, place.pause_end);
        continue;
      }
      next = place.run->process() == nullptr ? Clock::now() : std::min(next, place.run->next_look());
    }
    if (!done.empty() || is_idle || Clock::now() >= until) return done;
    GuardedProcess::exchange(processes(), next);
  }
}

}  // namespace skerry::external
