#include "skerry/migration/settings.hpp"

#include "skerry/error.hpp"

#include <string>

namespace skerry {

namespace {

/// Throws UsageError without a pool; `seen` is the setting that needs one, `purpose` what it would do with
/// it.
void expect_pool(const MigrationSettings& migration, const std::string& seen, const std::string& purpose) {
  const auto refuse = [&](const std::string& other, const std::string& right) {
    throw UsageError("migration." + seen + " with " + other + "; only " + right +
                     " has a pool that it could " + purpose);
  };
  if (migration.topology.form() != Topology::Form::pool)
    refuse("topology \"" + migration.topology.name() + "\"", "fully_connected");
  if (migration.transfer != Transfer::move)
    refuse("transfer \"" + std::string(name_of(migration.transfer)) + "\"", "transfer \"move\"");
}

}  // namespace

void MigrationSettings::check() const {
  if (every == 0) throw UsageError("migration.every is 0; an epoch has at least 1 generation");
  if (migrants == 0) throw UsageError("migration.migrants is 0; a link carries at least 1 individual");
  if (transfer == Transfer::home && topology.form() != Topology::Form::pool)
    throw UsageError("migration.transfer is \"home\" with topology \"" + topology.name() +
                     "\"; solutions go straight home, for which the topology is fully_connected");
  if (links.every == 0) throw UsageError("migration.links.every is 0; copies travel every 1 epoch or more");
  if (links.migrants == 0)
    throw UsageError("migration.links.migrants is 0; a link carries at least 1 individual");
  if (group > 0) expect_pool(*this, "group is " + std::to_string(group), "divide");
  if (deal_at_start) expect_pool(*this, "deal_at_start is true", "deal out");
  if (similarity != Similarity::fitness)
    expect_pool(*this, "similarity is \"" + std::string(name_of(similarity)) + "\"", "order");
}

namespace {

std::string text_of_groups(const MigrationSettings& migration) {
  return "group = " + std::to_string(migration.group) + "\nlinks = {topology = \"" +
         migration.links.topology.name() + "\", every = " + std::to_string(migration.links.every) +
         ", migrants = " + std::to_string(migration.links.migrants) + "}\n";
}

}  // namespace

std::string toml_of(const MigrationSettings& migration) {
  const auto quoted = [](const std::string& text) { return "\"" + text + "\"\n"; };
  return "[migration]\ntopology = " + quoted(migration.topology.name()) +
         "every = " + std::to_string(migration.every) + "\nmigrants = " + std::to_string(migration.migrants) +
         "\ntransfer = " + quoted(std::string(name_of(migration.transfer))) +
         "similarity = " + quoted(std::string(name_of(migration.similarity))) +
         "deal_at_start = " + (migration.deal_at_start ? "true\n" : "false\n") +
         "transport = " + quoted(migration.transport == Transport::direct ? "direct" : "gather") +
         (migration.group == 0 ? "" : text_of_groups(migration));
}

}  // namespace skerry
