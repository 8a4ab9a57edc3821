#pragma once

#include <cstdint>
#include <string>

namespace skerry {

/// What the ranks tell each other about evaluations.
struct LendingMessage {
  enum class Kind : std::uint32_t {
    offer,      ///< to the first rank: room for `amount` evaluations
    withdraw,   ///< to the first rank: the room is no more
    need,       ///< to the first rank: `amount` genomes wait, and `ahead` evaluations are ahead in this epoch
    help,       ///< from the first rank: rank `number` would evaluate a genome
    decline,    ///< the answer: none waits any more
    task,       ///< to a helper
    result,     ///< from a helper
    ended,      ///< to the first rank: the island has ended the epoch
    all_ended,  ///< from the first rank: so have all islands
    run_ended   ///< from the first rank, to ranks without an island
  };

  Kind kind = Kind::offer;
  std::uint32_t epoch = 0;  ///< since the run began or was resumed
  std::uint64_t number = 0;
  std::uint64_t amount = 0;
  std::uint64_t ahead = 0;
  std::uint64_t place = 0;
  double started_s = 0;
  double duration_s = 0;
  std::string content = {};
};

std::string packed(const LendingMessage& message);
LendingMessage unpacked(const std::string& bytes);

}  // namespace skerry
