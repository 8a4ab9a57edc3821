#include "puzzles/arm/arm.hpp"

#include "skerry/app/settings.hpp"

#include <cmath>
#include <numbers>

namespace skerry {

Arm::Arm(const Settings& settings, Files& /*files*/)
    : Arm(static_cast<std::size_t>(settings.integer("joints", 12, {2, 10'000})),
          static_cast<std::uint64_t>(settings.integer("cells", 100, {1, 10'000}))) {}

Box<> Arm::bounds() const {
  return {joints_, -std::numbers::pi, std::numbers::pi};
}

double Arm::evaluate(const Genome& angles) const {
  const auto count = static_cast<double>(angles.size());
  double mean = 0;
  for (const double angle : angles) mean += angle / count;
  double variance = 0;
  for (const double angle : angles) variance += (angle - mean) * (angle - mean) / count;
  return variance;
}

std::vector<Feature> Arm::features() const {
  const auto reach = static_cast<double>(joints_);
  return {{.name = "x", .unit = "links", .least = -reach, .most = reach, .cells = cells_},
          {.name = "y", .unit = "links", .least = -reach, .most = reach, .cells = cells_}};
}

void Arm::features(const Genome& angles, std::span<double> values) const {
  double direction = 0;
  values[0] = values[1] = 0;
  for (const double angle : angles) {
    direction += angle;
    values[0] += std::cos(direction);
    values[1] += std::sin(direction);
  }
}

}  // namespace skerry
