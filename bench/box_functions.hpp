#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <random>
#include <string>
#include <string_view>
#include <vector>

/// Twelve functions of reals in a box, to be minimised: separable, ill-conditioned, with many valleys, and
/// with constraints (g04, g07 and g10 of Michalewicz and Schoenauer 1996). The optimum of the others lies at
/// a random place, the same for all seeds of a search; those that are turned have a random rotation around
/// it.
namespace box_functions {

constexpr std::uint64_t evaluations = 40'000;

using Vector = std::vector<double>;

struct Value {
  double violation = 0;
  double fitness = 0;
};

struct Function {
  std::string name;
  Vector lower;
  Vector upper;
  double optimum = 0;
  Vector shift{};
  std::vector<Vector> rotation{};  // empty: none

  std::size_t size() const { return lower.size(); }
  Value operator()(const double* x) const;
};

inline constexpr std::array<std::string_view, 12> names{"ellipsoid",
                                                        "rastrigin",
                                                        "schwefel",
                                                        "ellipsoid_turned",
                                                        "cigar_turned",
                                                        "rosenbrock",
                                                        "rastrigin_turned",
                                                        "ackley_turned",
                                                        "griewank_turned",
                                                        "g04",
                                                        "g07",
                                                        "g10"};

namespace detail {

inline double unconstrained(std::string_view name, const Vector& z) {
  using std::numbers::pi;
  const auto n = static_cast<double>(z.size());
  double sum = 0;
  double waves = 0;
  double product = 1;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double square = z[i] * z[i];
    if (name.starts_with("ellipsoid")) sum += std::pow(1e6, static_cast<double>(i) / (n - 1)) * square;
    if (name.starts_with("cigar")) sum += (i == 0 ? 1 : 1e6) * square;
    if (name.starts_with("rastrigin")) sum += square - 10 * std::cos(2 * pi * z[i]) + 10;
    if (name.starts_with("ackley") || name.starts_with("griewank")) sum += square;
    waves += std::cos(2 * pi * z[i]);
    product *= std::cos(z[i] / std::sqrt(static_cast<double>(i + 1)));
    if (name == "rosenbrock" && i + 1 < z.size()) {
      const double a = z[i] + 1;
      const double b = z[i + 1] + 1;
      sum += 100 * (b - a * a) * (b - a * a) + (1 - a) * (1 - a);
    }
  }
  if (name.starts_with("ackley"))
    return -20 * std::exp(-0.2 * std::sqrt(sum / n)) - std::exp(waves / n) + 20 + std::numbers::e;
  return name.starts_with("griewank") ? sum / 4000 - product + 1 : sum;
}

/// Adds up what each constraint g <= 0 is broken by.
struct Rules {
  double violation = 0;
  void operator()(double g) { violation += std::max(0.0, g); }
};

inline Value g04(const double* x) {
  Rules rule;
  const double a = 85.334407 + 0.0056858 * x[1] * x[4] + 0.0006262 * x[0] * x[3] - 0.0022053 * x[2] * x[4];
  const double b = 80.51249 + 0.0071317 * x[1] * x[4] + 0.0029955 * x[0] * x[1] + 0.0021813 * x[2] * x[2];
  const double c = 9.300961 + 0.0047026 * x[2] * x[4] + 0.0012547 * x[0] * x[2] + 0.0019085 * x[2] * x[3];
  for (const double g : {-a, a - 92, 90 - b, b - 110, 20 - c, c - 25}) rule(g);
  return {rule.violation, 5.3578547 * x[2] * x[2] + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141};
}

inline Value g07(const double* y) {
  const auto squared = [](double d) { return d * d; };
  const double* const x = y - 1;
  Rules rule;
  rule(-105 + 4 * x[1] + 5 * x[2] - 3 * x[7] + 9 * x[8]);
  rule(10 * x[1] - 8 * x[2] - 17 * x[7] + 2 * x[8]);
  rule(-8 * x[1] + 2 * x[2] + 5 * x[9] - 2 * x[10] - 12);
  rule(3 * squared(x[1] - 2) + 4 * squared(x[2] - 3) + 2 * squared(x[3]) - 7 * x[4] - 120);
  rule(5 * squared(x[1]) + 8 * x[2] + squared(x[3] - 6) - 2 * x[4] - 40);
  rule(squared(x[1]) + 2 * squared(x[2] - 2) - 2 * x[1] * x[2] + 14 * x[5] - 6 * x[6]);
  rule(0.5 * squared(x[1] - 8) + 2 * squared(x[2] - 4) + 3 * squared(x[5]) - x[6] - 30);
  rule(-3 * x[1] + 6 * x[2] + 12 * squared(x[9] - 8) - 7 * x[10]);
  return {rule.violation, squared(x[1]) + squared(x[2]) + x[1] * x[2] - 14 * x[1] - 16 * x[2] +
                              squared(x[3] - 10) + 4 * squared(x[4] - 5) + squared(x[5] - 3) +
                              2 * squared(x[6] - 1) + 5 * squared(x[7]) + 7 * squared(x[8] - 11) +
                              2 * squared(x[9] - 10) + squared(x[10] - 7) + 45};
}

inline Value g10(const double* y) {
  const double* const x = y - 1;
  Rules rule;
  rule(-1 + 0.0025 * (x[4] + x[6]));
  rule(-1 + 0.0025 * (x[5] + x[7] - x[4]));
  rule(-1 + 0.01 * (x[8] - x[5]));
  rule(-x[1] * x[6] + 833.33252 * x[4] + 100 * x[1] - 83333.333);
  rule(-x[2] * x[7] + 1250 * x[5] + x[2] * x[4] - 1250 * x[4]);
  rule(-x[3] * x[8] + 1250000 + x[3] * x[5] - 2500 * x[5]);
  return {rule.violation, x[1] + x[2] + x[3]};
}

}  // namespace detail

