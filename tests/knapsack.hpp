#pragma once

#include "skerry/genomes/bits.hpp"
#include "skerry/problem.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// A knapsack with objectives and features: what is packed is light and worth much, of few or many items, and
/// fits in.
struct Knapsack {
  static constexpr std::size_t items = 30;
  using Genome = BitString<items>;

  static constexpr double weight_of(std::size_t item) { return 3 + static_cast<double>(item * item % 17); }
  static constexpr double worth_of(std::size_t item) { return 2 + static_cast<double>(item * 7 % 23); }
  static constexpr double capacity = 250;

  Direction direction() const { return Direction::maximise; }
  std::vector<Objective> objectives() const {
    return {{.name = "weight", .unit = "kg", .reference = 400},
            {.name = "worth", .unit = "coins", .direction = Direction::maximise, .reference = 0}};
  }
  void objectives(const Genome& packed, std::span<double> values) const {
    values[0] = weight(packed);
    values[1] = worth(packed);
  }
  std::vector<Feature> features() const {
    return {whole_number_feature("items", 0, items),
            {.name = "weight", .unit = "kg", .most = 250, .cells = 25}};
  }
  void features(const Genome& packed, std::span<double> values) const {
    values[0] = 0;
    for (std::size_t i = 0; i < items; ++i) values[0] += packed.test(i) ? 1 : 0;
    values[1] = weight(packed);
  }

  Score evaluate(const Genome& packed) const {
    return {std::max(0.0, weight(packed) - capacity), worth(packed)};
  }

  static double weight(const Genome& packed) {
    double sum = 0;
    for (std::size_t i = 0; i < items; ++i) sum += packed.test(i) ? weight_of(i) : 0;
    return sum;
  }
  static double worth(const Genome& packed) {
    double sum = 0;
    for (std::size_t i = 0; i < items; ++i) sum += packed.test(i) ? worth_of(i) : 0;
    return sum;
  }
};

}  // namespace skerry
