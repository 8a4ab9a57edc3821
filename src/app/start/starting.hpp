#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/detail/population/starters.hpp"

#include "app/run/load.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace skerry {

class Communicator;

/// Adds the digest of start.from to text and inputs; does nothing without [start]. Throws DataError for a
/// file that is missing, can't be read, or has another digest than start.sha256. Called on the first rank.
void identify_start(Loaded& loaded);

struct Start {
  Starters starters;
  std::string note;  ///< a line on what was taken; on the first rank alone, and empty without [start]
};

/// Throws AgreedFailure: DataError for the file, UsageError if the problem reads no genomes. Collective.
Start read_start(Loaded& loaded, std::size_t islands, Communicator& world);

void refuse_own_start(const Loaded& loaded, const std::filesystem::path& trace);

}  // namespace skerry
