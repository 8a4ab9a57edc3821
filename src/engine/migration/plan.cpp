#include "engine/migration/plan.hpp"

#include "skerry/error.hpp"

#include "engine/migration/blocks.hpp"

#include <algorithm>
#include <string>

namespace skerry {

namespace {

/// Throws UsageError where an island sends to more or fewer islands than it receives from, since it would not
/// keep its size.
void expect_balance(const Topology& topology, const Links& links) {
  std::vector<std::size_t> sources(links.size());
  for (const auto& targets : links) {
    for (const std::size_t target : targets) ++sources[target];
  }
  for (std::size_t island = 0; island < links.size(); ++island) {
    if (sources[island] == links[island].size()) continue;
    throw UsageError("topology \"" + topology.name() + "\": the number of islands that island " +
                     std::to_string(island) + " sends to is " + std::to_string(links[island].size()) +
                     ", and that it receives from is " + std::to_string(sources[island]) +
                     "; where migrants move both are equal (transfer \"copy\" takes any links)");
  }
}

bool run_both_ways(const Links& links) {
  for (std::size_t source = 0; source < links.size(); ++source) {
    for (const std::size_t target : links[source]) {
      if (!std::ranges::binary_search(links[target], source)) return false;
    }
  }
  return true;
}

/// Returns how many individuals each link of an island can carry: all links together send no more than the
/// island has.
std::uint64_t share(std::uint64_t migrants, std::size_t size, std::size_t links) {
  return links == 0 ? migrants : std::min<std::uint64_t>(migrants, size / links);
}

/// Plans a moving migration. Where all links run both ways (torus, hypercube) a link carries the smaller
/// share of its two ends, so that each island sends as much as it receives; elsewhere (ring, random) every
/// link carries the smallest share of all islands.
Plan plan_moves(const Links& links, std::span<const std::size_t> sizes, std::uint64_t migrants) {
  std::vector<std::uint64_t> shares(sizes.size());
  for (std::size_t island = 0; island < sizes.size(); ++island) {
    shares[island] = share(migrants, sizes[island], links[island].size());
  }
  if (!run_both_ways(links)) std::ranges::fill(shares, std::ranges::min(shares));

  Plan plan(sizes.size());
  for (std::size_t source = 0; source < sizes.size(); ++source) {
    std::uint32_t next = 0;
    for (const std::size_t target : links[source]) {
      const auto count = static_cast<std::uint32_t>(std::min(shares[source], shares[target]));
      plan.at(source, target) = {next, count};
      next += count;
    }
    plan.at(source, source) = {next, static_cast<std::uint32_t>(sizes[source]) - next};
  }
  return plan;
}

Plan plan_copies(const Links& links, std::span<const std::size_t> sizes, std::uint64_t migrants) {
  std::vector<std::uint64_t> staying(sizes.begin(), sizes.end());
  Plan plan(sizes.size());
  for (std::size_t source = 0; source < sizes.size(); ++source) {
    for (const std::size_t target : links[source]) {
      const std::uint64_t count = std::min({migrants, std::uint64_t{sizes[source]}, staying[target] - 1});
      plan.at(source, target) = {0, static_cast<std::uint32_t>(count)};
      staying[target] -= count;
    }
  }
  for (std::size_t island = 0; island < sizes.size(); ++island) {
    plan.at(island, island) = {0, static_cast<std::uint32_t>(staying[island])};
  }
  return plan;
}

}  // namespace

template <typename K>
Plan plan_pool(std::span<const std::span<const K>> sorted_keys, SerialWork* work) {
  const BlockCuts<K> cuts(sorted_keys);
  if (work != nullptr) work->compared += cuts.compared();
  Plan plan(sorted_keys.size());
  for (std::size_t source = 0; source < sorted_keys.size(); ++source) {
    for (std::size_t target = 0; target < sorted_keys.size(); ++target) {
      const std::uint32_t first = cuts.at(target, source);
      plan.at(source, target) = {first, cuts.at(target + 1, source) - first};
    }
  }
  return plan;
}

template Plan plan_pool<Key>(std::span<const std::span<const Key>> sorted_keys, SerialWork* work);
template Plan plan_pool<SimilarityKey>(std::span<const std::span<const SimilarityKey>> sorted_keys,
                                       SerialWork* work);

Plan plan_links(const MigrationSettings& settings, const TopologyRequest& request,
                std::span<const std::size_t> sizes) {
  const Links links = settings.topology.links(request);
  if (settings.transfer == Transfer::copy) return plan_copies(links, sizes, settings.migrants);
  expect_balance(settings.topology, links);
  return plan_moves(links, sizes, settings.migrants);
}

}  // namespace skerry
