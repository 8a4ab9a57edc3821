#include "puzzles/dtlz/dtlz.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/fronts/reference_directions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

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
