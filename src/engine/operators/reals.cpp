#include "skerry/operators/reals.hpp"

#include "skerry/operators/normal.hpp"

#include <algorithm>
#include <cmath>

namespace skerry {
namespace {

/// Below this distance of two parents a division by it would overflow, and they are equal for every purpose.
constexpr double least_distance = 1e-300;

/// Returns how far SBX spreads children of parents at distance 1, where the bound on that side is `room`
/// away.
double spread(double room, double eta, double uniform) {
  const double alpha = 2 - std::pow(1 + 2 * room, -(eta + 1));
  const double scaled = uniform * alpha;
  return std::pow(scaled <= 1 ? scaled : 1 / (2 - scaled), 1 / (eta + 1));
}

double checked(const char* name, double value) {
  detail::expect_at_least(name, value, 0);
  return value;
}

double checked_gene_rate(double rate) {
  detail::expect_rate("gene_rate", rate);
  return rate;
}

}  // namespace

SimulatedBinaryCrossover::SimulatedBinaryCrossover(double eta) : eta_(checked("sbx_eta", eta)) {}

void SimulatedBinaryCrossover::operator()(RealBounds bounds, std::span<const double> a,
                                          std::span<const double> b, std::span<double> child,
                                          Random& random) const {
  for (std::size_t gene = 0; gene < child.size(); ++gene) {
    const std::uint32_t coins = random();
    child[gene] = a[gene];
    const double low = std::min(a[gene], b[gene]);
    const double high = std::max(a[gene], b[gene]);
    const double distance = high - low;
    if ((coins & 1U) == 0 || distance < least_distance) continue;
    const double uniform = random.uniform();
    const double middle = low + distance / 2;
    const double result =
        (coins & 2U) != 0
            ? middle - spread((low - bounds.lower[gene]) / distance, eta_, uniform) * distance / 2
            : middle + spread((bounds.upper[gene] - high) / distance, eta_, uniform) * distance / 2;
    child[gene] = std::clamp(result, bounds.lower[gene], bounds.upper[gene]);
  }
}

void SimulatedBinaryCrossover::both(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                                    std::span<double> first, std::span<double> second, Random& random) const {
  for (std::size_t gene = 0; gene < first.size(); ++gene) {
    const std::uint32_t coins = random();
    const double low = std::min(a[gene], b[gene]);
    const double high = std::max(a[gene], b[gene]);
    const double distance = high - low;
    first[gene] = a[gene];
    second[gene] = b[gene];
    if ((coins & 1U) == 0 || distance < least_distance) continue;
    const double uniform = random.uniform();
    const double middle = low + distance / 2;
    const double below = middle - spread((low - bounds.lower[gene]) / distance, eta_, uniform) * distance / 2;
    const double above =
        middle + spread((bounds.upper[gene] - high) / distance, eta_, uniform) * distance / 2;
    const bool below_first = (coins & 2U) != 0;
    first[gene] = std::clamp(below_first ? below : above, bounds.lower[gene], bounds.upper[gene]);
    second[gene] = std::clamp(below_first ? above : below, bounds.lower[gene], bounds.upper[gene]);
  }
}

BlendCrossover::BlendCrossover(double alpha) : alpha_(checked("blx_alpha", alpha)) {}

void BlendCrossover::operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                                std::span<double> child, Random& random) const {
  for (std::size_t gene = 0; gene < child.size(); ++gene) {
    const double beyond = alpha_ * std::abs(a[gene] - b[gene]);
    const double low = std::max(std::min(a[gene], b[gene]) - beyond, bounds.lower[gene]);
    const double high = std::min(std::max(a[gene], b[gene]) + beyond, bounds.upper[gene]);
    child[gene] = std::min(low + random.uniform() * (high - low), high);
  }
}

LineCrossover::LineCrossover(double step) : step_(checked("line_step", step)) {}

void LineCrossover::operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                               std::span<double> child, Random& random) const {
  const double along = step_ * normal(random);
  for (std::size_t gene = 0; gene < child.size(); ++gene)
    child[gene] = reflected(a[gene] + along * (b[gene] - a[gene]), bounds.lower[gene], bounds.upper[gene]);
}

double polynomial_step(double gene, double lower, double upper, double eta, Random& random) {
  const double interval = upper - lower;
  if (interval <= 0) return gene;
  const double uniform = random.uniform();
  double change = 0;
  if (uniform < 0.5) {
    const double room = 1 - (gene - lower) / interval;
    change = std::pow(2 * uniform + (1 - 2 * uniform) * std::pow(room, eta + 1), 1 / (eta + 1)) - 1;
  } else {
    const double room = 1 - (upper - gene) / interval;
    change = 1 - std::pow(2 * (1 - uniform) + 2 * (uniform - 0.5) * std::pow(room, eta + 1), 1 / (eta + 1));
  }
  return std::clamp(gene + change * interval, lower, upper);
}

PolynomialMutation::PolynomialMutation(std::size_t genes, double rate, double eta)
    : sites_(genes, checked_gene_rate(rate)), eta_(checked("polynomial_eta", eta)) {}

void PolynomialMutation::operator()(RealBounds bounds, std::span<double> child, Random& random) {
  sites_(random, [&](std::uint32_t gene) {
    child[gene] = polynomial_step(child[gene], bounds.lower[gene], bounds.upper[gene], eta_, random);
  });
}

GaussianMutation::GaussianMutation(std::size_t genes, double rate, double step)
    : sites_(genes, checked_gene_rate(rate)), step_(step) {
  detail::expect_share("gaussian_step", step);
}

void GaussianMutation::operator()(RealBounds bounds, std::span<double> child, Random& random) {
  sites_(random, [&](std::uint32_t gene) {
    const double lower = bounds.lower[gene];
    const double upper = bounds.upper[gene];
    child[gene] = reflected(child[gene] + step_ * (upper - lower) * normal(random), lower, upper);
  });
}

SelfAdaptiveMutation::SelfAdaptiveMutation(std::size_t genes)
    : common_rate_(1 / std::sqrt(2 * static_cast<double>(genes))),
      gene_rate_(1 / std::sqrt(2 * std::sqrt(static_cast<double>(genes)))) {}

void SelfAdaptiveMutation::operator()(RealBounds bounds, std::span<double> child, std::span<double> steps,
                                      Random& random) const {
  const double common = common_rate_ * normal(random);
  for (std::size_t gene = 0; gene < child.size(); ++gene) {
    const double lower = bounds.lower[gene];
    const double upper = bounds.upper[gene];
    steps[gene] =
        std::clamp(steps[gene] * std::exp(common + gene_rate_ * normal(random)), least_step, most_step);
    child[gene] = reflected(child[gene] + steps[gene] * (upper - lower) * normal(random), lower, upper);
  }
}

double reflected(double value, double lower, double upper) {
  if (value >= lower && value <= upper) return value;
  const double interval = upper - lower;
  if (interval <= 0) return lower;
  const double folded = std::fmod(std::abs(value - lower), 2 * interval);
  return std::clamp(lower + (folded <= interval ? folded : 2 * interval - folded), lower, upper);
}

}  // namespace skerry
