#pragma once

#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

/// A problem whose genomes are records of that size, so that only their way counts. The first word is the
/// fitness.
template <std::size_t size_bytes>
struct Filling {
  struct Genome {
    std::array<std::uint64_t, size_bytes / 8> words{};
    friend bool operator==(const Genome&, const Genome&) = default;
  };
  skerry::Direction direction() const { return skerry::Direction::minimise; }
  Genome sample(skerry::Random& random) {
    Genome genome;
    genome.words.fill(random.bits64());
    return genome;
  }
  skerry::Score evaluate(const Genome& genome) { return {0, static_cast<double>(genome.words[0])}; }
  Genome crossover(const Genome& a, const Genome&, skerry::Random&) { return a; }
  void mutate(Genome& genome, double, skerry::Random& random) { genome.words[0] = random.bits64(); }
};
