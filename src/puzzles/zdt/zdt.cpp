#include "puzzles/zdt/zdt.hpp"

#include "skerry/app/settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>

namespace skerry::zdt {

namespace {

constexpr std::array<std::string_view, 5> function_names{"zdt1", "zdt2", "zdt3", "zdt4", "zdt6"};
constexpr double reference = 11;

Zdt::Kind read_kind(const Settings& settings) {
  const std::string name = settings.choice("function", "zdt1", function_names);
  return static_cast<Zdt::Kind>(std::ranges::find(function_names, name) - function_names.begin());
}

std::size_t read_dimension(const Settings& settings, Zdt::Kind kind) {
  const std::int64_t published = kind < Zdt::Kind::zdt4 ? 30 : 10;
  return static_cast<std::size_t>(settings.integer("dimension", published, {2, 10'000}));
}

}  // namespace

Zdt::Zdt(const Settings& settings, Files& /*files*/) : Zdt(read_kind(settings), 0) {
  dimension_ = read_dimension(settings, kind_);
}

Box<> Zdt::bounds() const {
  if (kind_ != Kind::zdt4) return Box<>(dimension_, 0, 1);
  std::vector<Interval<double>> intervals(dimension_, {-5, 5});
  intervals.front() = {0, 1};
  return Box<>(intervals);
}

double Zdt::evaluate(const Genome& x) const {
  double sum = 0;
  if (kind_ == Kind::zdt4) {
    for (std::size_t i = 1; i < x.size(); ++i)
      sum += x[i] * x[i] + 10 * (1 - std::cos(4 * std::numbers::pi * x[i]));
    return sum;
  }
  for (std::size_t i = 1; i < x.size(); ++i) sum += x[i];
  const double mean = sum / static_cast<double>(x.size() - 1);
  return 9 * (kind_ == Kind::zdt6 ? std::sqrt(std::sqrt(mean)) : mean);
}

std::vector<Objective> Zdt::objectives() const {
  return {{.name = "f1", .reference = reference}, {.name = "f2", .reference = reference}};
}

void Zdt::objectives(const Genome& x, std::span<double> values) const {
  values[0] = first(x[0]);
  values[1] = second(values[0], 1 + evaluate(x));
}

double Zdt::first(double x) const {
  return kind_ == Kind::zdt6 ? 1 - std::exp(-4 * x) * std::pow(std::sin(6 * std::numbers::pi * x), 6) : x;
}

double Zdt::second(double first, double g) const {
  const double share = first / g;
  switch (kind_) {
    case Kind::zdt2:
    case Kind::zdt6:
      return g * (1 - share * share);
    case Kind::zdt3:
      return g * (1 - std::sqrt(share) - share * std::sin(10 * std::numbers::pi * first));
    case Kind::zdt1:
    case Kind::zdt4:
      break;
  }
  return g * (1 - std::sqrt(share));
}

std::vector<double> Zdt::known_front() const {
  constexpr int steps = 20'000;
  constexpr std::size_t points = 500;
  double least = 1;
  for (int i = 0; i <= steps; ++i) least = std::min(least, first(static_cast<double>(i) / steps));
  // Where f2 is not below all before it, as between the parts of zdt3, another solution dominates.
  std::vector<double> firsts;
  double lowest = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= steps; ++i) {
    const double at = least + (1 - least) * static_cast<double>(i) / steps;
    if (second(at, 1) >= lowest) continue;
    lowest = second(at, 1);
    firsts.push_back(at);
  }
  std::vector<double> front;
  for (std::size_t i = 0; i < points; ++i) {
    const double at = firsts[i * (firsts.size() - 1) / (points - 1)];
    front.push_back(at);
    front.push_back(second(at, 1));
  }
  return front;
}

}  // namespace skerry::zdt
