// This is the genetic algorithm for OneMax as a plain loop.
#include "onemax.hpp"
#include "plain_loop.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace {

class OneMax {
 public:
  using Genome = std::vector<bool>;

  Genome sample(std::mt19937& random) {
    std::bernoulli_distribution coin(0.5);
    Genome genome(onemax::bits);
    for (std::size_t i = 0; i < genome.size(); ++i) genome[i] = coin(random);
    return genome;
  }

  Genome cross(const Genome& a, const Genome& b, std::mt19937& random) {
    const auto cut = std::uniform_int_distribution<std::ptrdiff_t>(1, onemax::bits - 1)(random);
    Genome child = b;
    std::copy_n(a.begin(), cut, child.begin());
    return child;
  }

  void mutate(Genome& genome, double rate, std::mt19937& random) {
    std::bernoulli_distribution flips(rate);
    for (std::size_t i = 0; i < genome.size(); ++i) {
      if (flips(random)) genome[i] = !genome[i];
    }
  }

  double cost(const Genome& genome) {
    return static_cast<double>(std::count(genome.begin(), genome.end(), false));
  }
};

PlainLoop<OneMax> prepare(std::uint64_t seed, const std::string& /*instance*/) {
  return {OneMax(), onemax::settings, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
