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

void Random::refill() {
  const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::uint64_t block = block_ + i;
    const r123::Philox4x32::ctr_type counter{
        {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), island_, purpose_}};
    const auto numbers = r123::Philox4x32{}(counter, key);
    for (std::size_t word = 0; word < 4; ++word) buffer_[4 * i + word] = numbers[word];
  }
  block_ += blocks;
  next_ = 0;
}

}  // namespace skerry
