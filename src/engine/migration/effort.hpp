#pragma once

#include <cstdint>

namespace skerry {

/// The bytes that one rank sends to the others and receives from them.
struct Traffic {
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_bytes = 0;
};

/// What one rank does by itself in a migration, or waits for another rank of its node to do for both, beside
/// sorting its own island: the same on every machine.
struct SerialWork {
  std::uint64_t compared = 0;  // pairs of keys
  std::uint64_t moved = 0;     // keys and genomes that it copies in its own memory

  SerialWork& operator+=(const SerialWork& other) {
    compared += other.compared;
    moved += other.moved;
    return *this;
  }
};

}  // namespace skerry
