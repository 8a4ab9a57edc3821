#include "skerry/detail/instruction_set.hpp"
#include "skerry/detail/problem/diversity.hpp"

#include <algorithm>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace skerry {

#ifdef __x86_64__
namespace {

/// Odd numbers of 32 bits, from the digits of pi.
constexpr long long factors[] = {0xc0ac29b7, 0xc97c50dd, 0xb8e1afed, 0xd1310ba7,
                                 0x98dfb5ad, 0xf12c7f99, 0xba7c9045, 0xe658bc2d};

/// Adds up products of the halves of words, as XXH3 does, which differ by a key in each place.
[[gnu::target("avx2")]] void hash_by_avx2(const std::byte* records, std::size_t size_bytes,
                                          std::span<std::uint64_t> hashes) {
  const __m256i first_key = _mm256_set_epi64x(0x1cad21f72c81017c, static_cast<long long>(0xdb979083e96dd4deU),
                                              0x1f67b3b7a4a44072, 0x78e5c0cc4ee679cb);
  const __m256i key_step = _mm256_set_epi64x(static_cast<long long>(0x9e3779b97f4a7c15U),
                                             static_cast<long long>(0xc2b2ae3d27d4eb4fU), 0x165667b19e3779f9,
                                             static_cast<long long>(0x85ebca77c2b2ae63U));
  constexpr std::size_t width = sizeof(__m256i);
  constexpr std::size_t at_once = 4;
  for (std::size_t first = 0; first < hashes.size(); first += at_once) {
    const std::byte* from[at_once];
    for (std::size_t i = 0; i < at_once; ++i)
      from[i] = records + std::min(first + i, hashes.size() - 1) * size_bytes;
    __m256i key = first_key;
    __m256i sums[at_once] = {key_step, key_step, key_step, key_step};
    const auto add = [&](std::size_t at) __attribute__((always_inline, target("avx2"))) {
      for (std::size_t i = 0; i < at_once; ++i) {
        const __m256i words =
            _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from[i] + at)), key);
        const __m256i product = _mm256_mul_epu32(words, _mm256_srli_epi64(words, 32));
        sums[i] = _mm256_add_epi64(sums[i], _mm256_add_epi64(product, words));
      }
      key = _mm256_add_epi64(key, key_step);
    };
    std::size_t at = 0;
    for (; at + width <= size_bytes; at += width) add(at);
    if (at < size_bytes) add(size_bytes - width);
    // The lanes of a record come to stand in one lane of four vectors.
    const __m256i even_front = _mm256_unpacklo_epi64(sums[0], sums[1]);
    const __m256i odd_front = _mm256_unpackhi_epi64(sums[0], sums[1]);
    const __m256i even_back = _mm256_unpacklo_epi64(sums[2], sums[3]);
    const __m256i odd_back = _mm256_unpackhi_epi64(sums[2], sums[3]);
    const __m256i lanes[] = {_mm256_permute2x128_si256(even_front, even_back, 0x20),
                             _mm256_permute2x128_si256(odd_front, odd_back, 0x20),
                             _mm256_permute2x128_si256(even_front, even_back, 0x31),
                             _mm256_permute2x128_si256(odd_front, odd_back, 0x31)};
    __m256i hash = _mm256_setzero_si256();
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const __m256i low = _mm256_mul_epu32(lanes[lane], _mm256_set1_epi64x(factors[2 * lane]));
      const __m256i high =
          _mm256_mul_epu32(_mm256_srli_epi64(lanes[lane], 32), _mm256_set1_epi64x(factors[2 * lane + 1]));
      hash = _mm256_add_epi64(hash, _mm256_add_epi64(low, high));
    }
    hash = _mm256_xor_si256(hash, _mm256_srli_epi64(hash, 32));
    if (first + at_once <= hashes.size()) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(&hashes[first]), hash);
    } else {
      std::uint64_t last[at_once];
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(last), hash);
      std::copy_n(last, hashes.size() - first, &hashes[first]);
    }
  }
}

}  // namespace

bool hash_records(const std::byte* records, std::size_t size_bytes, std::span<std::uint64_t> hashes) {
  if (instruction_set() < InstructionSet::avx2) return false;
  hash_by_avx2(records, size_bytes, hashes);
  return true;
}
#else
bool hash_records(const std::byte*, std::size_t, std::span<std::uint64_t>) {
  return false;
}
#endif

}  // namespace skerry
