#include "skerry/random.hpp"

#include "skerry/detail/instruction_set.hpp"

#include "engine/philox/philox.hpp"

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

void Random::refill() {
  static_assert(blocks == philox_blocks);
  static const FillPhilox fill = philox_for(instruction_set());
  fill({.seed = seed_, .block = block_, .island = island_, .purpose = purpose_}, buffer_);
  block_ += blocks;
  next_ = 0;
}

}  // namespace skerry
