#include "skerry/random.hpp"

#include <Random123/philox.h>

namespace skerry {

// Key: seed. Counter: (block low, block high, island, purpose).
Random::Random(std::uint64_t seed, std::uint32_t island, Purpose purpose)
    : seed_(seed), island_(island), purpose_(static_cast<std::uint32_t>(purpose)) {}

Random::Random(const State& state) : seed_(state.seed), island_(state.island), purpose_(state.purpose) {
  constexpr std::uint64_t numbers = 4 * blocks;
  block_ = state.drawn / numbers * blocks;
  if (const std::uint64_t taken = state.drawn % numbers; taken != 0) {
    refill();
    next_ = taken;
  }
}

Random::State Random::state() const {
  return {seed_, island_, purpose_, block_ * 4 - (buffer_.size() - next_)};
}

// Random123's own rounds, for all blocks at once: the loop over blocks is the innermost, so that it is
// vectorised.
void Random::refill() {
  using Lane = std::array<std::uint32_t, blocks>;
  std::array<Lane, 4> lane;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::uint64_t block = block_ + i;
    lane[0][i] = static_cast<std::uint32_t>(block);
    lane[1][i] = static_cast<std::uint32_t>(block >> 32);
    lane[2][i] = island_;
    lane[3][i] = purpose_;
  }
  auto key_low = static_cast<std::uint32_t>(seed_);
  auto key_high = static_cast<std::uint32_t>(seed_ >> 32);
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < blocks; ++i) {
      const std::uint64_t first = std::uint64_t{PHILOX_M4x32_0} * lane[0][i];
      const std::uint64_t second = std::uint64_t{PHILOX_M4x32_1} * lane[2][i];
      lane[0][i] = static_cast<std::uint32_t>(second >> 32) ^ lane[1][i] ^ key_low;
      lane[1][i] = static_cast<std::uint32_t>(second);
      lane[2][i] = static_cast<std::uint32_t>(first >> 32) ^ lane[3][i] ^ key_high;
      lane[3][i] = static_cast<std::uint32_t>(first);
    }
    key_low += PHILOX_W32_0;
    key_high += PHILOX_W32_1;
  }
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t word = 0; word < 4; ++word) buffer_[4 * i + word] = lane[word][i];
  }
  block_ += blocks;
  next_ = 0;
}

}  // namespace skerry