inline Value Function::operator()(const double* x) const {
  if (name == "g04") return detail::g04(x);
  if (name == "g07") return detail::g07(x);
  if (name == "g10") return detail::g10(x);
  if (name == "schwefel") {
    double sum = 418.98288727243369 * static_cast<double>(size());
    for (std::size_t i = 0; i < size(); ++i) sum -= x[i] * std::sin(std::sqrt(std::abs(x[i])));
    return {0, sum};
  }
  Vector moved(size());
  for (std::size_t i = 0; i < size(); ++i) moved[i] = x[i] - shift[i];
  if (rotation.empty()) return {0, detail::unconstrained(name, moved)};
  Vector turned(size());
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t j = 0; j < size(); ++j) turned[i] += rotation[i][j] * moved[j];
  }
  return {0, detail::unconstrained(name, turned)};
}

inline Function box(std::string_view name, std::size_t genes, double lower, double upper,
                    double optimum = 0) {
  return {std::string(name), Vector(genes, lower), Vector(genes, upper), optimum};
}

inline Function box_of(std::string_view name) {
  if (name == "ellipsoid") return box(name, 20, -5, 5);
  if (name == "ellipsoid_turned") return box(name, 10, -5, 5);
  if (name == "cigar_turned") return box(name, 40, -5, 5);
  if (name == "rosenbrock") return box(name, 20, -5, 10);
  if (name.starts_with("rastrigin")) return box(name, 10, -5.12, 5.12);
  if (name == "schwefel") return box(name, 10, -500, 500);
  if (name == "ackley_turned") return box(name, 30, -32.768, 32.768);
  if (name == "griewank_turned") return box(name, 10, -600, 600);
  if (name == "g04") return {"g04", {78, 33, 27, 27, 27}, {102, 45, 45, 45, 45}, -30665.53867178332};
  if (name == "g07") return box(name, 10, -10, 10, 24.30620906818);
  if (name == "g10") {
    return {"g10",
            {100, 1000, 1000, 10, 10, 10, 10, 10},
            {10000, 10000, 10000, 1000, 1000, 1000, 1000, 1000},
            7049.24802052867};
  }
  std::abort();
}

inline Function function(std::string_view name) {
  Function made = box_of(name);
  const std::size_t n = made.size();
  std::mt19937_64 random(2026);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  for (std::size_t i = 0; i < n; ++i) {
    const double middle = (made.lower[i] + made.upper[i]) / 2;
    made.shift.push_back(middle + (uniform() - 0.5) * 0.6 * (made.upper[i] - made.lower[i]));
  }
  if (name == "rosenbrock") {
    for (double& shift : made.shift) shift = (shift - 2.5) * 0.3;
  }
  if (!name.ends_with("turned")) return made;
  made.rotation.assign(n, Vector(n));
  for (Vector& row : made.rotation) {
    for (double& entry : row) {
      entry = -6;
      for (int k = 0; k < 12; ++k) entry += uniform();
    }
  }
  // Gram and Schmidt.
  for (std::size_t i = 0; i < n; ++i) {
    Vector& row = made.rotation[i];
    for (std::size_t j = 0; j <= i; ++j) {
      const Vector other = made.rotation[j];
      double product = 0;
      for (std::size_t k = 0; k < n; ++k) product += row[k] * other[k];
      for (std::size_t k = 0; k < n; ++k)
        row[k] = j < i ? row[k] - product * other[k] : row[k] / std::sqrt(product);
    }
  }
  return made;
}

}  // namespace box_functions
