#pragma once

#include "skerry/island.hpp"
#include "skerry/migration/plan.hpp"
#include "skerry/score.hpp"
#include "skerry/statistics.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace skerry {

class Communicator;

/// gather: the first rank collects, sorts and scatters, the textbook form and the referee.
/// direct: each rank plans from everyone's keys, and genomes go straight to their new island.
enum class Transport { direct, gather };

struct MigrationSettings {
  MigrationRule rule = {};
  std::uint64_t every = 10;  ///< generations in an epoch
  Transport transport = Transport::direct;
};

/// A rule that holds at the end of an epoch, or of the initial population, ends the run. Where several do,
/// the reason is the first of target, generations, evaluations, stagnation, seconds.
struct StopRule {
  std::uint64_t generations = 100;
  std::optional<std::uint64_t> evaluations = {};  ///< of all islands together
  std::optional<double> seconds = {};             ///< since the start, on the first rank's clock
  std::optional<double> target = {};              ///< a feasible fitness as good as this
  std::optional<std::uint64_t> stagnation = {};   ///< generations without a new best of all islands
};

enum class StopReason { generations, evaluations, seconds, target, stagnation };
std::string_view name_of(StopReason reason);

/// One migration, seen from one island.
struct MigrationCost {
  std::uint64_t bytes_sent = 0;  ///< genomes and keys to other ranks
  std::uint64_t bytes_received = 0;
  std::uint64_t individuals_sent = 0;  ///< to other islands
  double elapsed_s = 0;
  double waiting_s = 0;  ///< for the last island to arrive
};

/// What rank 0 learns at the end of each epoch.
struct EpochRecord {
  std::uint64_t epoch = 0;             ///< from 0
  std::uint64_t first_generation = 0;  ///< of the rows below; 0 is the initial population
  std::size_t generations = 0;
  std::size_t islands = 0;
  std::vector<Statistics> statistics;     ///< [generation][island]
  std::vector<Improvement> improvements;  ///< new bests of single islands, by generation, then island
  std::vector<MigrationCost> migration;   ///< [island]; empty where none followed: topology none, one island
  Key best;                               ///< of all islands, since the start
  std::uint64_t evaluations = 0;          ///< of all islands, since the start
  double elapsed_s = 0;                   ///< since the start
};

struct Outcome {
  std::uint64_t generations = 0;
  std::uint64_t epochs = 0;
  std::uint64_t evaluations = 0;
  double elapsed_s = 0;
  Key best;
  std::size_t best_island = 0;         ///< the first to reach it
  std::vector<std::byte> best_genome;  ///< a parcel of one (see Island::pack); on every rank
  StopReason reason = StopReason::generations;
};

/// Evolves one island a rank until a rule stops the run: evolve an epoch, record, migrate, again. Collective.
/// `record` is called on rank 0 alone. The last epoch ends without a migration. Throws UsageError where
/// `every` is 0. Everything but times is decided by the seed and the settings, on any number of hosts and
/// either transport.
Outcome run_archipelago(Island& island, Communicator& world, const MigrationSettings& migration,
                        const StopRule& stop, const std::function<void(const EpochRecord&)>& record);

}  // namespace skerry
