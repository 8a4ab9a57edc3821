#include "puzzles/landscapes/real_functions.hpp"

#include "skerry/app/settings.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace skerry {
namespace {

RealFunction::Kind read_kind(const Settings& settings) {
  const std::string name = settings.choice("function", "sphere", {"sphere", "rosenbrock", "rastrigin"});
  if (name == "sphere") return RealFunction::Kind::sphere;
  return name == "rosenbrock" ? RealFunction::Kind::rosenbrock : RealFunction::Kind::rastrigin;
}

// The keys of maps enter the effective configuration only where the file has them, so that the traces of
// other runs remain the same.
RealFunction::Traits read_traits(const Settings& settings) {
  if (!settings.has("features")) return RealFunction::Traits::sums;
  return settings.choice("features", "sums", {"sums", "genes"}) == "sums" ? RealFunction::Traits::sums
                                                                          : RealFunction::Traits::genes;
}

std::uint64_t read_cells(const Settings& settings) {
  return settings.has("cells") ? static_cast<std::uint64_t>(settings.integer("cells", {1, 10'000})) : 100;
}

}  // namespace

RealFunction::RealFunction(const Settings& settings, Files& /*files*/)
    : RealFunction(read_kind(settings),
                   static_cast<std::size_t>(settings.integer("dimension", 20, {2, 10'000})),
                   read_traits(settings), read_cells(settings)) {}

Box<> RealFunction::bounds() const {
  return kind_ == Kind::rosenbrock ? Box<>(dimension_, -5, 10) : Box<>(dimension_, -5.12, 5.12);
}

double RealFunction::evaluate(const Genome& x) const {
  double sum = 0;
  switch (kind_) {
    case Kind::sphere:
      for (const double gene : x) sum += gene * gene;
      break;
    case Kind::rosenbrock:
      for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        const double valley = x[i + 1] - x[i] * x[i];
        sum += 100 * valley * valley + (1 - x[i]) * (1 - x[i]);
      }
      break;
    case Kind::rastrigin:
      sum = 10 * static_cast<double>(x.size());
      for (const double gene : x) sum += gene * gene - 10 * std::cos(2 * std::numbers::pi * gene);
      break;
  }
  return sum;
}

std::vector<Feature> RealFunction::features() const {
  const double low = kind_ == Kind::rosenbrock ? -5 : -5.12;
  const double high = kind_ == Kind::rosenbrock ? 10 : 5.12;
  const auto first = static_cast<double>(traits_ == Traits::sums ? dimension_ / 2 : 1);
  const auto second = static_cast<double>(traits_ == Traits::sums ? dimension_ - dimension_ / 2 : 1);
  const bool sums = traits_ == Traits::sums;
  return {{.name = sums ? "sum of the first half" : "x1",
           .least = first * low,
           .most = first * high,
           .cells = cells_},
          {.name = sums ? "sum of the second half" : "x2",
           .least = second * low,
           .most = second * high,
           .cells = cells_}};
}

void RealFunction::features(const Genome& x, std::span<double> values) const {
  const std::size_t half = traits_ == Traits::sums ? x.size() / 2 : 1;
  const std::size_t end = traits_ == Traits::sums ? x.size() : 2;
  values[0] = values[1] = 0;
  for (std::size_t gene = 0; gene < end; ++gene) values[gene < half ? 0 : 1] += x[gene];
}

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
