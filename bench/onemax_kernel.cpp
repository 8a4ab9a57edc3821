// This is the same genetic algorithm, written by hand for this one problem and without a framework, as a
// measure of what the machine can do. Bits are packed in words, crossover has no branch, a random number
// takes a few instructions (the wyrand step of Wang Yi), and mutation draws the number of flips instead of a
// number for each bit.
#include "onemax.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::uint32_t words = (onemax::bits + 63) / 64;
using Genome = std::array<std::uint64_t, words>;

struct Generator {
  std::uint64_t state;

  std::uint64_t operator()() {
    state += 0xa0761d6478bd642fU;
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(state) * (state ^ 0xe7037ed1a0b428dbU);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((*this)() >> 32) * bound >> 32);
  }
};

/// Draws how many of the bits flip, from the cumulative binomial distribution.
class FlipCount {
 public:
  FlipCount() {
    double probability = std::pow(1 - onemax::flip_rate, onemax::bits);
    double cumulative = 0;
    for (std::uint32_t flips = 0; flips < thresholds_.size(); ++flips) {
      cumulative += probability;
      thresholds_[flips] = static_cast<std::uint32_t>(std::min(cumulative * 0x1p32, 0x1p32 - 1));
      probability *= (onemax::bits - flips) / (flips + 1.0) * onemax::flip_rate / (1 - onemax::flip_rate);
    }
  }
  std::uint32_t operator()(std::uint32_t random) const {
    std::uint32_t flips = 0;
    for (std::uint32_t i = 0; i < 4; ++i) flips += random >= thresholds_[i] ? 1 : 0;
    if (flips < 4) [[likely]]
      return flips;
    while (flips < thresholds_.size() && random >= thresholds_[flips]) ++flips;
    return flips;
  }

 private:
  std::array<std::uint32_t, 12> thresholds_{};
};

/// The fitness is in the upper bits and the slot in the lower ones, so that the larger of two is the fitter
/// individual.
using FitnessAndSlot = std::uint32_t;
constexpr std::uint32_t slot_of(FitnessAndSlot entry) {
  return entry & 0xffff;
}
constexpr std::uint32_t fitness_of(FitnessAndSlot entry) {
  return entry >> 16;
}

struct State {
  std::vector<Genome> parents = std::vector<Genome>(onemax::population);
  std::vector<Genome> children = std::vector<Genome>(onemax::population);
  std::vector<FitnessAndSlot> parent_entries = std::vector<FitnessAndSlot>(onemax::population);
  std::vector<FitnessAndSlot> child_entries = std::vector<FitnessAndSlot>(onemax::population);
  Generator random{};
  FlipCount flip_count;
  FitnessAndSlot best = 0;  // the best of all generations
};

FitnessAndSlot packed(const Genome& genome, std::uint32_t slot) {
  int ones = 0;
  for (const std::uint64_t word : genome) ones += std::popcount(word);
  return static_cast<FitnessAndSlot>(ones) << 16 | slot;
}

/// Makes three numbers below `bound` from one random number: each has 21 bits, which leaves a bias below
/// bound / 2^21.
std::array<std::uint32_t, 3> three_below(std::uint32_t bound, Generator& random) {
  const std::uint64_t number = random();
  const auto pick = [&](int shift) {
    return static_cast<std::uint32_t>((number >> shift & 0x1fffff) * bound >> 21);
  };
  return {pick(0), pick(21), pick(42)};
}

std::uint32_t tournament(const std::vector<FitnessAndSlot>& entries, Generator& random) {
  static_assert(onemax::tournament_size == 3);
  const auto [a, b, c] = three_below(onemax::population, random);
  return slot_of(std::max({entries[a], entries[b], entries[c]}));
}

/// Two words share one register; otherwise the compiler unrolls the loop below into single words.
using Pair [[gnu::vector_size(16)]] = std::uint64_t;
Pair load(const std::uint64_t* at) {
  Pair pair;
  std::memcpy(&pair, at, sizeof pair);
  return pair;
}

