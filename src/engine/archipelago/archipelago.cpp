#include "engine/archipelago/archipelago.hpp"

#include "skerry/error.hpp"

#include "engine/archipelago/gathering.hpp"
#include "engine/archipelago/logbook.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/exchange/exchange.hpp"
#include "engine/lending/lending.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace skerry {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// From these alone every rank draws the same conclusion.
struct Vote {
  Key best;                           // the best of the island since the start
  std::uint64_t best_generation = 0;  // the generation that found it
  std::uint64_t generation = 0;       // the island's generation; before the epoch's end if interrupted
  std::uint64_t evaluations = 0;
  EventCounts events{};  // of this epoch
  std::uint64_t interrupted = 0;
  std::uint64_t save_due = 0;  // the value of the first rank counts
  std::uint64_t asks = 0;      // whether to ask a rule of the user's own (first rank)
  std::uint64_t failed = 0;    // whether the island threw
  std::uint64_t lacks = 0;     // whether its share of evaluations was too small
  double elapsed_s = 0;        // the value of the first rank counts
};

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

class ArchipelagoRun {
 public:
  ArchipelagoRun(Island& island, Communicator& world, const MigrationSettings& migration,
                 const StopRule& stop, std::uint64_t seed, const RunHooks& hooks)
      : island_(island),
        world_(world),
        migration_(migration),
        stop_(stop),
        most_generations_(stop.generation_limit().value_or(unlimited)),
        hooks_(hooks),
        votes_(world.size()),
        exchange_(make_exchange(world, island, migration, seed)),
        gathering_(world, hooks.recorded.improvement_genomes ? island.genome_form().row_size_bytes() : 0),
        solutions_(world, island) {
    if (hooks.recorded.populations) populations_.emplace(world, island);
  }

  Outcome run(const Snapshot* start) {
    if (start != nullptr) restore(*start);
    agree_on_start();
    if (start == nullptr) {
      keep_failure([&] {
        if (hooks_.begin_generation) hooks_.begin_generation(0);
        island_.initialise();
      });
    }
    while (true) {
      plan_stretch();
      keep_failure([&] { evolve(); });
      if (hooks_.end_epoch) hooks_.end_epoch();
      const RunState before = state_;
      const auto reason = vote();
      if (reason) {
        if (*reason != StopReason::target) save(before);
        if (*reason != StopReason::interrupted) {
          take_populations(true);
          report(std::nullopt);
        }
        return conclude(*reason);
      }
      const bool ended = ends_epoch();
      state_.under_way = 1;
      if (!ended) continue;
      take_populations(false);
      report(migrate());
      if (votes_.front().save_due != 0) save(state_);
    }
  }

 private:
  void restore(const Snapshot& start) {
    unpack(start.own, logbook_, island_);
    state_ = start.state;
    elapsed_before_s_ = state_.elapsed_s;
    restored_ = true;
    if (logbook_.generation < state_.generation || logbook_.generation > goal()) {
      throw DataError("a saved island stands outside the epoch that its run is in");
    }
  }

  std::uint64_t goal() const {
    return state_.under_way == 0 ? 0 : std::min(state_.generation + migration_.every, most_generations_);
  }

  std::uint64_t first_generation() const { return state_.epoch == 0 ? 0 : state_.generation + 1; }

  /// That on the initial population does so only if it is dealt out, whose migration then has a row.
  bool ends_epoch() const {
    return state_.under_way != 0 ? logbook_.generation == goal()
                                 : migration_.deal_at_start && world_.size() > 1;
  }

  double elapsed_s() const { return elapsed_before_s_ + seconds_since(start_); }

  bool interrupted() const { return hooks_.interrupted && hooks_.interrupted(); }

