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

/// The number of genes in the type of a genome whose number of genes is known only at run time.
inline constexpr std::size_t run_time_size = std::dynamic_extent;

/// A sequence of genes, which a genome derives from. With a size N it is trivially copyable and owns no
/// memory, so that it migrates as a flat record and costs no allocation; with run_time_size it is a vector,
/// whose memory operators use again, and which migrates through Boost.Serialization.
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

  /// The number of genes.
  static constexpr std::size_t size() { return N; }
  /// For code that serves both kinds of size; `size` is N.
  void resize(std::size_t /*size*/) {}

  /// Genes are a range, in their order.
  auto begin() { return genes.begin(); }
  /// The end of that range.
  auto end() { return genes.end(); }
  /// The range of genes that can't be changed.
  auto begin() const { return genes.begin(); }
  /// The end of that range.
  auto end() const { return genes.end(); }
  /// The genes one after another.
  T* data() { return genes.data(); }
  /// The genes one after another, which can't be changed.
  const T* data() const { return genes.data(); }
  /// A gene, from 0 to size() - 1; not checked.
  T& operator[](std::size_t gene) { return genes[gene]; }
  /// The same of a genome that can't be changed.
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

/// Boost.Serialization of genes; of N ones too, which may be parts of a composite that is not flat.
template <typename Archive, typename T, std::size_t N>
void serialize(Archive& archive, Genes<T, N>& genes, unsigned /*version*/) {
  if constexpr (N == run_time_size) {
    archive& genes.genes;
  } else {
    for (T& gene : genes) archive& gene;
  }
}

/// 64-bit hash of a sequence of numbers; equal sequences have equal hashes, 0.0 and -0.0 included.
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
