#pragma once

#include "skerry/problem.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace skerry {

/// The coefficient of variation s / |m| of fitness with mean m and standard deviation s, in [0, 1]: s /
/// max(|m|, s), which does not grow without bound where the mean nears zero.
inline double coefficient_of_variation(double mean, double standard_deviation) {
  if (standard_deviation <= 0) return 0;
  return standard_deviation / std::max(std::abs(mean), standard_deviation);
}

/// A genome whose bytes alone are its value, by which it is hashed.
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

/// Writes hashes of as many records of `size_bytes` bytes, at least least_hashed_bytes, by vector
/// instructions; returns false if the machine lacks them. They are not those of hash_of().
bool hash_records(const std::byte* records, std::size_t size_bytes, std::span<std::uint64_t> hashes);
inline constexpr std::size_t least_hashed_bytes = 32;

/// Counts different genomes: by hash if there is one (two genomes with the same 64-bit hash count as one),
/// else by comparing each genome with all before it. It keeps its table between calls.
template <typename Genome>
class DistinctCounter {
 public:
  /// Takes linear time if genomes are Hashable, else quadratic time.
  std::uint64_t count(std::span<const Genome> genomes) {
    std::uint64_t distinct = 0;
    if constexpr (Hashable<Genome>) {
      // The hashes of several genomes are computed at once if nothing waits for one of them.
      hashes_.resize(genomes.size());
      bool hashed = false;
      if constexpr (!HasHash<Genome> && sizeof(Genome) >= least_hashed_bytes)
        hashed = hash_records(reinterpret_cast<const std::byte*>(genomes.data()), sizeof(Genome), hashes_);
      for (std::size_t i = 0; !hashed && i < genomes.size(); ++i) hashes_[i] = hash_of(genomes[i]);
      return count_hashes();
    } else {
      for (std::size_t i = 0; i < genomes.size(); ++i) {
        const auto before = genomes.first(i);
        distinct += std::ranges::find(before, genomes[i]) == before.end();
      }
    }
    return distinct;
  }

 private:
  /// In a round each hash writes its number to a place. A hash that then finds there an equal one is of that
  /// one's class, which counts once; the others go to the next round. No branch waits for a hash.
  std::uint64_t count_hashes() {
    std::uint64_t distinct = 0;
    for (unsigned round = 0; !hashes_.empty(); ++round) {
      const std::size_t places = std::bit_ceil(4 * hashes_.size());
      if (table_.size() < places) table_.resize(places);
      const auto place_of = [&](std::uint64_t hash) {
        return std::rotr(hash, static_cast<int>(11 * round)) & (places - 1);
      };
      for (std::uint32_t i = 0; i < hashes_.size(); ++i) table_[place_of(hashes_[i])] = i;
      others_.resize(hashes_.size());
      std::size_t others = 0;
      for (std::uint32_t i = 0; i < hashes_.size(); ++i) {
        const std::uint32_t found = table_[place_of(hashes_[i])];
        distinct += found == i ? 1 : 0;
        others_[others] = hashes_[i];
        others += hashes_[found] != hashes_[i] ? 1 : 0;
      }
      others_.resize(others);
      std::swap(hashes_, others_);
    }
    return distinct;
  }

  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint64_t> others_;
  std::vector<std::uint32_t> table_;
};

/// Returns the distance of two genomes, in [0, 1]: the problem's own if it has one; of ranges the share of
/// elements in which they differ; otherwise 0 for equal and 1 for different ones.
template <CompleteProblem P>
double genome_distance(P& problem, const typename P::Genome& a, const typename P::Genome& b) {
  if constexpr (HasDistance<P>) {
    return problem.distance(a, b);
  } else if constexpr (requires { std::ranges::size(a); }) {
    const auto longest = std::max(std::ranges::size(a), std::ranges::size(b));
    if (longest == 0) return 0;
    std::size_t same = 0;
    if constexpr (std::ranges::contiguous_range<const typename P::Genome>) {
      // Without iterators of two ends the loop compares several elements at a time.
      const auto* first = std::ranges::data(a);
      const auto* second = std::ranges::data(b);
      const std::size_t both = std::min<std::size_t>(std::ranges::size(a), std::ranges::size(b));
      for (std::size_t at = 0; at < both; ++at) same += first[at] == second[at] ? 1 : 0;
      return 1 - static_cast<double>(same) / static_cast<double>(longest);
    }
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

/// Appends the values at the loci of a genome, by the problem's loci() or else the elements of the range.
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

/// Returns the mean distance of two individuals, exact or of diversity_pairs random pairs.
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
  // The pairs are drawn before any is compared, so that several comparisons go on at once.
  std::array<std::uint32_t, 2 * diversity_pairs> slots;
  for (std::size_t pair = 0; pair < slots.size(); pair += 2) {
    const std::uint32_t i = random.below(static_cast<std::uint32_t>(size));
    const std::uint32_t j = random.below(static_cast<std::uint32_t>(size - 1));
    slots[pair] = i;
    slots[pair + 1] = j + (j >= i ? 1 : 0);
  }
  for (std::size_t pair = 0; pair < slots.size(); pair += 2)
    sum += genome_distance(problem, genomes[slots[pair]], genomes[slots[pair + 1]]);
  return sum / static_cast<double>(diversity_pairs);
}

}  // namespace skerry
