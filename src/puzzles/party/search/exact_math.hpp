#pragma once

#include <cmath>
#include <numbers>

namespace skerry::party {

// The functions of the C library may differ in the last bit from machine to machine. These are made of
// operations that round in the same way everywhere; their relative error is below 1e-13.

inline double exact_exp(double x) {
  const double doublings = std::floor(x / std::numbers::ln2 + 0.5);
  const double rest = x - doublings * std::numbers::ln2;
  double sum = 1;
  for (int i = 18; i > 0; --i) sum = 1 + sum * rest / i;
  return std::ldexp(sum, static_cast<int>(doublings));
}

/// Returns the natural logarithm of a positive number.
inline double exact_log(double x) {
  int doublings = 0;
  const double part = std::frexp(x, &doublings);
  const double s = (part - std::numbers::sqrt2 / 2) / (part + std::numbers::sqrt2 / 2);
  double sum = 0;
  for (int i = 31; i > 0; i -= 2) sum = sum * s * s + 1.0 / i;
  return 2 * s * sum + (doublings - 0.5) * std::numbers::ln2;
}

}  // namespace skerry::party
