#ifdef __x86_64__

#include "engine/philox/philox.hpp"

#include <Random123/philox.h>
#include <immintrin.h>

// GCC 12 and its successors warn of their own header (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"

namespace skerry {
namespace {

// A block takes a lane of 64 bits in each of four vectors, of which the lower 32 bits count: a product of two
// lanes has a word of the next round in its lower half and another in its upper half.

/// How many vectors of blocks are made at a time, since one alone would wait for its own products.
constexpr std::size_t philox_at_once = 4;

std::int64_t key_lane(std::uint32_t key) {
  return static_cast<std::int64_t>(std::uint64_t{key});
}

}  // namespace

[[gnu::target("avx2")]] void fill_philox_by_avx2(const PhiloxBlock& first, PhiloxNumbers numbers) {
  constexpr std::size_t lanes = 4;
  const __m256i multiplier = _mm256_set1_epi64x(PHILOX_M4x32_0);
  const __m256i other_multiplier = _mm256_set1_epi64x(PHILOX_M4x32_1);
  for (std::size_t begin = 0; begin < philox_blocks; begin += lanes * philox_at_once) {
    __m256i words[4][philox_at_once];
    for (std::size_t i = 0; i < philox_at_once; ++i) {
      const __m256i block =
          _mm256_add_epi64(_mm256_set1_epi64x(static_cast<std::int64_t>(first.block + begin + i * lanes)),
                           _mm256_set_epi64x(3, 2, 1, 0));
      words[0][i] = block;
      words[1][i] = _mm256_srli_epi64(block, 32);
      words[2][i] = _mm256_set1_epi64x(first.island);
      words[3][i] = _mm256_set1_epi64x(first.purpose);
    }
    auto low = static_cast<std::uint32_t>(first.seed);
    auto high = static_cast<std::uint32_t>(first.seed >> 32);
    for (int round = 0; round < 10; ++round) {
      const __m256i key_low = _mm256_set1_epi64x(key_lane(low));
      const __m256i key_high = _mm256_set1_epi64x(key_lane(high));
      for (std::size_t i = 0; i < philox_at_once; ++i) {
        const __m256i product = _mm256_mul_epu32(words[0][i], multiplier);
        const __m256i other = _mm256_mul_epu32(words[2][i], other_multiplier);
        words[0][i] = _mm256_xor_si256(_mm256_srli_epi64(other, 32), _mm256_xor_si256(words[1][i], key_low));
        words[1][i] = other;
        words[2][i] =
            _mm256_xor_si256(_mm256_srli_epi64(product, 32), _mm256_xor_si256(words[3][i], key_high));
        words[3][i] = product;
      }
      low += PHILOX_W32_0;
      high += PHILOX_W32_1;
    }
    for (std::size_t i = 0; i < philox_at_once; ++i) {
      const __m256i front = _mm256_blend_epi32(words[0][i], _mm256_slli_epi64(words[1][i], 32), 0xaa);
      const __m256i back = _mm256_blend_epi32(words[2][i], _mm256_slli_epi64(words[3][i], 32), 0xaa);
      const __m256i even = _mm256_unpacklo_epi64(front, back);
      const __m256i odd = _mm256_unpackhi_epi64(front, back);
      auto* to = reinterpret_cast<__m256i*>(&numbers[4 * (begin + i * lanes)]);
      _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, odd, 0x20));
      _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, odd, 0x31));
    }
  }
}

[[gnu::target("avx512f")]] void fill_philox_by_avx512(const PhiloxBlock& first, PhiloxNumbers numbers) {
  constexpr std::size_t lanes = 8;
  constexpr int all_three_differ = 0x96;  // the truth table of a ^ b ^ c
  constexpr __mmask16 odd_halves = 0xaaaa;
  const __m512i multiplier = _mm512_set1_epi64(PHILOX_M4x32_0);
  const __m512i other_multiplier = _mm512_set1_epi64(PHILOX_M4x32_1);
  const __m512i first_four = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
  const __m512i last_four = _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4);
  for (std::size_t begin = 0; begin < philox_blocks; begin += lanes * philox_at_once) {
    __m512i words[4][philox_at_once];
    for (std::size_t i = 0; i < philox_at_once; ++i) {
      const __m512i block =
          _mm512_add_epi64(_mm512_set1_epi64(static_cast<std::int64_t>(first.block + begin + i * lanes)),
                           _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
      words[0][i] = block;
      words[1][i] = _mm512_srli_epi64(block, 32);
      words[2][i] = _mm512_set1_epi64(first.island);
      words[3][i] = _mm512_set1_epi64(first.purpose);
    }
    auto low = static_cast<std::uint32_t>(first.seed);
    auto high = static_cast<std::uint32_t>(first.seed >> 32);
    for (int round = 0; round < 10; ++round) {
      const __m512i key_low = _mm512_set1_epi64(key_lane(low));
      const __m512i key_high = _mm512_set1_epi64(key_lane(high));
      for (std::size_t i = 0; i < philox_at_once; ++i) {
        const __m512i product = _mm512_mul_epu32(words[0][i], multiplier);
        const __m512i other = _mm512_mul_epu32(words[2][i], other_multiplier);
        words[0][i] =
            _mm512_ternarylogic_epi64(_mm512_srli_epi64(other, 32), words[1][i], key_low, all_three_differ);
        words[1][i] = other;
        words[2][i] = _mm512_ternarylogic_epi64(_mm512_srli_epi64(product, 32), words[3][i], key_high,
                                                all_three_differ);
        words[3][i] = product;
      }
      low += PHILOX_W32_0;
      high += PHILOX_W32_1;
    }
    for (std::size_t i = 0; i < philox_at_once; ++i) {
      const __m512i front =
          _mm512_mask_mov_epi32(words[0][i], odd_halves, _mm512_slli_epi64(words[1][i], 32));
      const __m512i back = _mm512_mask_mov_epi32(words[2][i], odd_halves, _mm512_slli_epi64(words[3][i], 32));
      std::uint32_t* to = &numbers[4 * (begin + i * lanes)];
      _mm512_storeu_si512(to, _mm512_permutex2var_epi64(front, first_four, back));
      _mm512_storeu_si512(to + 32 / 2, _mm512_permutex2var_epi64(front, last_four, back));
    }
  }
}

}  // namespace skerry

#endif