  /// Learns where the islands stand, and shares the evaluations of the initial population. Collective.
  void agree_on_start() {
    struct Place {
      std::uint64_t generation = 0;
      std::uint64_t evaluations = 0;
      std::uint64_t size = 0;
      std::uint64_t most_evaluations = 0;
    };
    std::vector<Place> places(world_.size());
    world_.allgather(
        Place{logbook_.generation, logbook_.evaluations, island_.size(), island_.most_evaluations()},
        std::span(places));
    std::uint64_t individuals = 0;
    slowest_ = logbook_.generation;
    for (const Place& place : places) {
      slowest_ = std::min(slowest_, place.generation);
      foremost_ = std::max(foremost_, place.generation);
      evaluations_ += place.evaluations;
      individuals += place.size;
      most_a_generation_ += std::min(place.most_evaluations, unlimited - most_a_generation_);
    }
    if (!stop_.evaluations) return;
    island_.limit_evaluations(*stop_.evaluations < individuals
                                  ? share_of(*stop_.evaluations)
                                  : island_.size() + share_of(*stop_.evaluations - individuals));
  }

  std::uint64_t left() const {
    return !stop_.evaluations ? unlimited : *stop_.evaluations - std::min(*stop_.evaluations, evaluations_);
  }

  /// The first islands take what can't be shared.
  std::uint64_t share_of(std::uint64_t evaluations) const {
    return evaluations / world_.size() + (world_.rank() < evaluations % world_.size() ? 1 : 0);
  }

  /// Whether what is left might not do for so many generations of all islands.
  bool might_lack(std::uint64_t generations) const {
    return stop_.evaluations && left() / std::max<std::uint64_t>(generations, 1) < most_a_generation_;
  }

  /// Decides how far the islands go until they vote, an epoch or one generation where more could be too late,
  /// and what each may spend on the way. After a snapshot they first come to the foremost one.
  void plan_stretch() {
    const std::uint64_t end = goal();
    steps_ = looks_each_generation() || might_lack(end - std::min(end, slowest_));
    const std::uint64_t next = std::max(foremost_ + (restored_ ? 0 : 1), state_.generation + 1);
    vote_at_ = steps_ ? std::min(end, next) : end;
    restored_ = false;
    if (!stop_.evaluations || state_.under_way == 0) return;
    const bool shares = might_lack(vote_at_ - slowest_);
    island_.limit_evaluations(shares ? logbook_.evaluations + share_of(left()) : unlimited);
    if (shares && !short_ && (left() <= kept_left_ / 2 || left() <= 2 * spent_)) {
      kept_ = Snapshot{state_, pack(logbook_, island_)};
      kept_left_ = left();
    }
  }

  bool looks_each_generation() const {
    return stop_.each_generation.value_or(false) && (stop_.target || stop_.stagnation || stop_.seconds);
  }

  /// Islands that vote after one generation make it, so that all stand at the same one if interrupted.
  void evolve() {
    for (; logbook_.generation < vote_at_ && (steps_ || !interrupted()); ++logbook_.generation) {
      if (hooks_.begin_generation) hooks_.begin_generation(vote_at_ - logbook_.generation - 1);
      island_.evolve(1);
    }
  }

