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
  std::uint64_t seed = 0;   ///< the seed of the run
};

/// For each island, in their order, the islands to which it sends migrants.
using Links = std::vector<std::vector<std::size_t>>;

/// A topology: a name, and a function that returns the links. A user's own topology is a value like the
/// shipped ones:
///     const skerry::Topology star("star", [](const skerry::TopologyRequest& request) {
///       skerry::Links links(request.islands);
///       for (std::size_t island = 1; island < request.islands; ++island) {
///         links[0].push_back(island);
///         links[island].push_back(0);
///       }
///       return links;
///     });
/// If migrants move (Transfer::move), each island has to receive from as many islands as it sends to, since
/// otherwise its size would change. If copies are sent (Transfer::copy), any links are allowed.
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

  /// Returns its name in configurations and traces.
  const std::string& name() const { return name_; }
  /// Returns how its links are used.
  Form form() const { return form_; }

  /// Returns the links; targets ascend, none is repeated, and no island is a target of its own. Throws
  /// UsageError if the function returned links for another number of islands, or to an island that does not
  /// exist.
  Links links(const TopologyRequest& request) const;

 private:
  std::string name_;
  Function links_;
  Form form_;
};

/// The functions of the shipped topologies, which the values below describe.
namespace topology_links {
/// Returns the links of fully_connected.
Links complete(const TopologyRequest& request);
/// Returns the links of ring.
Links ring(const TopologyRequest& request);
/// Returns the links of torus.
Links torus(const TopologyRequest& request);
/// Returns the links of hypercube.
Links hypercube(const TopologyRequest& request);
/// Returns the links of random_cycle.
Links random_cycle(const TopologyRequest& request);
/// Returns no links, for isolated.
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
/// literature (Whitley, Rana & Heckendorn, Journal of Computing and Information Technology 1999; Cantu-Paz,
/// Efficient and Accurate Parallel Genetic Algorithms, 2000).
/// home: for maps of solutions, of which each island then owns a part: cell c belongs to island c % islands,
/// and what an island has found for the cells of others goes to its owner.
enum class Transfer { move, copy, home };

/// The names of these transfers in a configuration, by enumerator.
inline constexpr std::array<std::string_view, 3> transfer_names{"move", "copy", "home"};
/// Returns the name of a transfer.
constexpr std::string_view name_of(Transfer transfer) {
  return transfer_names[static_cast<std::size_t>(transfer)];
}

/// The order in which a pool is dealt out, so that similar individuals come to the same island. Only
/// fully_connected has a pool, and only if individuals move. fitness: by (violation, fitness, island, slot),
/// the best first. All others: feasible individuals first, then by a value of each individual, then as for
/// fitness. genotype: the distance to the best individual of all islands (the problem's distance(), see
/// genome_distance). entropy: how rare the individual's genes are in the pool (the problem's loci(), see
/// KnowsLoci), the common first. spectral: the place in a spectral clustering of a sample of the pool by the
/// distances within it, from the best individual of the sample on. random: a random number, so that nothing
/// but chance brings individuals together; it is what the other orders are compared with. front: the number
/// of the front in the pool, then the crowding distance, the largest first (Deb et al. 2002), for a problem
/// with objectives and the algorithm "nsga2".
enum class Similarity { fitness, genotype, entropy, spectral, random, front };

/// The names of these orders in a configuration, by enumerator.
inline constexpr std::array<std::string_view, 6> similarity_names{"fitness",  "genotype", "entropy",
                                                                  "spectral", "random",   "front"};
/// Returns the name of an order.
constexpr std::string_view name_of(Similarity similarity) {
  return similarity_names[static_cast<std::size_t>(similarity)];
}

/// The way in which genomes travel; the resulting islands are the same.
/// gather: the first rank collects, sorts and scatters all genomes, which is the textbook form and the
/// reference for the other. direct: each rank plans from the keys of all, or with many ranks by a distributed
/// sort, and genomes go straight to their new island.
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
  /// Individuals that a link carries, at least 1; fewer if an island is too small for its links. A pool
  /// (fully_connected, moving) ignores it.
  std::uint64_t migrants = 1;
  Transfer transfer = Transfer::move;
  Similarity similarity = Similarity::fitness;
  /// If true, the initial population is pooled and dealt out, too. It is an epoch of its own then, the first
  /// one, unless there is only one island. Like a similarity it needs a pool (fully_connected, moving).
  bool deal_at_start = false;
  Transport transport = Transport::direct;
  /// If above 0, the islands form groups of at most so many, as equal as can be, each of which has a pool of
  /// its own. After their deal the i-th island of each group sends copies of its best to the i-th island of
  /// the groups that `links` names, where they replace the worst (hierarchical islands: Cantu-Paz, Efficient
  /// and Accurate Parallel Genetic Algorithms, 2000). Needs a pool (fully_connected, moving).
  std::uint64_t group = 0;
  GroupLinks links = {};

  /// Tells whether all individuals of the islands, or of a group of them, are pooled and dealt out.
  bool pools() const { return topology.form() == Topology::Form::pool && transfer == Transfer::move; }

  /// Throws UsageError for a value out of its range, and for a similarity, a deal at the start or groups
  /// without a pool.
  void check() const;
};

/// Returns the table [migration] of a configuration, as TOML.
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
