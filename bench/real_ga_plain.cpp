// This is the genetic algorithm for Rastrigin's function as a plain loop.
#include "plain_loop.hpp"
#include "real_ga.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace {

class Rastrigin {
 public:
  using Genome = std::vector<double>;

  Genome sample(std::mt19937& random) {
    std::uniform_real_distribution<double> gene(-real_ga::bound, real_ga::bound);
    Genome genome(real_ga::dimension);
    for (double& x : genome) x = gene(random);
    return genome;
  }

  /// Makes one child by the bounded form of simulated binary crossover (Deb 2000).
  Genome cross(const Genome& a, const Genome& b, std::mt19937& random) {
    std::bernoulli_distribution coin(0.5);
    Genome child = a;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double low = std::min(a[i], b[i]);
      const double high = std::max(a[i], b[i]);
      if (!coin(random) || high - low < 1e-14) continue;
      const bool lower_child = coin(random);
      const double room = lower_child ? low + real_ga::bound : real_ga::bound - high;
      const double alpha = 2 - std::pow(1 + 2 * room / (high - low), -(real_ga::sbx_eta + 1));
      const double scaled = uniform_(random) * alpha;
      const double spread = std::pow(scaled <= 1 ? scaled : 1 / (2 - scaled), 1 / (real_ga::sbx_eta + 1));
      const double away = spread * (high - low) / 2;
      child[i] = std::clamp((low + high) / 2 + (lower_child ? -away : away), -real_ga::bound, real_ga::bound);
    }
    return child;
  }

  /// Changes genes by the bounded form of polynomial mutation (Deb and Goyal 1996).
  void mutate(Genome& genome, double /*rate*/, std::mt19937& random) {
    constexpr double power = real_ga::polynomial_eta + 1;
    constexpr double width = 2 * real_ga::bound;
    for (double& x : genome) {
      if (uniform_(random) >= real_ga::gene_rate) continue;
      const double u = uniform_(random);
      double change = 0;
      if (u < 0.5) {
        const double room = 1 - (x + real_ga::bound) / width;
        change = std::pow(2 * u + (1 - 2 * u) * std::pow(room, power), 1 / power) - 1;
      } else {
        const double room = 1 - (real_ga::bound - x) / width;
        change = 1 - std::pow(2 * (1 - u) + (2 * u - 1) * std::pow(room, power), 1 / power);
      }
      x = std::clamp(x + change * width, -real_ga::bound, real_ga::bound);
    }
  }

  double cost(const Genome& genome) {
    double sum = 10.0 * real_ga::dimension;
    for (const double x : genome) sum += x * x - 10 * std::cos(2 * std::numbers::pi * x);
    return sum;
  }

 private:
  std::uniform_real_distribution<double> uniform_{0, 1};
};

PlainLoop<Rastrigin> prepare(std::uint64_t seed, const std::string& /*instance*/) {
  return {Rastrigin(), real_ga::settings, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
