#include "skerry/genomes/integers.hpp"

#include "skerry/exact_text.hpp"

#include <algorithm>
#include <cmath>

namespace skerry::detail {

std::string fault_of_integers(IntegerBounds bounds, std::span<const std::int32_t> genes) {
  if (genes.size() != bounds.lower.size()) {
    return "the genome has " + std::to_string(genes.size()) + " genes, where the bounds are of " +
           std::to_string(bounds.lower.size());
  }
  for (std::size_t gene = 0; gene < genes.size(); ++gene) {
    if (genes[gene] < bounds.lower[gene] || genes[gene] > bounds.upper[gene]) {
      return "gene " + std::to_string(gene) + " is " + exact_text(genes[gene]) + "; it lies in [" +
             exact_text(bounds.lower[gene]) + ", " + exact_text(bounds.upper[gene]) + "]";
    }
  }
  return {};
}

double distance_of_integers(IntegerBounds bounds, std::span<const std::int32_t> a,
                            std::span<const std::int32_t> b) {
  double sum = 0;
  for (std::size_t gene = 0; gene < a.size(); ++gene) {
    const double interval = static_cast<double>(bounds.upper[gene]) - bounds.lower[gene];
    if (interval > 0) sum += std::abs(static_cast<double>(a[gene]) - b[gene]) / interval;
  }
  return std::min(sum / static_cast<double>(a.size()), 1.0);
}

void sample_integers(IntegerBounds bounds, std::span<std::int32_t> genes, Random& random) {
  for (std::size_t gene = 0; gene < genes.size(); ++gene)
    genes[gene] = random_integer(bounds.lower[gene], bounds.upper[gene], random);
}

void neighbour_of_integers(IntegerBounds bounds, std::span<std::int32_t> genes, Random& random) {
  const std::uint32_t gene = random.below(static_cast<std::uint32_t>(genes.size()));
  genes[gene] = creep(genes[gene], bounds.lower[gene], bounds.upper[gene], 1, random);
}

IntegerMutation::IntegerMutation(std::size_t genes, const OperatorSettings& settings)
    : kind_(choose_operator("mutation", settings.mutation, "integers", names)),
      reset_(genes, gene_rate_of(settings, genes)),
      creep_(genes, gene_rate_of(settings, genes), settings.creep_step) {}

void IntegerMutation::operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random) {
  if (kind_ == 0) {
    reset_(bounds, child, random);
  } else {
    creep_(bounds, child, random);
  }
}

}  // namespace skerry::detail
