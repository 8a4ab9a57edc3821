// The wing of a small aircraft with the least drag in level flight, evolved in a program that has a main of
// its own. The model of drag and weight, its constants and the optimum of 303.1 N are those of Hoburg and
// Abbeel, "Geometric Programming for Aircraft Design Optimization", AIAA Journal 52(11), 2014, as the GPkit
// documentation works them out ("Simple wing"). docs/evolve.md explains this program.
#include <algorithm>
#include <cmath>
#include <exception>
#include <iostream>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include <skerry/evolve.hpp>
#include <skerry/trace.hpp>

struct Wing {
  static constexpr std::string_view name = "wing";
  using Genome = skerry::Reals<3>;  // aspect ratio, area (m^2), cruising speed (m/s)

  double landing_speed = 22;  // m/s, at which the wing must still carry the aircraft

  skerry::Box<3> bounds() const { return {{4, 20}, {5, 50}, {25, 80}}; }
  std::string identity() const { return "landing_speed " + std::to_string(landing_speed); }
  std::string fitness_unit() const { return "N"; }

  // The fitness is the drag; the violation is the share of the weight that is not carried in landing.
  skerry::Score evaluate(const Genome& design) const {
    const double aspect = design[0], area = design[1], speed = design[2];
    const double weight = weight_of(aspect, area);
    const double pressure = 0.5 * density * speed * speed;
    const double lift_coefficient = weight / (pressure * area);
    const double reynolds = density / viscosity * speed * std::sqrt(area / aspect);
    const double drag_coefficient = 0.031 / area + 1.2 * 2.05 * 0.074 / std::pow(reynolds, 0.2) +
                                    lift_coefficient * lift_coefficient / (std::numbers::pi * aspect * 0.95);
    const double carried = 0.5 * density * landing_speed * landing_speed * 1.5 * area;
    return {.violation = std::max(0.0, 1 - carried / weight), .fitness = drag_coefficient * pressure * area};
  }

  // The wing's structure grows with the weight that it carries, its own included: w = fixed + slope *
  // sqrt(w).
  static double weight_of(double aspect, double area) {
    constexpr double fuselage = 4940;  // N
    const double fixed = fuselage + 45.24 * area;
    const double slope = 8.71e-5 * 3.8 / 0.12 * std::pow(aspect, 1.5) * std::sqrt(fuselage * area);
    const double root = slope / 2 + std::sqrt(slope * slope / 4 + fixed);
    return root * root;
  }

  static constexpr double density = 1.23;       // of air, kg/m^3
  static constexpr double viscosity = 1.78e-5;  // of air, kg/(m s)
};

void report(const Wing::Genome& design, skerry::Score score, skerry::StopReason reason) {
  std::cout << "drag " << score.fitness << " N, violation " << score.violation << ": aspect ratio "
            << design[0] << ", area " << design[1] << " m^2, speed " << design[2] << " m/s ("
            << skerry::name_of(reason) << ")\n";
}

int main(int argc, char** argv) try {
  skerry::Mpi mpi(argc, argv);
  const std::vector<Wing::Genome> designs{{10, 20, 40}, {8, 15, 45}};  // an engineer's first designs
  const auto run = skerry::evolve(
      Wing{},
      {.island =
           skerry::Genetic{.population = 50, .offspring = 50, .crossover_rate = 0.9, .mutation_rate = 1},
       .migration = {.topology = skerry::ring, .every = 10, .transfer = skerry::Transfer::copy},
       .stop = {.generations = 500, .target = 303.1},
       .seed = 7,
       .start = designs,
       .record = skerry::trace("wing.h5", skerry::Resume::if_present),
       .on_epoch = [](const skerry::Epoch& epoch) { return epoch.evaluations < 1'000'000; }},
      mpi);
  if (mpi.first()) report(run.best, run.score, run.reason);
} catch (const std::exception& error) {
  std::cerr << "wing: " << error.what() << '\n';
  return 1;
}
