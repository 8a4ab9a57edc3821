#include "skerry/migration/settings.hpp"

#include "skerry/error.hpp"

namespace skerry {

void MigrationSettings::check() const {
  if (every == 0) throw UsageError("migration.every is 0; an epoch has at least 1 generation");
  if (migrants == 0) throw UsageError("migration.migrants is 0; a link carries at least 1 individual");
  if (similarity == Similarity::fitness) return;
  if (topology.form() != Topology::Form::pool) {
    throw UsageError("migration.similarity is \"genotype\" with topology \"" + topology.name() +
                     "\"; only fully_connected has a pool that it could order");
  }
  if (transfer == Transfer::copy) {
    throw UsageError(
        "migration.similarity is \"genotype\" with transfer \"copy\"; only transfer \"move\" has a pool that "
        "it could order");
  }
}

}  // namespace skerry
