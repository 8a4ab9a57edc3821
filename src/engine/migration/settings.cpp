#include "skerry/migration/settings.hpp"

#include "skerry/error.hpp"
#include "skerry/migration_policy.hpp"
#include "skerry/random.hpp"

#include "engine/migration/setting_keys.hpp"
#include "engine/settings/keys.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

namespace skerry {

namespace {

/// Throws UsageError without a pool, which the setting `key` of value `seen` needs to `purpose`.
void expect_pool(const MigrationSettings& migration, const std::string& key, const std::string& seen,
                 const std::string& purpose) {
  const auto refuse = [&](const std::string& other, const std::string& right) {
    throw UsageError("migration." + key + " is " + seen + " with " + other + "; only " + right +
                         " has a pool that it could " + purpose,
                     {.key = key});
  };
  if (migration.topology.form() != Topology::Form::pool)
    refuse("topology \"" + migration.topology.name() + "\"", "fully_connected");
  if (migration.transfer != Transfer::move)
    refuse("transfer \"" + std::string(name_of(migration.transfer)) + "\"", "transfer \"move\"");
}

/// Throws UsageError for a policy that nothing would ask.
void expect_links(const MigrationSettings& migration) {
  const bool none = migration.topology.form() == Topology::Form::none;
  if (!none && migration.transfer != Transfer::home && (!migration.pools() || migration.group > 0)) return;
  const std::string other =
      none || migration.pools() ? "topology \"" + migration.topology.name() + "\"" : "transfer \"home\"";
  throw UsageError(
      "migration.policy is \"" + migration.policy + "\" with " + other +
          "; a policy chooses who travels along links, such as those of a ring, of copies or between "
          "groups",
      {.key = "policy"});
}

}  // namespace

void MigrationSettings::check() const {
  if (every == 0)
    throw UsageError("migration.every is 0; an epoch has at least 1 generation", {.key = "every"});
  if (migrants == 0)
    throw UsageError("migration.migrants is 0; a link carries at least 1 individual", {.key = "migrants"});
  if (transfer == Transfer::home && topology.form() != Topology::Form::pool)
    throw UsageError("migration.transfer is \"home\" with topology \"" + topology.name() +
                         "\"; solutions go straight home, for which the topology is fully_connected",
                     {.key = "transfer"});
  if (links.every == 0)
    throw UsageError("migration.links.every is 0; copies travel every 1 epoch or more", {.key = "links"});
  if (links.migrants == 0)
    throw UsageError("migration.links.migrants is 0; a link carries at least 1 individual", {.key = "links"});
  if (group > 0) expect_pool(*this, "group", std::to_string(group), "divide");
  if (deal_at_start) expect_pool(*this, "deal_at_start", "true", "deal out");
  if (similarity != Similarity::fitness)
    expect_pool(*this, "similarity", "\"" + std::string(name_of(similarity)) + "\"", "order");
  if (policy != BestMigrate::name) expect_links(*this);
}

std::string toml_of(const MigrationSettings& migration) {
  TomlText toml;
  visit_settings(migration, toml);
  TomlText links{.separator = ", "};
  visit_settings(migration.links, links);
  if (migration.group > 0) toml.add("links", "{" + links.text + "}");
  return "[migration]\n" + toml.text + "\n";
}

namespace {

Links cycle(std::span<const std::size_t> islands) {
  Links links(islands.size());
  for (std::size_t i = 0; i < islands.size(); ++i) {
    links[islands[i]].push_back(islands[(i + 1) % islands.size()]);
  }
  return links;
}

std::vector<std::size_t> numbers(std::size_t islands) {
  std::vector<std::size_t> order(islands);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

}  // namespace

Topology::Topology(std::string name, Function links, Form form)
    : name_(std::move(name)), links_(std::move(links)), form_(form) {
  if (!links_) throw UsageError("topology \"" + name_ + "\" has no function that names its links");
}

Links Topology::links(const TopologyRequest& request) const {
  Links links = links_(request);
  const std::string islands = std::to_string(request.islands);
  if (links.size() != request.islands) {
    throw UsageError("topology \"" + name_ + "\" returned links of " + std::to_string(links.size()) +
                     " islands; there are " + islands);
  }
  for (std::size_t island = 0; island < links.size(); ++island) {
    auto& targets = links[island];
    std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    std::erase(targets, island);
    if (!targets.empty() && targets.back() >= request.islands) {
      throw UsageError("topology \"" + name_ + "\" has a link from island " + std::to_string(island) +
                       " to island " + std::to_string(targets.back()) + "; there are " + islands +
                       ", numbered from 0");
    }
  }
  return links;
}

namespace topology_links {

Links complete(const TopologyRequest& request) {
  return Links(request.islands, numbers(request.islands));
}

Links ring(const TopologyRequest& request) {
  return cycle(numbers(request.islands));
}

Links torus(const TopologyRequest& request) {
  std::size_t rows = 1;
  for (std::size_t side = 1; side * side <= request.islands; ++side) {
    if (request.islands % side == 0) rows = side;
  }
  const std::size_t columns = request.islands / rows;
  Links links(request.islands);
  for (std::size_t island = 0; island < request.islands; ++island) {
    const std::size_t row = island / columns;
    const std::size_t column = island % columns;
    links[island] = {(row + 1) % rows * columns + column, (row + rows - 1) % rows * columns + column,
                     row * columns + (column + 1) % columns,
                     row * columns + (column + columns - 1) % columns};
  }
  return links;
}

Links hypercube(const TopologyRequest& request) {
  Links links(request.islands);
  for (std::size_t island = 0; island < request.islands; ++island) {
    for (std::size_t bit = 1; bit < request.islands; bit *= 2) {
      if ((island ^ bit) < request.islands) links[island].push_back(island ^ bit);
    }
  }
  return links;
}

Links random_cycle(const TopologyRequest& request) {
  Random random(request.seed, static_cast<std::uint32_t>(request.epoch), Purpose::migration);
  auto order = numbers(request.islands);
  random.shuffle(std::span(order));
  return cycle(order);
}

Links none(const TopologyRequest& request) {
  return Links(request.islands);
}

}  // namespace topology_links

}  // namespace skerry
