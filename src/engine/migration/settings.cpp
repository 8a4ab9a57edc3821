#include "skerry/migration/settings.hpp"

#include "skerry/error.hpp"

#include <string>

namespace skerry {

namespace {

void expect_pool_to_deal(const MigrationSettings& migration) {
  if (migration.topology.form() != Topology::Form::pool) {
    throw UsageError("migration.deal_at_start is true with topology \"" + migration.topology.name() +
                     "\"; only fully_connected has a pool that it could deal out");
  }
  if (migration.transfer == Transfer::copy) {
    throw UsageError(
        "migration.deal_at_start is true with transfer \"copy\"; only transfer \"move\" has a pool that it "
        "could deal out");
  }
}

}  // namespace

void MigrationSettings::check() const {
  if (every == 0) throw UsageError("migration.every is 0; an epoch has at least 1 generation");
  if (migrants == 0) throw UsageError("migration.migrants is 0; a link carries at least 1 individual");
  if (deal_at_start) expect_pool_to_deal(*this);
  if (similarity == Similarity::fitness) return;
  const std::string seen = "migration.similarity is \"" + std::string(name_of(similarity)) + "\" with ";
  if (topology.form() != Topology::Form::pool) {
    throw UsageError(seen + "topology \"" + topology.name() +
                     "\"; only fully_connected has a pool that it could order");
  }
  if (transfer == Transfer::copy) {
    throw UsageError(seen + "transfer \"copy\"; only transfer \"move\" has a pool that it could order");
  }
}

std::string toml_of(const MigrationSettings& migration) {
  const auto quoted = [](const std::string& text) { return "\"" + text + "\"\n"; };
  return "[migration]\ntopology = " + quoted(migration.topology.name()) +
         "every = " + std::to_string(migration.every) + "\nmigrants = " + std::to_string(migration.migrants) +
         "\ntransfer = " + quoted(migration.transfer == Transfer::move ? "move" : "copy") +
         "similarity = " + quoted(std::string(name_of(migration.similarity))) +
         "deal_at_start = " + (migration.deal_at_start ? "true\n" : "false\n") +
         "transport = " + quoted(migration.transport == Transport::direct ? "direct" : "gather");
}

}  // namespace skerry
