#include "skerry/archipelago.hpp"

#include "skerry/error.hpp"

#include "migration/exchange.hpp"
#include "mpi/communicator.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <tuple>

namespace skerry {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What each island tells all others at the end of an epoch; from these alone every rank draws the same
/// conclusion.
struct Vote {
  Key best;                           // of the island's life
  std::uint64_t best_generation = 0;  // that made it
  std::uint64_t evaluations = 0;
  std::uint64_t improvements = 0;  // of this epoch
  double elapsed_s = 0;            // the first rank's counts
};

class Voyage {
 public:
  Voyage(Island& island, Communicator& world, const MigrationSettings& migration, const StopRule& stop,
         const std::function<void(const EpochRecord&)>& record)
      : island_(island),
        world_(world),
        migration_(migration),
        stop_(stop),
        record_(record),
        votes_(world.size()),
        exchange_(make_exchange(world, island, migration.rule, migration.transport)) {}

  Outcome run() {
    island_.initialise();
    auto reason = vote();
    if (reason) report({});
    while (!reason) {
      const std::uint64_t generations = std::min(migration_.every, stop_.generations - generation_);
      island_.evolve(generations);
      generation_ += generations;
      reason = vote();
      MigrationCost cost;
      migrated_ = !reason && world_.size() > 1 && migration_.rule.topology != Topology::none;
      if (migrated_) {
        cost = exchange_->migrate(island_, epoch_);
        cost.waiting_s = waiting_s_;
      }
      report(cost);
    }
    return conclude(*reason);
  }

 private:
  /// The one moment of an epoch at which islands wait for each other.
  std::optional<StopReason> vote() {
    const auto rows = island_.statistics();
    if (rows.size() != epoch_rows()) throw std::logic_error("an island has not recorded each generation");
    if (const auto improvements = island_.improvements(); !improvements.empty()) {
      own_best_generation_ = improvements.back().generation;
    }
    const Vote mine{island_.best_key(), own_best_generation_, rows.back().evaluations,
                    island_.improvements().size(), seconds_since(start_)};
    const auto before = Clock::now();
    world_.allgather(mine, std::span(votes_));
    waiting_s_ = seconds_since(before);
    count();
    return decide();
  }

  void count() {
    evaluations_ = 0;
    for (const Vote& vote : votes_) evaluations_ += vote.evaluations;
    const auto leader = std::ranges::min_element(votes_, [](const Vote& a, const Vote& b) {
      return std::tie(a.best, a.best_generation) < std::tie(b.best, b.best_generation);
    });
    if (best_ && !(leader->best < *best_)) return;
    best_ = leader->best;
    best_generation_ = leader->best_generation;
    best_island_ = static_cast<std::size_t>(leader - votes_.begin());
  }

  std::optional<StopReason> decide() const {
    if (stop_.target && reaches(*stop_.target)) return StopReason::target;
    if (generation_ >= stop_.generations) return StopReason::generations;
    if (stop_.evaluations && evaluations_ >= *stop_.evaluations) return StopReason::evaluations;
    if (stop_.stagnation && generation_ - best_generation_ >= *stop_.stagnation)
      return StopReason::stagnation;
    if (stop_.seconds && votes_.front().elapsed_s >= *stop_.seconds) return StopReason::seconds;
    return std::nullopt;
  }

  bool reaches(double target) const { return *best_ <= key_of({0, target}, island_.direction()); }

  std::size_t epoch_rows() const { return generation_ - first_generation_ + 1; }

  /// Everyone's rows, cost and improvements to the first rank, in one message each.
  void report(const MigrationCost& cost) {
    rows_.assign(island_.statistics().begin(), island_.statistics().end());
    rows_.back().waiting_s = waiting_s_;
    message_.clear();
    append(std::span<const Statistics>(rows_));
    append(std::span(&cost, 1));
    append(island_.improvements());

    message_sizes_.clear();
    for (const Vote& vote : votes_) {
      message_sizes_.push_back(rows_.size() * sizeof(Statistics) + sizeof(MigrationCost) +
                               vote.improvements * sizeof(Improvement));
    }
    if (message_.size() != message_sizes_[world_.rank()]) {
      throw std::logic_error("a migration left improvements behind");
    }
    if (world_.rank() == 0) messages_.resize(std::reduce(message_sizes_.begin(), message_sizes_.end()));
    world_.gather(std::span<const std::byte>(message_), message_sizes_, std::span(messages_));
    if (world_.rank() == 0) record_(collect());

    island_.forget();
    ++epoch_;
    first_generation_ = generation_ + 1;
  }

  template <typename T>
  void append(std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    message_.insert(message_.end(), bytes.begin(), bytes.end());
  }

  EpochRecord collect() const {
    EpochRecord record;
    record.epoch = epoch_;
    record.first_generation = first_generation_;
    record.generations = rows_.size();
    record.islands = world_.size();
    record.statistics.resize(rows_.size() * world_.size());
    const std::byte* next = messages_.data();
    const auto take = [&next](auto& value) {
      std::memcpy(&value, next, sizeof(value));
      next += sizeof(value);
    };
    for (std::size_t island = 0; island < world_.size(); ++island) {
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        take(record.statistics[row * world_.size() + island]);
      }
      MigrationCost cost;
      take(cost);
      if (migrated_) record.migration.push_back(cost);
      for (std::uint64_t i = 0; i < votes_[island].improvements; ++i)
        take(record.improvements.emplace_back());
    }
    std::ranges::stable_sort(record.improvements, {}, &Improvement::generation);
    record.best = *best_;
    record.evaluations = evaluations_;
    record.elapsed_s = seconds_since(start_);
    return record;
  }

  Outcome conclude(StopReason reason) {
    Outcome outcome{generation_, epoch_,       evaluations_, seconds_since(start_),
                    *best_,      best_island_, {},           reason};
    if (world_.rank() == best_island_) outcome.best_genome = island_.best_genome();
    world_.broadcast(outcome.best_genome, best_island_);
    return outcome;
  }

  Island& island_;
  Communicator& world_;
  MigrationSettings migration_;
  StopRule stop_;
  const std::function<void(const EpochRecord&)>& record_;
  std::vector<Vote> votes_;
  std::unique_ptr<Exchange> exchange_;
  Clock::time_point start_ = Clock::now();

  std::uint64_t generation_ = 0;
  std::uint64_t first_generation_ = 0;  // of the epoch
  std::uint64_t epoch_ = 0;
  std::uint64_t evaluations_ = 0;
  std::uint64_t own_best_generation_ = 0;
  std::uint64_t best_generation_ = 0;
  std::size_t best_island_ = 0;
  std::optional<Key> best_;
  double waiting_s_ = 0;
  bool migrated_ = false;

  std::vector<Statistics> rows_;
  std::vector<std::byte> message_;
  std::vector<std::size_t> message_sizes_;
  std::vector<std::byte> messages_;
};

}  // namespace

std::string_view name_of(StopReason reason) {
  switch (reason) {
    case StopReason::generations:
      return "generations";
    case StopReason::evaluations:
      return "evaluations";
    case StopReason::seconds:
      return "seconds";
    case StopReason::target:
      return "target";
    case StopReason::stagnation:
      return "stagnation";
  }
  throw std::logic_error("a stop reason without a name");
}

Outcome run_archipelago(Island& island, Communicator& world, const MigrationSettings& migration,
                        const StopRule& stop, const std::function<void(const EpochRecord&)>& record) {
  if (migration.every == 0) throw UsageError("migration.every is 0; an epoch has at least 1 generation");
  return Voyage(island, world, migration, stop, record).run();
}

}  // namespace skerry
