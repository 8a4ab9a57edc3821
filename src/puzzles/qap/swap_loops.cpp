#include "puzzles/qap/swap_loops.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace skerry::qap {

namespace {

// Each of these is inlined in functions for several widths of vectors. The innermost loops run over whole
// blocks, which the compiler sees in their lengths, so that nothing is left over.

constexpr std::size_t length_of(std::size_t blocks) {
  return blocks * block_length;
}

template <typename Number>
[[gnu::always_inline]] inline void add_products_inline(BlockSquare<Number>& square,
                                                       const Number* __restrict x,
                                                       const Number* __restrict y) {
  // Numbers behind the end of a row may overflow, without harm if there is no sign.
  using Unsigned = std::make_unsigned_t<Number>;
  for (std::size_t u = 0; u < square.size(); ++u) {
    const std::size_t skipped = u / block_length;
    const std::size_t length = length_of(square.blocks() - skipped);
    Number* __restrict entry = square.row(u) + length_of(skipped);
    const Number* __restrict xv = x + length_of(skipped);
    const Number* __restrict yv = y + length_of(skipped);
    const auto xu = static_cast<Unsigned>(x[u]);
    const auto yu = static_cast<Unsigned>(y[u]);
    for (std::size_t i = 0; i < length; ++i) {
      const Unsigned product = (xu - static_cast<Unsigned>(xv[i])) * (yu - static_cast<Unsigned>(yv[i]));
      entry[i] = static_cast<Number>(static_cast<Unsigned>(entry[i]) + product);
    }
  }
}

template <typename Number>
[[gnu::always_inline]] inline void add_differences_inline(const BlockSquare<Number>& a,
                                                          const BlockSquare<Number>& b, RowPair<Number> r,
                                                          Number* __restrict sums) {
  static_assert(block_length % 4 == 0);
  const std::size_t length = length_of(a.blocks());
  for (std::size_t k = 0; k < a.size(); k += 4) {  // a sum is loaded and stored for four rows at a time
    const Number* __restrict a0 = a.row(k);
    const Number* __restrict a1 = a.row(k + 1);
    const Number* __restrict a2 = a.row(k + 2);
    const Number* __restrict a3 = a.row(k + 3);
    const Number* __restrict b0 = b.row(k);
    const Number* __restrict b1 = b.row(k + 1);
    const Number* __restrict b2 = b.row(k + 2);
    const Number* __restrict b3 = b.row(k + 3);
    const Number* first = r.first + k;
    const Number* second = r.second + k;
    for (std::size_t u = 0; u < length; ++u) {
      sums[u] += (a0[u] - first[0]) * (second[0] - b0[u]) + (a1[u] - first[1]) * (second[1] - b1[u]) +
                 (a2[u] - first[2]) * (second[2] - b2[u]) + (a3[u] - first[3]) * (second[3] - b3[u]);
    }
  }
}

template <typename Number>
[[gnu::always_inline]] inline void find_least_inline(const BlockSquare<Number>& changes,
                                                     const BlockSquare<Number>& until,
                                                     const SwapRules<Number>& rules,
                                                     LeastOfColumns<Number> columns) {
  constexpr Number never = std::numeric_limits<Number>::max();
  const Number now = rules.now;
  const Number aspired = rules.aspired;
  std::fill_n(columns.least, length_of(changes.blocks()), never);
  for (std::size_t u = 0; u < changes.size(); ++u) {
    const std::size_t skipped = u / block_length;
    const std::size_t length = length_of(changes.blocks() - skipped);
    const Number* __restrict change = changes.row(u) + length_of(skipped);
    const Number* __restrict step = until.row(u) + length_of(skipped);
    Number* __restrict least = columns.least + length_of(skipped);
    Number* __restrict row = columns.row + length_of(skipped);
    for (std::size_t i = 0; i < length; ++i) {
      const Number limit = change[i] < aspired ? never : now;
      const Number key = step[i] < limit ? change[i] : never;
      row[i] = key < least[i] ? static_cast<Number>(u) : row[i];
      least[i] = key < least[i] ? key : least[i];
    }
  }
}

#define SKERRY_SWAP_LOOPS(NAME, TARGET)                                                                 \
  template <typename Number>                                                                            \
  struct NAME {                                                                                         \
    TARGET static void add_products(BlockSquare<Number>& square, const Number* x, const Number* y) {    \
      add_products_inline(square, x, y);                                                                \
    }                                                                                                   \
    TARGET static void add_differences(const BlockSquare<Number>& a, const BlockSquare<Number>& b,      \
                                       RowPair<Number> r, Number* sums) {                               \
      add_differences_inline(a, b, r, sums);                                                            \
    }                                                                                                   \
    TARGET static void find_least(const BlockSquare<Number>& changes, const BlockSquare<Number>& until, \
                                  const SwapRules<Number>& rules, LeastOfColumns<Number> columns) {     \
      find_least_inline(changes, until, rules, columns);                                                \
    }                                                                                                   \
    static constexpr SwapLoops<Number> loops{add_products, add_differences, find_least};                \
  }

SKERRY_SWAP_LOOPS(Baseline, );
#ifdef __x86_64__
SKERRY_SWAP_LOOPS(Avx2, [[gnu::target("avx2")]]);
SKERRY_SWAP_LOOPS(Avx512, [[gnu::target("avx512f,avx512dq")]]);
#endif
#undef SKERRY_SWAP_LOOPS

}  // namespace

template <typename Number>
const SwapLoops<Number>& swap_loops([[maybe_unused]] InstructionSet set) {
#ifdef __x86_64__
  if (set == InstructionSet::avx512) return Avx512<Number>::loops;
  if (set == InstructionSet::avx2) return Avx2<Number>::loops;
#endif
  return Baseline<Number>::loops;
}

template const SwapLoops<std::int32_t>& swap_loops(InstructionSet set);
template const SwapLoops<std::int64_t>& swap_loops(InstructionSet set);

}  // namespace skerry::qap