  template <typename Work>
  void keep_failure(Work work) {
    if (!hooks_.share_failures) return work();
    try {
      if (!failure_) work();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  /// Throws on every rank the exception of the first island that failed. Collective.
  void throw_shared_failure() {
    const auto failed = std::ranges::find_if(votes_, [](const Vote& vote) { return vote.failed != 0; });
    if (failed == votes_.end()) return;
    const auto island = static_cast<std::size_t>(failed - votes_.begin());
    Failure failure;
    if (failure_) failure = failure_of(failure_);
    world_.broadcast(failure.status, island);
    world_.broadcast(failure.message, island);
    if (world_.rank() == island) std::rethrow_exception(failure_);
    throw_as(failure.status, "island " + std::to_string(island) + ": " + failure.message);
  }

  /// Only here do the islands wait for each other in an epoch.
  std::optional<StopReason> vote() {
    if (failure_) {
      Vote failed;
      failed.failed = 1;
      world_.allgather(failed, std::span(votes_));
      throw_shared_failure();
    }
    logbook_.collect(island_, elapsed_before_s_);
    if (logbook_.rows.statistics.size() != logbook_.generation - first_generation() + 1) {
      throw std::logic_error("an island has not recorded each generation");
    }
    const double now_s = elapsed_s();
    const bool due = world_.rank() == 0 && hooks_.save_due && ends_epoch() && hooks_.save_due(now_s);
    const Vote mine{.best = island_.best_key(),
                    .best_generation = logbook_.best_generation,
                    .generation = logbook_.generation,
                    .evaluations = logbook_.evaluations,
                    .events = counts_of(logbook_.rows),
                    .interrupted = interrupted() ? 1U : 0U,
                    .save_due = due ? 1U : 0U,
                    .asks = world_.rank() == 0 && stop_.when ? 1U : 0U,
                    .lacks = island_.lacks_evaluations() ? 1U : 0U,
                    .elapsed_s = now_s};
    const auto before = Clock::now();
    world_.allgather(mine, std::span(votes_));
    waiting_s_ = seconds_since(before);
    throw_shared_failure();
    count();
    const std::optional<StopReason> reason = decide();
    if (!ends_epoch() || votes_.front().asks == 0 || reason == StopReason::interrupted) return reason;
    const bool requested = ask();
    return reason || !requested ? reason : StopReason::requested;
  }

  void count() {
    const std::uint64_t before = std::exchange(evaluations_, 0);
    foremost_ = 0;
    slowest_ = logbook_.generation;
    for (const Vote& vote : votes_) {
      evaluations_ += vote.evaluations;
      foremost_ = std::max(foremost_, vote.generation);
      slowest_ = std::min(slowest_, vote.generation);
      if (vote.lacks != 0) short_ = true;
    }
    state_.reached = foremost_;
    spent_ = evaluations_ - before;
    const auto leader = std::ranges::min_element(votes_, [](const Vote& a, const Vote& b) {
      return std::tie(a.best, a.best_generation) < std::tie(b.best, b.best_generation);
    });
    if (state_.has_best != 0 && !(leader->best < state_.best)) return;
    state_.has_best = 1;
    state_.best = leader->best;
    state_.best_generation = leader->best_generation;
    state_.best_island = static_cast<std::uint64_t>(leader - votes_.begin());
  }

  std::optional<StopReason> decide() const {
    const std::uint64_t generation = vote_at_;
    const bool together = slowest_ == generation && foremost_ == generation;
    const bool spent = left() == 0 || (short_ && spent_ == 0);
    if (together && generation == 0 && !has_fitness(state_.best)) return StopReason::no_fitness;
    if (together && (spent || looks_each_generation() || generation == goal())) {
      if (stop_.target && reaches(*stop_.target)) return StopReason::target;
      if (generation >= most_generations_) return StopReason::generations;
      if (spent) return StopReason::evaluations;
      if (stop_.stagnation && generation - state_.best_generation >= *stop_.stagnation) {
        return StopReason::stagnation;
      }
      if (stop_.seconds && votes_.front().elapsed_s >= *stop_.seconds) return StopReason::seconds;
    }
    const bool interrupted =
        std::ranges::any_of(votes_, [](const Vote& vote) { return vote.interrupted != 0; });
    return interrupted ? std::optional(StopReason::interrupted) : std::nullopt;
  }

  /// Asks on the first rank. Collective.
  bool ask() {
    std::uint64_t answer = 0;  // 1: stop, 2: the rule threw
    if (world_.rank() == 0) {
      try {
        answer = stop_.when({.epoch = state_.epoch,
                             .generation = logbook_.generation,
                             .islands = world_.size(),
                             .evaluations = evaluations_,
                             .elapsed_s = votes_.front().elapsed_s,
                             .best = score_of(state_.best, island_.direction())})
                     ? 1
                     : 0;
      } catch (...) {
        if (!hooks_.share_failures) throw;
        failure_ = std::current_exception();
        answer = 2;
      }
    }
    world_.broadcast(answer);
    if (answer == 2) {
      votes_.front().failed = 1;
      throw_shared_failure();
    }
    return answer == 1;
  }

  bool reaches(double target) const { return state_.best <= key_of({0, target}, island_.direction()); }

  std::optional<MigrationCost> migrate() {
    if (world_.size() == 1 || migration_.topology.form() == Topology::Form::none) return std::nullopt;
    MigrationCost cost = exchange_->migrate(island_, state_.epoch);
    cost.waiting_s = waiting_s_;
    return cost;
  }

  void save(const RunState& state) {
    if (!hooks_.save) return;
    Snapshot snapshot = short_ ? kept_ : Snapshot{state, pack(logbook_, island_)};
    snapshot.solutions = solutions_.gather(island_);
    snapshot.state.reached = state_.reached;
    snapshot.state.elapsed_s = elapsed_s();
    hooks_.save(snapshot);
  }

  /// Takes the populations that the last generation left, if they are recorded at the end of this epoch.
  void take_populations(bool last) {
    const auto& every = hooks_.recorded.populations;
    const bool due = every && (last || (*every > 0 && (state_.epoch + 1) % *every == 0));
    if (due) populations_->gather(island_, taken_);
  }

  void report(const std::optional<MigrationCost>& cost) {
    logbook_.rows.statistics.back().waiting_s = waiting_s_;
    counts_.clear();
    for (const Vote& vote : votes_) counts_.push_back(vote.events);
    EpochRecord record = gathering_.gather(logbook_, cost, counts_);
    record.populations = std::exchange(taken_.populations, {});
    record.population_genomes = std::exchange(taken_.population_genomes, {});
    record.epoch = state_.epoch;
    record.first_generation = first_generation();
    record.best = state_.best;
    record.evaluations = evaluations_;
    record.elapsed_s = elapsed_s();
    if (world_.rank() == 0 && hooks_.record) hooks_.record(record);

    state_.generation = logbook_.generation;
    ++state_.epoch;
    logbook_.clear();
  }

  Outcome conclude(StopReason reason) {
    Outcome outcome{state_.generation,
                    state_.epoch,
                    evaluations_,
                    elapsed_s(),
                    state_.best,
                    state_.best_island,
                    {},
                    reason,
                    solutions_.gather(island_)};
    if (world_.rank() == state_.best_island) outcome.best_genome = island_.best_genome();
    world_.broadcast(outcome.best_genome, state_.best_island);
    world_.broadcast(outcome.elapsed_s);
    return outcome;
  }

  Island& island_;
  Communicator& world_;
  MigrationSettings migration_;
  StopRule stop_;
  std::uint64_t most_generations_;
  const RunHooks& hooks_;
  std::vector<Vote> votes_;
  std::unique_ptr<Exchange> exchange_;
  Gathering gathering_;
  SolutionGathering solutions_;
  std::optional<PopulationGathering> populations_;
  IslandRows taken_;  // the populations of the epoch that ends
  Clock::time_point start_ = Clock::now();
  double elapsed_before_s_ = 0;  // the part of elapsed_s before the snapshot

  RunState state_;
  Logbook logbook_;
  std::uint64_t foremost_ = 0;  // the generations at which the foremost and the slowest island stand
  std::uint64_t slowest_ = 0;
  std::uint64_t vote_at_ = 0;  // the generation
  bool steps_ = false;         // whether that is the next one
  bool restored_ = false;
  std::uint64_t evaluations_ = 0;
  std::uint64_t spent_ = 0;  // of these since the vote before
  std::uint64_t most_a_generation_ = 0;
  bool short_ = false;  // whether shares were too small, so that a run with a higher limit goes another way
  Snapshot kept_;       // from before; of an island without a state if there is none
  std::uint64_t kept_left_ = unlimited;
  double waiting_s_ = 0;
  std::vector<EventCounts> counts_;  // of each island, in this epoch
  std::exception_ptr failure_;
};

}  // namespace

Outcome run_archipelago(Island& island, Communicator& world, const MigrationSettings& migration,
                        const StopRule& stop, std::uint64_t seed, const RunHooks& hooks,
                        const Snapshot* start) {
  stop.check();
  return ArchipelagoRun(island, world, migration, stop, seed, hooks).run(start);
}

namespace {

/// Throws AgreedFailure for columns that a run can't have, or that differ between ranks. Collective.
void agree_on_columns(Communicator& ranks, const std::vector<Column>& columns) {
  const std::string own = text_of(columns);
  std::string first = own;
  ranks.broadcast(first);
  collectively(ranks, [&] {
    check_columns(columns);
    if (own != first) {
      throw UsageError("this island has the columns " + own + ", and the first one " + first +
                       "; all islands have the same");
    }
  });
}

}  // namespace

EvolvedIsland run_islands(IslandRun run, const Mpi& mpi) {
  Communicator& ranks = mpi.communicator();
  RunDescription& description = run.description;
  std::unique_ptr<Island> island;
  collectively(ranks, [&] {
    island = run.make_island();
    island->use(run.services);
    description.recorded = island->record(description.recorded);
    description.genome = island->genome_form();
  });
  description.solutions = island->set_description();
  description.columns = island->columns();
  agree_on_columns(ranks, description.columns);
  RunHooks& hooks = run.hooks;
  hooks.recorded = description.recorded;
  if (run.lending) {
    hooks.begin_generation = [&run](std::uint64_t to_follow) { run.lending->begin_generation(to_follow); };
    hooks.end_epoch = [&run] { run.lending->end_epoch(); };
  }
  RunStart start;
  if (Recorder* recorder = run.recorder) {
    start = recorder->begin(description, mpi);
    if (start.finished) return {std::move(island), *std::move(start.finished)};
    hooks.record = [recorder, also = std::move(hooks.record)](const EpochRecord& epoch) {
      recorder->record(epoch);
      if (also) also(epoch);
    };
    hooks.save_due = [recorder](double elapsed_s) { return recorder->save_due(elapsed_s); };
    hooks.save = [recorder](const Snapshot& snapshot) { recorder->save(snapshot); };
  }
  Outcome outcome = run_archipelago(*island, ranks, run.migration, run.stop, description.seed, hooks,
                                    start.snapshot ? &*start.snapshot : nullptr);
  if (run.recorder != nullptr) {
    const bool told = mpi.first() && description.describe && has_fitness(outcome.best);
    run.recorder->end(outcome, told ? description.describe(outcome.best_genome) : std::string());
  }
  return {std::move(island), std::move(outcome)};
}

std::optional<std::uint64_t> StopRule::generation_limit() const {
  if (generations || evaluations || seconds || target || stagnation) return generations;
  return 100;
}

void StopRule::ask_too(std::function<bool(const Epoch&)> on_epoch) {
  if (!on_epoch) return;
  when = [asked = std::move(when), on_epoch = std::move(on_epoch)](const Epoch& epoch) {
    const bool held = asked && asked(epoch);
    return !on_epoch(epoch) || held;
  };
}

void StopRule::check() const {
  if (evaluations == 0U) throw UsageError("stop.evaluations is 0; it is at least 1");
  if (stagnation == 0U) throw UsageError("stop.stagnation is 0; it is at least 1");
  if (seconds && !(*seconds >= 0)) {
    throw UsageError("stop.seconds is " + std::to_string(*seconds) + "; it is at least 0");
  }
  if (target && !std::isfinite(*target)) {
    throw UsageError("stop.target is " + std::to_string(*target) + "; it is a finite number");
  }
}

std::string_view name_of(StopReason reason) {
  constexpr auto names =
      std::to_array<std::string_view>({"generations", "evaluations", "seconds", "target", "stagnation",
                                       "requested", "interrupted", "no_fitness"});
  return names.at(static_cast<std::size_t>(reason));
}

}  // namespace skerry
