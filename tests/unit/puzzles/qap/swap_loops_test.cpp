#include "puzzles/qap/swap_loops.hpp"

#include "support/testing.hpp"
#include "unit/engine/instruction_sets.hpp"

namespace skerry::qap {
namespace {

template <typename Number>
class QapSwapLoops : public testing::Test {
 protected:
  static BlockSquare<Number> random_square(std::size_t size, Random& random) {
    BlockSquare<Number> square(size);
    for (std::size_t row = 0; row < size; ++row) {
      for (std::size_t column = 0; column < size; ++column)
        square.at(row, column) = static_cast<Number>(random.below(199)) - 99;
    }
    return square;
  }
  static BlockRow<Number> random_row(std::size_t size, Random& random) {
    BlockRow<Number> row(size);
    for (std::size_t i = 0; i < size; ++i) row[i] = static_cast<Number>(random.below(199)) - 99;
    return row;
  }
};
using LoopNumbers = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(QapSwapLoops, LoopNumbers);

TYPED_TEST(QapSwapLoops, OfEveryWidthComputeWhatTheyState) {
  using Number = TypeParam;
  constexpr Number never = std::numeric_limits<Number>::max();
  for (const InstructionSet set : skerry::test::sets_of_this_machine()) {
    const SwapLoops<Number>& loops = swap_loops<Number>(set);
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      SCOPED_TRACE(testing::Message()
                   << instruction_set_names[static_cast<std::size_t>(set)] << ", seed " << seed);
      Random random(seed);
      const std::size_t size = 2 + random.below(50);
      const auto a = this->random_square(size, random);
      const auto b = this->random_square(size, random);
      const auto x = this->random_row(size, random);
      const auto y = this->random_row(size, random);

      BlockSquare<Number> square = a;
      loops.add_products(square, x.data(), y.data());
      for (std::size_t u = 0; u < size; ++u) {
        for (std::size_t v = u + 1; v < size; ++v)
          ASSERT_EQ(square.at(u, v), a.at(u, v) + (x[u] - x[v]) * (y[u] - y[v]));
      }

      BlockRow<Number> sums = x;
      loops.add_differences(a, b, {x.data(), y.data()}, sums.data());
      for (std::size_t u = 0; u < size; ++u) {
        Number sum = x[u];
        for (std::size_t k = 0; k < size; ++k) sum += (a.at(k, u) - x[k]) * (y[k] - b.at(k, u));
        ASSERT_EQ(sums[u], sum);
      }

      BlockSquare<Number> until(size);
      for (std::size_t u = 0; u < size; ++u) {
        for (std::size_t v = 0; v < until.blocks() * block_length; ++v)
          until.row(u)[v] = v > u && v < size ? b.at(u, v) : never;
      }
      const SwapRules<Number> rules{.now = 20, .aspired = -90, .due = 0};
      BlockRow<Number> least(size), row(size);
      loops.find_least(a, until, rules, {least.data(), row.data()});
      for (std::size_t v = 0; v < size; ++v) {
        Number expected = never;
        std::size_t first = 0;
        for (std::size_t u = 0; u < v; ++u) {
          if ((b.at(u, v) >= 20 && a.at(u, v) >= -90) || a.at(u, v) >= expected) continue;
          expected = a.at(u, v);
          first = u;
        }
        ASSERT_EQ(least[v], expected);
        if (expected != never) {
          ASSERT_EQ(row[v], static_cast<Number>(first));
        }
      }
    }
  }
}

}  // namespace
}  // namespace skerry::qap
