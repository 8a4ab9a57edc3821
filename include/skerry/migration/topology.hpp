#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
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

}  // namespace skerry
