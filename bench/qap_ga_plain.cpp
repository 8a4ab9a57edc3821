// This is the genetic algorithm for the quadratic assignment problem as a plain loop.
#include "plain_loop.hpp"
#include "qap_ga.hpp"
#include "qap_matrices.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

class Assignment {
 public:
  using Genome = std::vector<std::size_t>;

  explicit Assignment(const std::string& file) : matrices_(read_matrices(file)) {}

  Genome sample(std::mt19937& random) {
    Genome order(matrices_.first.size());
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), random);
    return order;
  }

  Genome cross(const Genome& a, const Genome& b, std::mt19937& random) {
    std::uniform_int_distribution<std::size_t> any(0, a.size() - 1);
    std::size_t begin = any(random);
    std::size_t end = any(random);
    if (begin > end) std::swap(begin, end);
    std::vector<std::size_t> place_in_a(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) place_in_a[a[i]] = i;
    Genome child = a;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (i >= begin && i <= end) continue;
      std::size_t entry = b[i];
      while (place_in_a[entry] >= begin && place_in_a[entry] <= end) entry = b[place_in_a[entry]];
      child[i] = entry;
    }
    return child;
  }

  void mutate(Genome& order, double rate, std::mt19937& random) {
    if (!std::bernoulli_distribution(rate)(random)) return;
    const auto first = std::uniform_int_distribution<std::size_t>(0, order.size() - 1)(random);
    auto second = std::uniform_int_distribution<std::size_t>(0, order.size() - 2)(random);
    if (second >= first) ++second;
    std::swap(order[first], order[second]);
  }

  double cost(const Genome& order) { return cost_of(matrices_, order); }

 private:
  Matrices matrices_;
};

PlainLoop<Assignment> prepare(std::uint64_t seed, const std::string& instance) {
  return {Assignment(instance), qap_ga::settings, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
