// The shortest round trip through cities on a circle: a problem of one's own, whole. docs/problem.md walks
// through it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/serialization/vector.hpp>
#include <skerry/main.hpp>

struct Tour {
  static constexpr std::string_view name = "tour";
  using Genome = std::vector<std::uint32_t>;  // the cities in the order of the trip

  Tour(const skerry::Settings& settings, skerry::Files& /*files*/)
      : cities(static_cast<std::uint32_t>(settings.integer("cities", 40, {4, 10'000}))) {}

  skerry::Direction direction() const { return skerry::Direction::minimise; }

  Genome sample(skerry::Random& random) const {
    Genome tour(cities);
    std::iota(tour.begin(), tour.end(), 0U);
    random.shuffle(std::span(tour));
    return tour;
  }

  skerry::Score evaluate(const Genome& tour) const {
    double length = distance_between(tour.back(), tour.front());
    for (std::size_t i = 1; i < tour.size(); ++i) length += distance_between(tour[i - 1], tour[i]);
    return {.violation = 0, .fitness = length};
  }

  // A stretch of the first parent, then the other cities in the order of the second.
  Genome crossover(const Genome& first, const Genome& second, skerry::Random& random) const {
    const auto [begin, end] = std::minmax({random.below(cities), random.below(cities)});
    Genome child(first.begin() + begin, first.begin() + end);
    std::vector<bool> visited(cities);
    for (const std::uint32_t city : child) visited[city] = true;
    std::ranges::copy_if(second, std::back_inserter(child),
                         [&](std::uint32_t city) { return !visited[city]; });
    return child;
  }

  // Now and then a stretch is travelled the other way round.
  void mutate(Genome& tour, double rate, skerry::Random& random) const {
    if (!random.chance(rate)) return;
    const auto [begin, end] = std::minmax({random.below(cities), random.below(cities)});
    std::reverse(tour.begin() + begin, tour.begin() + end + 1);
  }

  // How a solution is printed and kept in the trace.
  std::string describe(const Genome& tour) const {
    std::string text;
    for (const std::uint32_t city : tour) text += (text.empty() ? "" : " ") + std::to_string(city);
    return text;
  }

  // Known here, and so the run's target; a problem without one leaves this member out.
  std::optional<double> optimum() const { return cities * distance_between(0, 1) * (1 + 1e-12); }

  double distance_between(std::uint32_t a, std::uint32_t b) const {
    return 2 * std::abs(std::sin(std::numbers::pi * (static_cast<double>(a) - b) / cities));
  }

  std::uint32_t cities;
};

int main(int argc, char** argv) {
  return skerry::main<Tour>(argc, argv);
}
