#pragma once

#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <boost/serialization/vector.hpp>

namespace skerry {

/// Stands for the number of genes in the type of a genome if that number is known only at run time.
inline constexpr std::size_t run_time_size = std::dynamic_extent;

/// A sequence of genes, the base class of several genomes. With a size N it is trivially copyable and owns no
/// memory, so it migrates as a flat record and costs no allocation. With run_time_size it is a vector, whose
/// memory operators use again, and which migrates through Boost.Serialization.
template <typename T, std::size_t N>
struct Genes {
  using value_type = T;

  std::array<T, N> genes{};

  constexpr Genes() = default;
  /// Throws UsageError unless there are N values.
  Genes(std::initializer_list<T> values) {
    if (values.size() != N) {
      throw UsageError("a genome of " + std::to_string(N) + " genes is made from " +
                       std::to_string(values.size()) + " values; it takes one value for each gene");
    }
    std::ranges::copy(values, genes.begin());
  }

  /// Returns the number of genes.
  static constexpr std::size_t size() { return N; }
  /// Does nothing; it exists for code that serves both kinds of size.
  void resize(std::size_t /*size*/) {}

  /// Returns the beginning of the genes in their order.
  auto begin() { return genes.begin(); }
  /// Returns the end of the genes.
  auto end() { return genes.end(); }
  /// Returns the beginning of constant genes.
  auto begin() const { return genes.begin(); }
  /// Returns the end of constant genes.
  auto end() const { return genes.end(); }
  /// Returns a pointer to the genes, which are contiguous.
  T* data() { return genes.data(); }
  /// Returns a pointer to constant genes.
  const T* data() const { return genes.data(); }
  /// Returns a gene, from 0 to size() - 1; the number is not checked.
  T& operator[](std::size_t gene) { return genes[gene]; }
  /// Returns a gene of a constant genome.
  const T& operator[](std::size_t gene) const { return genes[gene]; }

  friend bool operator==(const Genes&, const Genes&) = default;
};

template <typename T>
struct Genes<T, run_time_size> {
  using value_type = T;

  std::vector<T> genes;

  Genes() = default;
  explicit Genes(std::size_t size) : genes(size) {}
  Genes(std::initializer_list<T> values) : genes(values) {}

  std::size_t size() const { return genes.size(); }
  void resize(std::size_t size) { genes.resize(size); }

  auto begin() { return genes.begin(); }
  auto end() { return genes.end(); }
  auto begin() const { return genes.begin(); }
  auto end() const { return genes.end(); }
  T* data() { return genes.data(); }
  const T* data() const { return genes.data(); }
  T& operator[](std::size_t gene) { return genes[gene]; }
  const T& operator[](std::size_t gene) const { return genes[gene]; }

  friend bool operator==(const Genes&, const Genes&) = default;
};

/// Is used by Boost.Serialization; for N genes, too, which may be part of a composite that is not flat.
template <typename Archive, typename T, std::size_t N>
void serialize(Archive& archive, Genes<T, N>& genes, unsigned /*version*/) {
  if constexpr (N == run_time_size) {
    archive& genes.genes;
  } else {
    for (T& gene : genes) archive& gene;
  }
}

/// Returns a 64-bit hash of a sequence of numbers; equal sequences have equal hashes, 0.0 and -0.0 included.
template <typename T>
std::uint64_t hash_of_genes(std::span<const T> genes) {
  std::uint64_t hash = 0x9e3779b97f4a7c15U ^ genes.size();
  for (const T gene : genes) {
    std::uint64_t bits = 0;
    if constexpr (sizeof(T) == sizeof(double)) {
      bits = std::bit_cast<std::uint64_t>(gene + T{});  // -0.0 + 0.0 is 0.0
    } else {
      bits = static_cast<std::uint64_t>(gene);
    }
    hash = (hash ^ bits) * 0xa0761d6478bd642fU;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace skerry
