#pragma once

#include "skerry/problem.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

namespace skerry {

/// The coefficient of variation s / |m| of a population's fitness with mean m and standard deviation s,
/// normalised to [0, 1]: s / max(|m|, s). It equals s / |m| as long as the spread is below the mean; where
/// the mean nears zero it is 1 instead of growing without bound, and 0 if all are equal.
inline double coefficient_of_variation(double mean, double standard_deviation) {
  if (standard_deviation <= 0) return 0;
  return standard_deviation / std::max(std::abs(mean), standard_deviation);
}

/// Returns a 64-bit hash of a genome: of its bytes if these alone are its value, else by its own `hash()`
/// member.
template <typename Genome>
concept HashedByBytes =
    std::has_unique_object_representations_v<Genome> && std::is_trivially_copyable_v<Genome>;
/// A genome with a hash() of its own, by which equal genomes have equal hashes.
template <typename Genome>
concept HasHash = requires(const Genome& genome) {
  { genome.hash() } -> std::convertible_to<std::uint64_t>;
};
/// A genome that has a hash.
template <typename Genome>
concept Hashable = HashedByBytes<Genome> || HasHash<Genome>;

__extension__ using Wide = unsigned __int128;

/// Returns the hash of a genome; it is the same in every process.
template <Hashable Genome>
std::uint64_t hash_of(const Genome& genome) {
  if constexpr (HasHash<Genome>) {
    return genome.hash();
  } else {
    // Two independent lanes of multiply-and-fold let the multiplications overlap.
    const auto fold = [](std::uint64_t a, std::uint64_t b) {
      const Wide product = static_cast<Wide>(a) * b;
      return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    };
    const auto* bytes = reinterpret_cast<const unsigned char*>(&genome);
    std::uint64_t even = 0x9e3779b97f4a7c15U;
    std::uint64_t odd = 0xc2b2ae3d27d4eb4fU;
    const auto add = [&](const unsigned char* from, auto size_bytes) {
      std::uint64_t words[2] = {0, 0};
      std::memcpy(words, from, size_bytes);
      even = fold(even ^ words[0], 0xa0761d6478bd642fU);
      odd = fold(odd ^ words[1], 0xe7037ed1a0b428dbU);
    };
    // Each size is a constant, so that no copy is a call.
    constexpr std::integral_constant<std::size_t, 16> whole;
    constexpr std::integral_constant<std::size_t, sizeof(Genome) % 16> rest;
    std::size_t at = 0;
    for (; at + whole <= sizeof(Genome); at += whole) add(bytes + at, whole);
    if constexpr (rest > 0) add(bytes + at, rest);
    return fold(even ^ std::rotl(odd, 32), 0x8ebc6af09c88c6e3U);
  }
}

/// Counts different genomes: by hash if there is one (two genomes with the same 64-bit hash count as one),
/// else by comparing each genome with all before it. It keeps its table between calls.
template <typename Genome>
class DistinctCounter {
 public:
  /// Takes linear time if genomes are Hashable, else quadratic time.
  std::uint64_t count(std::span<const Genome> genomes) {
    std::uint64_t distinct = 0;
    if constexpr (Hashable<Genome>) {
      const std::size_t places = std::bit_ceil(2 * genomes.size() + 1);
      table_.assign(places, 0);
      // The hashes of several genomes are computed at once if nothing waits for one of them.
      hashes_.resize(genomes.size());
      for (std::size_t i = 0; i < genomes.size(); ++i) hashes_[i] = hash_of(genomes[i]);
      for (std::uint64_t hash : hashes_) {
        hash = std::max<std::uint64_t>(hash, 1);  // 0 marks a free place
        std::size_t at = hash & (places - 1);
        while (table_[at] != 0 && table_[at] != hash) at = (at + 1) & (places - 1);
        distinct += table_[at] == 0;
        table_[at] = hash;
      }
    } else {
      for (std::size_t i = 0; i < genomes.size(); ++i) {
        const auto before = genomes.first(i);
        distinct += std::ranges::find(before, genomes[i]) == before.end();
      }
    }
    return distinct;
  }

 private:
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint64_t> table_;
};

/// Returns the distance of two genomes, in [0, 1]: the problem's own distance if it has one; for ranges of
/// equal length the share of elements in which they differ; otherwise 0 for equal and 1 for different
/// genomes.
template <CompleteProblem P>
double genome_distance(P& problem, const typename P::Genome& a, const typename P::Genome& b) {
  if constexpr (HasDistance<P>) {
    return problem.distance(a, b);
  } else if constexpr (requires { std::ranges::size(a); }) {
    const auto longest = std::max(std::ranges::size(a), std::ranges::size(b));
    if (longest == 0) return 0;
    std::size_t same = 0;
    auto first = std::ranges::begin(a);
    auto second = std::ranges::begin(b);
    for (; first != std::ranges::end(a) && second != std::ranges::end(b); ++first, ++second) {
      same += *first == *second;
    }
    return 1 - static_cast<double>(same) / static_cast<double>(longest);
  } else {
    return a == b ? 0 : 1;
  }
}

/// A genome whose elements are integers.
template <typename Genome>
concept RangeOfIntegers = requires {
  requires std::ranges::input_range<const Genome&>;
  requires std::integral<std::ranges::range_value_t<const Genome&>>;
};
/// A problem that knows the loci of its genomes: it has loci(), or its genome is a range of integers.
template <typename P>
concept KnowsLoci = HasLoci<P> || RangeOfIntegers<typename P::Genome>;

/// Appends the values at the loci of a genome: those that the problem names if it has loci(), otherwise the
/// elements of the range, a locus for each.
template <KnowsLoci P>
void genome_loci(P& problem, const typename P::Genome& genome, Loci& loci) {
  if constexpr (HasLoci<P>) {
    problem.loci(genome, loci);
  } else {
    loci.add_all(genome);
  }
}

/// The largest number of pairs that genotype_diversity() compares.
constexpr std::size_t diversity_pairs = 64;

/// Returns the mean distance of two different individuals: exact for up to diversity_pairs pairs, otherwise
/// estimated from that many random ones.
template <CompleteProblem P>
double genotype_diversity(P& problem, std::span<const typename P::Genome> genomes, Random& random) {
  const std::size_t size = genomes.size();
  if (size < 2) return 0;
  double sum = 0;
  if (const std::size_t pairs = size * (size - 1) / 2; pairs <= diversity_pairs) {
    for (std::size_t i = 1; i < size; ++i) {
      for (std::size_t j = 0; j < i; ++j) sum += genome_distance(problem, genomes[i], genomes[j]);
    }
    return sum / static_cast<double>(pairs);
  }
  for (std::size_t pair = 0; pair < diversity_pairs; ++pair) {
    const std::uint32_t i = random.below(static_cast<std::uint32_t>(size));
    std::uint32_t j = random.below(static_cast<std::uint32_t>(size - 1));
    j += j >= i;
    sum += genome_distance(problem, genomes[i], genomes[j]);
  }
  return sum / static_cast<double>(diversity_pairs);
}

}  // namespace skerry