/// Returns the first `cut` bits of `a` and the others of `b`.
void cross(const Genome& a, const Genome& b, std::uint32_t cut, Genome& child) {
  static constexpr auto masks = [] {
    std::array<std::uint64_t, 2 * words + 1> ones_then_zeros{};
    std::fill_n(ones_then_zeros.begin(), words, ~std::uint64_t{0});
    return ones_then_zeros;
  }();
  const std::uint32_t whole = cut / 64;
  const std::uint64_t* mask = masks.data() + words - whole;
  for (std::uint32_t i = 0; i < words; i += 2) {
    const Pair mixed = load(&b[i]) ^ ((load(&a[i]) ^ load(&b[i])) & load(mask + i));
    std::memcpy(&child[i], &mixed, sizeof mixed);
  }
  const std::uint64_t part = (std::uint64_t{1} << cut % 64) - 1;
  child[whole] = b[whole] ^ ((a[whole] ^ b[whole]) & part);
}

/// Flips `count` different bits. Up to three take no branch; few children get more.
void flip(Genome& child, std::uint32_t flips, Generator& random) {
  std::array<std::uint32_t, 3> bits = three_below(onemax::bits, random);
  while (bits[0] == bits[1] || bits[0] == bits[2] || bits[1] == bits[2])
    [[unlikely]] bits = three_below(onemax::bits, random);
  const std::uint64_t chosen = (std::uint64_t{1} << std::min(flips, 3U)) - 1;
  for (std::uint32_t i = 0; i < bits.size(); ++i) child[bits[i] / 64] ^= (chosen >> i & 1) << bits[i] % 64;
  if (flips <= bits.size()) [[likely]]
    return;
  std::vector<std::uint32_t> taken(bits.begin(), bits.end());
  while (taken.size() < flips) {
    const std::uint32_t bit = random.below(onemax::bits);
    if (std::ranges::find(taken, bit) != taken.end()) continue;
    taken.push_back(bit);
    child[bit / 64] ^= std::uint64_t{1} << bit % 64;
  }
}

void generation(State& state) {
  constexpr auto crosses = static_cast<std::uint32_t>(onemax::crossover_rate * 0x1p32);
  Generator random = state.random;
  for (std::uint32_t slot = 0; slot < onemax::population; ++slot) {
    const Genome& a = state.parents[tournament(state.parent_entries, random)];
    const Genome& b = state.parents[tournament(state.parent_entries, random)];
    Genome& child = state.children[slot];
    const std::uint64_t number = random();
    const auto point = 1 + static_cast<std::uint32_t>((number >> 32) * (onemax::bits - 1) >> 32);
    cross(a, b, static_cast<std::uint32_t>(number) < crosses ? point : onemax::bits, child);
    flip(child, state.flip_count(static_cast<std::uint32_t>(random())), random);
    state.child_entries[slot] = packed(child, slot);
  }
  state.random = random;
  std::swap(state.parents, state.children);
  std::swap(state.parent_entries, state.child_entries);
  state.best = std::max(state.best, std::ranges::max(state.parent_entries));
}

class Search {
 public:
  explicit Search(std::uint64_t seed) {
    state_.random = Generator{seed};
    for (std::uint32_t slot = 0; slot < onemax::population; ++slot) {
      for (std::uint64_t& word : state_.parents[slot]) word = state_.random();
      if constexpr (onemax::bits % 64 != 0)
        state_.parents[slot].back() &= (std::uint64_t{1} << onemax::bits % 64) - 1;
      state_.parent_entries[slot] = packed(state_.parents[slot], slot);
    }
  }

  void evolve(std::uint64_t generations) {
    for (std::uint64_t i = 0; i < generations; ++i) generation(state_);
    evaluations_ += generations * onemax::population;
  }
  std::uint64_t evaluations() const { return evaluations_; }
  double best() const { return onemax::bits - fitness_of(state_.best); }

 private:
  State state_;
  std::uint64_t evaluations_ = 0;
};

Search prepare(std::uint64_t seed, const std::string& /*instance*/) {
  return Search(seed);
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
