#pragma once

#include "skerry/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace skerry {

/// The argument of a topology's function, which is called before each migration.
struct TopologyRequest {
  std::uint64_t epoch = 0;  ///< the epoch that ends, from 0
  std::size_t islands = 1;  ///< at least 1, numbered from 0
  std::uint64_t seed = 0;
};

/// For each island, in their order, the islands to which it sends migrants.
using Links = std::vector<std::vector<std::size_t>>;

/// A topology: a name, and a function that returns the links. A user's own is a value like the shipped ones
/// (docs/evolve.md). If migrants move, each island has to receive from as many islands as it sends to, since
/// otherwise its size would change; copies allow any links.
class Topology {
 public:
  /// The function must be pure: every rank calls it, and all have to get the same links.
  using Function = std::function<Links(const TopologyRequest&)>;

  /// links: individuals travel along links, whether they move or are copied.
  /// pool: if individuals move, they are pooled, ordered and dealt out, without regard to links.
  /// none: there are no migrations.
  enum class Form { links, pool, none };

  /// Throws UsageError if `links` is empty.
  Topology(std::string name, Function links, Form form = Form::links);

  const std::string& name() const { return name_; }
  Form form() const { return form_; }

  /// Returns the links; targets ascend, none is repeated, and none is its source. Throws UsageError if the
  /// function returned links for another number of islands, or to one that does not exist.
  Links links(const TopologyRequest& request) const;

 private:
  std::string name_;
  Function links_;
  Form form_;
};

/// The functions of the shipped topologies, which the values below describe.
namespace topology_links {
Links complete(const TopologyRequest& request);
Links ring(const TopologyRequest& request);
Links torus(const TopologyRequest& request);
Links hypercube(const TopologyRequest& request);
Links random_cycle(const TopologyRequest& request);
Links none(const TopologyRequest& request);
}  // namespace topology_links

/// If individuals move, those of all islands are pooled, ordered, and dealt out in blocks as large as the
/// islands, the first block to island 0. If they are copied, each island sends to every other one.
inline const Topology fully_connected{"fully_connected", topology_links::complete, Topology::Form::pool};
/// Each island sends to the next one, the last one to island 0.
inline const Topology ring{"ring", topology_links::ring};
/// Each island exchanges with its four neighbours on a grid whose borders are joined, and whose sides are as
/// nearly equal as the number of islands allows. A prime number of islands makes a ring in both directions.
inline const Topology torus{"torus", topology_links::torus};
/// Island i exchanges with all existing islands whose number differs from i in one bit.
inline const Topology hypercube{"hypercube", topology_links::hypercube};
/// One cycle goes through all islands; seed and epoch decide it anew for each migration.
inline const Topology random_cycle{"random", topology_links::random_cycle};
/// Islands exchange nothing.
inline const Topology isolated{"none", topology_links::none, Topology::Form::none};

/// move: migrants leave their island, so a migration loses no individual and doubles none.
/// copy: migrants are copies of a source's best and replace the worst of the target, as in most of the
/// literature (Whitley, Rana & Heckendorn 1999; Cantu-Paz 2000).
/// home: for maps of solutions: cell c belongs to island c % islands, to which what others find there goes.
enum class Transfer { move, copy, home };

inline constexpr std::array<std::string_view, 3> transfer_names{"move", "copy", "home"};
constexpr std::string_view name_of(Transfer transfer) {
  return transfer_names[static_cast<std::size_t>(transfer)];
}

/// The order in which a pool is dealt out, so that similar individuals come to one island; it needs a pool.
/// fitness: the best first. All others put feasible individuals first, and break ties by (violation, fitness,
/// island, slot). genotype: by distance to the best individual of all. entropy: by how rare genes are in the
/// pool, the common first. spectral: by a spectral clustering of a sample. random: by chance, for comparison.
/// front: by front, then the largest crowding distance first (Deb et al. 2002), only with "nsga2".
enum class Similarity { fitness, genotype, entropy, spectral, random, front };

inline constexpr std::array<std::string_view, 6> similarity_names{"fitness",  "genotype", "entropy",
                                                                  "spectral", "random",   "front"};
constexpr std::string_view name_of(Similarity similarity) {
  return similarity_names[static_cast<std::size_t>(similarity)];
}

/// The way in which genomes travel; the resulting islands are the same. gather: the first rank sorts and
/// scatters all genomes, as a reference. direct: genomes go straight to their new island.
enum class Transport { direct, gather };

/// How copies travel between groups of islands.
struct GroupLinks {
  Topology topology = ring;  ///< between groups, numbered from 0; an island is linked with those of its place
  std::uint64_t every = 1;   ///< epochs from one exchange to the next; at least 1
  std::uint64_t migrants = 1;  ///< copies that a link carries; at least 1
};

/// The settings of migration.
struct MigrationSettings {
  Topology topology = fully_connected;
  std::uint64_t every = 10;  ///< generations in an epoch, which ends with a migration; at least 1
  /// Individuals that a link carries, at least 1; fewer of a small island. A pool ignores it.
  std::uint64_t migrants = 1;
  Transfer transfer = Transfer::move;
  Similarity similarity = Similarity::fitness;
  /// If true, the initial population is pooled and dealt out, too. It is an epoch of its own then, the first
  /// one, unless there is only one island. Like a similarity it needs a pool (fully_connected, moving).
  bool deal_at_start = false;
  Transport transport = Transport::direct;
  /// If above 0, islands form groups of at most so many, each with a pool of its own, which this needs; the
  /// best of the i-th islands are copied along `links` (hierarchical islands: Cantu-Paz 2000).
  std::uint64_t group = 0;
  GroupLinks links = {};
  /// Who migrates along links, and who makes room for copies: a policy (skerry/migration_policy.hpp) of the
  /// engine or of the program. Others than "best" need links, of islands or of groups.
  std::string policy = "best";

  bool pools() const { return topology.form() == Topology::Form::pool && transfer == Transfer::move; }

  /// Throws UsageError for a value out of range, and for what needs a pool or links without them.
  void check() const;
};

std::string toml_of(const MigrationSettings& migration);

/// The cost of one migration for one island.
struct MigrationCost {
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t individuals_sent = 0;
  double elapsed_s = 0;
  double waiting_s = 0;
};

template <>
inline constexpr auto members_of<MigrationCost> = std::tuple{
    Member{"bytes_sent", "byte", "genomes and keys sent to other ranks", &MigrationCost::bytes_sent},
    Member{"bytes_received", "byte", "genomes and keys received from other ranks",
           &MigrationCost::bytes_received},
    Member{"individuals_sent", "1", "individuals sent to other islands", &MigrationCost::individuals_sent},
    Member{"elapsed_s", "s", "duration of the migration", &MigrationCost::elapsed_s},
    Member{"waiting_s", "s", "time spent waiting for the last island to arrive", &MigrationCost::waiting_s}};
static_assert(describes_whole<MigrationCost>);

}  // namespace skerry
