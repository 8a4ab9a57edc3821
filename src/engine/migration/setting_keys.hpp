#pragma once

#include "skerry/migration/settings.hpp"
#include "skerry/migration_policy.hpp"

#include "engine/settings/keys.hpp"

#include <array>
#include <concepts>
#include <string_view>
#include <type_traits>
#include <vector>

namespace skerry {

inline constexpr std::array shipped_topologies{&fully_connected, &ring,         &torus,
                                               &hypercube,       &random_cycle, &isolated};
using Topologies = std::remove_const_t<decltype(shipped_topologies)>;
inline std::vector<std::string_view> names_of(const Topologies& topologies) {
  std::vector<std::string_view> names;
  for (const Topology* topology : topologies) names.push_back(topology->name());
  return names;
}

inline constexpr Names<2> transport_names = {"direct", "gather"};

inline constexpr auto policy_names = names_of_parts(std::type_identity<StockMigrationPolicies>());

/// The keys of [migration]; those of `links`, a table in it, follow.
template <typename S, typename Visit>
requires std::same_as<std::remove_const_t<S>, MigrationSettings>
void visit_settings(S& migration, Visit&& visit) {
  visit("topology", migration.topology, shipped_topologies, {"who exchanges with whom"});
  visit("every", migration.every, positive,
        {"generations in an epoch, which ends with a migration", "10; 5 if elites go home by default"});
  visit("migrants", migration.migrants, positive,
        {"individuals that a link carries, except in the pool of `fully_connected`"});
  visit(
      "transfer", migration.transfer, transfer_names,
      {"migrants leave their island; copies of the best replace the worst of the target; or elites go to "
       "the island that [owns their cell](migration.md#maps-of-solutions), with `map_elites` on all islands "
       "and `fully_connected`",
       "`move`; `home` if all islands are of `map_elites` and `topology`, `similarity` and `deal_at_start` "
       "are not set"});
  visit("similarity", migration.similarity, similarity_names,
        {"[the order](migration.md#the-order-of-the-pool) in which the pool of `fully_connected` is dealt "
         "out; `front` only with nsga2",
         "`fitness`; nsga2 `front`; map_elites `random`"});
  visit("deal_at_start", migration.deal_at_start, nullptr,
        {"whether the initial population is pooled and dealt out, too"});
  visit("policy", migration.policy, policy_names,
        {"who migrates along links, and whom copies replace: the best and the worst, or individuals drawn at "
         "random; or a [program's own](evolve.md#parts-of-your-own). Needs links, of islands or of groups",
         nullptr, Absent::left_out});
  visit("transport", migration.transport, transport_names,
        {"straight from island to island, or through the first rank. The results are the same"});
  visit("group", migration.group, positive,
        {"islands of [a group](migration.md#groups-of-islands), at most, which pools and deals by itself; or "
         "`\"node\"`: those of a node",
         "one pool of all", Absent::left_out});
}

template <typename S, typename Visit>
requires std::same_as<std::remove_const_t<S>, GroupLinks>
void visit_settings(S& links, Visit&& visit) {
  visit("topology", links.topology, shipped_topologies,
        {"where copies of each island's best go between groups after the deal"});
  visit("every", links.every, positive, {"epochs from one exchange of copies to the next"});
  visit("migrants", links.migrants, positive, {"copies that a link carries"});
}

}  // namespace skerry
