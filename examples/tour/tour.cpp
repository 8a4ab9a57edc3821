// The shortest round trip through forty cities on a circle: a complete problem with a stock genome, and a
// main of one line. docs/problem.md explains it.
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <string_view>

#include <skerry/main.hpp>

struct Tour {
  static constexpr std::string_view name = "tour";
  static constexpr std::size_t cities = 40;
  using Genome = skerry::Permutation<cities>;  // the cities in the order of the trip

  double evaluate(const Genome& tour) const {
    double length = distance_between(tour[cities - 1], tour[0]);
    for (std::size_t i = 1; i < cities; ++i) length += distance_between(tour[i - 1], tour[i]);
    return length;
  }

  // The optimum is known and becomes the run's target; other problems leave this member out.
  std::optional<double> optimum() const { return cities * distance_between(0, 1) * (1 + 1e-12); }

  static double distance_between(double a, double b) {
    return 2 * std::abs(std::sin(std::numbers::pi * (a - b) / cities));
  }
};

int main(int argc, char** argv) {
  return skerry::main<Tour>(argc, argv);
}
