#pragma once

#include "skerry/random.hpp"

#include <cmath>
#include <numbers>

namespace skerry {

/// Returns a standard normal deviate, made of two uniform ones (Box and Muller 1958).
inline double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log1p(-random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

}  // namespace skerry
