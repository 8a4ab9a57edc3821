#pragma once

#include "skerry/genomes.hpp"
#include "skerry/problem.hpp"

#include <functional>
#include <numeric>
#include <utility>

namespace skerry::test {

/// A problem that is a function of genomes in a space. Tests share the type, since the islands of each type
/// take a second to compile. The function returns a double or a Score.
template <typename G>
class FunctionOf {
 public:
  using Genome = G;
  using Space = typename Stock<G>::Space;

  template <typename F>
  FunctionOf(Space space, F function, Direction direction = Direction::minimise)
      : space_(std::move(space)),
        function_([function = std::move(function)](const G& x) mutable { return as_score(function(x)); }),
        direction_(direction) {}

  const Space& bounds() const { return space_; }
  Direction direction() const { return direction_; }
  Score evaluate(const G& genome) const { return function_(genome); }

 private:
  Space space_;
  std::function<Score(const G&)> function_;
  Direction direction_;
};

using FunctionOfReals = FunctionOf<Reals<4>>;
using FunctionOfBits = FunctionOf<BitString<64>>;

/// The fitness is the number of ones, which is maximised.
inline FunctionOfBits most_ones() {
  return {{}, [](const auto& bits) { return static_cast<double>(bits.count()); }, Direction::maximise};
}

/// Returns the sum of squares of all genes, which are numbers.
inline constexpr auto sum_of_squares = [](const auto& x) {
  return std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
};

}  // namespace skerry::test
