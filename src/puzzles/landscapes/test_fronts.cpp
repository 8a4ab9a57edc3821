#include "puzzles/landscapes/test_fronts.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/detail/fronts/directed_order.hpp"

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

namespace skerry::dtlz {

namespace {

constexpr std::array<std::string_view, 4> function_names{"dtlz1", "dtlz2", "dtlz3", "dtlz4"};
constexpr std::int64_t most_objectives = 15;
constexpr std::size_t most_points = 500;

Dtlz::Kind read_kind(const Settings& settings) {
  const std::string name = settings.choice("function", "dtlz2", function_names);
  return static_cast<Dtlz::Kind>(std::ranges::find(function_names, name) - function_names.begin());
}

std::size_t read_objectives(const Settings& settings) {
  return static_cast<std::size_t>(settings.integer("objectives", 3, {2, most_objectives}));
}

std::size_t read_dimension(const Settings& settings, Dtlz::Kind kind, std::size_t objectives) {
  const auto least = static_cast<std::int64_t>(objectives);
  const std::int64_t published = least + (kind == Dtlz::Kind::dtlz1 ? 4 : 9);
  return static_cast<std::size_t>(settings.integer("dimension", published, {least, 10'000}));
}

}  // namespace

Dtlz::Dtlz(const Settings& settings, Files& /*files*/)
    : Dtlz(read_kind(settings), read_objectives(settings), 0) {
  dimension_ = read_dimension(settings, kind_, objectives_);
}

double Dtlz::evaluate(const Genome& x) const {
  const bool many_local_fronts = kind_ == Kind::dtlz1 || kind_ == Kind::dtlz3;
  double sum = 0;
  for (std::size_t i = objectives_ - 1; i < x.size(); ++i) {
    const double away = x[i] - 0.5;
    sum += away * away;
    if (many_local_fronts) sum += 1 - std::cos(20 * std::numbers::pi * away);
  }
  return many_local_fronts ? 100 * sum : sum;
}

std::vector<Objective> Dtlz::objectives() const {
  const double reference = kind_ == Kind::dtlz1 ? 0.55 : 1.1;
  std::vector<Objective> described;
  for (std::size_t i = 1; i <= objectives_; ++i)
    described.push_back({.name = "f" + std::to_string(i), .reference = reference});
  return described;
}

void Dtlz::objectives(const Genome& x, std::span<double> values) const {
  const bool linear = kind_ == Kind::dtlz1;
  double rest = linear ? 0.5 * (1 + evaluate(x)) : 1 + evaluate(x);
  for (std::size_t i = 0; i + 1 < objectives_; ++i) {
    const double gene = kind_ == Kind::dtlz4 ? std::pow(x[i], 100) : x[i];
    const double angle = gene * std::numbers::pi / 2;
    values[objectives_ - 1 - i] = rest * (linear ? 1 - gene : std::sin(angle));
    rest *= linear ? gene : std::cos(angle);
  }
  values[0] = rest;
}

std::vector<double> Dtlz::known_front() const {
  std::vector<double> front = simplex_lattice(objectives_, lattice_divisions(objectives_, most_points));
  for (auto point = front.begin(); point != front.end(); point += static_cast<std::ptrdiff_t>(objectives_)) {
    const std::span<double> values(point, objectives_);
    double squares = 0;
    for (const double value : values) squares += value * value;
    const double factor = kind_ == Kind::dtlz1 ? 0.5 : 1 / std::sqrt(squares);
    for (double& value : values) value *= factor;
  }
  return front;
}

}  // namespace skerry::dtlz
