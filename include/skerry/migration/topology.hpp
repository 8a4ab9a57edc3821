#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace skerry {

/// What a topology is asked before each migration.
struct TopologyRequest {
  std::uint64_t epoch = 0;  ///< the one that ends, from 0
  std::size_t islands = 1;  ///< at least 1, numbered from 0
  std::uint64_t seed = 0;   ///< of the run
};

/// For each island, in their order, the islands to which it sends migrants.
using Links = std::vector<std::vector<std::size_t>>;

/// Who sends to whom: a name and a function. A topology of your own is a value like the shipped ones:
///     const skerry::Topology star("star", [](const skerry::TopologyRequest& request) {
///       skerry::Links links(request.islands);
///       for (std::size_t island = 1; island < request.islands; ++island) {
///         links[0].push_back(island);
///         links[island].push_back(0);
///       }
///       return links;
///     });
/// Where migrants move (Transfer::move), each island has to receive from as many islands as it sends to, or
/// no island could keep its size. Where copies are sent (Transfer::copy), any links will do.
class Topology {
 public:
  /// Must be pure: every rank calls it, and all have to get the same links.
  using Function = std::function<Links(const TopologyRequest&)>;

  /// links: individuals travel along links, whether they move or are copied.
  /// pool: where individuals move, they are pooled, ordered and dealt out, and the links do not matter.
  /// none: there are no migrations at all.
  enum class Form { links, pool, none };

  /// Throws UsageError where `links` is empty.
  Topology(std::string name, Function links, Form form = Form::links);

  /// What it is called in configurations and traces.
  const std::string& name() const { return name_; }
  /// What becomes of its links.
  Form form() const { return form_; }

  /// The links in order: targets ascend, none comes twice, and no island is a target of its own. Throws
  /// UsageError where the function returned links of fewer or more islands, or to an island that is not
  /// there.
  Links links(const TopologyRequest& request) const;

 private:
  std::string name_;
  Function links_;
  Form form_;
};

/// The functions of the shipped topologies; the values below say what each does.
namespace topology_links {
/// Of fully_connected.
Links complete(const TopologyRequest& request);
/// Of ring.
Links ring(const TopologyRequest& request);
/// Of torus.
Links torus(const TopologyRequest& request);
/// Of hypercube.
Links hypercube(const TopologyRequest& request);
/// Of random_cycle.
Links random_cycle(const TopologyRequest& request);
/// Of isolated: there are none.
Links none(const TopologyRequest& request);
}  // namespace topology_links

/// Moving: all individuals of all islands are pooled, ordered, and dealt out in blocks as large as the
/// islands, the first block to island 0. Copying: each island sends to every other one.
inline const Topology fully_connected{"fully_connected", topology_links::complete, Topology::Form::pool};
/// Each island sends to the next one, the last one to island 0.
inline const Topology ring{"ring", topology_links::ring};
/// Each island exchanges with its four neighbours on the grid whose sides are nearest to each other, and
/// whose borders are joined. A prime number of islands makes a ring in both directions.
inline const Topology torus{"torus", topology_links::torus};
/// Island i exchanges with all islands whose number differs from i in one bit, as far as they are there.
inline const Topology hypercube{"hypercube", topology_links::hypercube};
/// One cycle through all islands, which seed and epoch choose anew for each migration.
inline const Topology random_cycle{"random", topology_links::random_cycle};
/// Islands stay alone.
inline const Topology isolated{"none", topology_links::none, Topology::Form::none};

}  // namespace skerry
