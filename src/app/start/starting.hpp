#pragma once

#include "skerry/population/starters.hpp"

#include "app/run/load.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace skerry {

class Communicator;

/// Adds the digest of start.from to the configuration, its text and the inputs, so that run and trace are
/// known by the contents of the file; does nothing without [start]. Throws DataError for a file that is
/// missing, can't be read, or has another digest than start.sha256. Called on the first rank.
void identify_start(Loaded& loaded);

/// The beginning of a run with [start].
struct Start {
  Starters starters;
  std::string note;  ///< a line on what was taken; on the first rank alone, and empty without [start]
};

/// Reads start.from on the first rank, as identify_start() does too, and returns the individuals that are
/// taken, for islands of that number; none without [start]. Throws AgreedFailure: with DataError for what the
/// file should not hold, with UsageError for a problem that reads no genomes. Collective.
Start read_start(Loaded& loaded, std::size_t islands, Communicator& world);

/// Throws UsageError where a run with this trace would overwrite the file from which it starts.
void refuse_own_start(const Loaded& loaded, const std::filesystem::path& trace);

}  // namespace skerry
