#include "puzzles/real_function/real_function.hpp"

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

}  // namespace

RealFunction::RealFunction(const Settings& settings, Files& /*files*/)
    : RealFunction(read_kind(settings),
                   static_cast<std::size_t>(settings.integer("dimension", 20, {2, 10'000}))) {}

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

}  // namespace skerry
