#include "skerry/genomes/reals.hpp"

#include "skerry/exact_text.hpp"

#include <algorithm>
#include <cmath>

namespace skerry::detail {
namespace {

constexpr double neighbour_eta = 20;  // the eta of the polynomial mutation that makes a neighbour

double uniform_in(double lower, double upper, Random& random) {
  return std::min(lower + random.uniform() * (upper - lower), upper);
}

}  // namespace

std::string fault_of_reals(RealBounds bounds, std::span<const double> genes) {
  if (genes.size() != bounds.lower.size()) {
    return "the genome has " + std::to_string(genes.size()) + " genes, where the bounds are of " +
           std::to_string(bounds.lower.size());
  }
  for (std::size_t gene = 0; gene < genes.size(); ++gene) {
    // Written so that NaN fails too.
    if (!(genes[gene] >= bounds.lower[gene] && genes[gene] <= bounds.upper[gene])) {
      return "gene " + std::to_string(gene) + " is " + exact_text(genes[gene]) + "; it lies in [" +
             exact_text(bounds.lower[gene]) + ", " + exact_text(bounds.upper[gene]) + "]";
    }
  }
  return {};
}

double distance_of_reals(RealBounds bounds, std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t gene = 0; gene < a.size(); ++gene) {
    const double interval = bounds.upper[gene] - bounds.lower[gene];
    if (interval > 0) sum += std::abs(a[gene] - b[gene]) / interval;
  }
  return std::min(sum / static_cast<double>(a.size()), 1.0);
}

void sample_reals(RealBounds bounds, std::span<double> genes, Random& random) {
  for (std::size_t gene = 0; gene < genes.size(); ++gene)
    genes[gene] = uniform_in(bounds.lower[gene], bounds.upper[gene], random);
}

void neighbour_of_reals(RealBounds bounds, std::span<double> genes, Random& random) {
  const std::uint32_t gene = random.below(static_cast<std::uint32_t>(genes.size()));
  genes[gene] = polynomial_step(genes[gene], bounds.lower[gene], bounds.upper[gene], neighbour_eta, random);
}

RealCrossover::RealCrossover(const OperatorSettings& settings)
    : kind_(choose_operator("crossover", settings.crossover, "reals", names)),
      sbx_(settings.sbx_eta),
      blend_(settings.blx_alpha),
      line_(settings.line_step) {}

void RealCrossover::operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                               std::span<double> child, Random& random) const {
  switch (kind_) {
    case 0:
      return sbx_(bounds, a, b, child, random);
    case 1:
      return blend_(bounds, a, b, child, random);
    case 3:
      return line_(bounds, a, b, child, random);
    default:
      return uniform_crossover(a, b, child, random);
  }
}

void RealCrossover::both(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                         std::span<double> first, std::span<double> second, Random& random) const {
  switch (kind_) {
    case 0:
      return sbx_.both(bounds, a, b, first, second, random);
    case 1:
      blend_(bounds, a, b, first, random);
      return blend_(bounds, a, b, second, random);
    default:
      return uniform_crossover(a, b, first, second, random);
  }
}

RealMutation::RealMutation(std::size_t genes, const OperatorSettings& settings)
    : kind_(choose_operator("mutation", settings.mutation, "reals", names)),
      polynomial_(genes, gene_rate_of(settings, genes), settings.polynomial_eta),
      gaussian_(genes, gene_rate_of(settings, genes), settings.gaussian_step) {
  // Iso + line changes all genes of every child. Runs with older operators keep their random numbers.
  if (settings.crossover == "line") gaussian_.take_all_at_one();
}

void RealMutation::operator()(RealBounds bounds, std::span<double> child, Random& random) {
  if (kind_ == 0) {
    polynomial_(bounds, child, random);
  } else {
    gaussian_(bounds, child, random);
  }
}

}  // namespace skerry::detail
