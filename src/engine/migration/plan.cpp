#include "skerry/migration/plan.hpp"

#include "engine/migration/blocks.hpp"
#include "engine/migration/links.hpp"

#include <algorithm>

namespace skerry {

namespace {

Plan plan_blocks(std::span<const std::span<const Key>> runs) {
  const BlockCuts cuts(runs);
  Plan plan(runs.size());
  for (std::size_t source = 0; source < runs.size(); ++source) {
    for (std::size_t target = 0; target < runs.size(); ++target) {
      const std::uint32_t first = cuts.at(target, source);
      plan.at(source, target) = {first, cuts.at(target + 1, source) - first};
    }
  }
  return plan;
}

/// What any link of this island can carry: it never sends more than it has.
std::uint64_t share(std::uint64_t migrants, std::size_t size, std::size_t links) {
  return links == 0 ? migrants : std::min<std::uint64_t>(migrants, size / links);
}

/// A link carries what both its ends can share. Where links run both ways (torus, hypercube) each island
/// gives and takes the same; on a cycle the smallest island rules them all.
Plan plan_links(const MigrationRule& rule, std::uint64_t epoch, std::span<const std::span<const Key>> runs) {
  const auto links = links_of(rule, epoch, runs.size());
  std::vector<std::uint64_t> shares(runs.size());
  for (std::size_t island = 0; island < runs.size(); ++island) {
    shares[island] = share(rule.migrants, runs[island].size(), links[island].size());
  }
  if (rule.topology == Topology::ring || rule.topology == Topology::random) {
    std::ranges::fill(shares, std::ranges::min(shares));
  }

  Plan plan(runs.size());
  for (std::size_t source = 0; source < runs.size(); ++source) {
    std::uint32_t next = 0;
    for (const std::size_t target : links[source]) {
      const auto count = static_cast<std::uint32_t>(std::min(shares[source], shares[target]));
      plan.at(source, target) = {next, count};
      next += count;
    }
    plan.at(source, source) = {next, static_cast<std::uint32_t>(runs[source].size()) - next};
  }
  return plan;
}

}  // namespace

Plan plan_migration(const MigrationRule& rule, std::uint64_t epoch,
                    std::span<const std::span<const Key>> sorted_keys) {
  return rule.topology == Topology::fully_connected ? plan_blocks(sorted_keys)
                                                    : plan_links(rule, epoch, sorted_keys);
}

}  // namespace skerry
