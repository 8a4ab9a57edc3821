#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/genomes/integers.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/genomes/reals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace skerry::detail {
namespace {

template <typename T>
[[noreturn]] void refuse(std::size_t gene, T lower, T upper, const char* right) {
  throw UsageError("the bounds of gene " + std::to_string(gene) + " are [" + exact_text(lower) + ", " +
                   exact_text(upper) + "]; " + right);
}

}  // namespace

void expect_interval(std::size_t gene, double lower, double upper) {
  if (!std::isfinite(lower) || !std::isfinite(upper)) refuse(gene, lower, upper, "bounds are finite numbers");
  if (lower > upper) refuse(gene, lower, upper, "a lower bound is at most the upper one");
  if (!std::isfinite(upper - lower))
    refuse(gene, lower, upper, "the distance between bounds is a finite number");
}

void expect_interval(std::size_t gene, std::int32_t lower, std::int32_t upper) {
  if (lower > upper) refuse(gene, lower, upper, "a lower bound is at most the upper one");
}

void refuse_box_size(std::size_t intervals, std::size_t genes) {
  throw UsageError("a box has " + std::to_string(intervals) + " intervals; a genome of " +
                   std::to_string(genes) + " genes needs one for each");
}

void expect_genes(std::size_t genes) {
  if (genes == 0) throw UsageError("a box has no genes; it has at least 1");
}

template <typename T>
std::string fault_of_genes(GeneBounds<T> bounds, std::span<const T> genes) {
  const auto& [lower, upper] = bounds;
  if (genes.size() != lower.size()) {
    return "the genome has " + std::to_string(genes.size()) + " genes, where the bounds are of " +
           std::to_string(lower.size());
  }
  for (std::size_t gene = 0; gene < genes.size(); ++gene) {
    // Written so that NaN fails too.
    if (!(genes[gene] >= lower[gene] && genes[gene] <= upper[gene])) {
      return "gene " + std::to_string(gene) + " is " + exact_text(genes[gene]) + "; it lies in [" +
             exact_text(lower[gene]) + ", " + exact_text(upper[gene]) + "]";
    }
  }
  return {};
}

template std::string fault_of_genes(IntegerBounds bounds, std::span<const std::int32_t> genes);
template std::string fault_of_genes(RealBounds bounds, std::span<const double> genes);

double distance_of_genes(IntegerBounds bounds, std::span<const std::int32_t> a,
                         std::span<const std::int32_t> b) {
  double sum = 0;
  for (std::size_t gene = 0; gene < a.size(); ++gene) {
    const double interval = static_cast<double>(bounds.upper[gene]) - bounds.lower[gene];
    if (interval > 0) sum += std::abs(static_cast<double>(a[gene]) - b[gene]) / interval;
  }
  return std::min(sum / static_cast<double>(a.size()), 1.0);
}

void sample_genes(IntegerBounds bounds, std::span<std::int32_t> genes, Random& random) {
  for (std::size_t gene = 0; gene < genes.size(); ++gene)
    genes[gene] = random_integer(bounds.lower[gene], bounds.upper[gene], random);
}

void change_one_gene(IntegerBounds bounds, std::span<std::int32_t> genes, Random& random) {
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

std::string fault_of_permutation(Order order, std::size_t entries) {
  const std::string right = "; a permutation has each of 0 to " + std::to_string(entries - 1) + " once";
  if (order.size() != entries) {
    return "the genome has " + std::to_string(order.size()) + " entries, where there are " +
           std::to_string(entries) + right;
  }
  constexpr std::size_t nowhere = SIZE_MAX;
  std::vector<std::size_t> places(entries, nowhere);
  for (std::size_t place = 0; place < entries; ++place) {
    const std::uint32_t entry = order[place];
    if (entry >= entries)
      return "the entry at place " + std::to_string(place) + " is " + std::to_string(entry) + right;
    if (places[entry] != nowhere) {
      return "entry " + std::to_string(entry) + " stands at the places " + std::to_string(places[entry]) +
             " and " + std::to_string(place) + right;
    }
    places[entry] = place;
  }
  return {};
}

double distance_of_permutations(Order a, Order b) {
  std::size_t different = 0;
  for (std::size_t place = 0; place < a.size(); ++place) different += a[place] != b[place];
  return static_cast<double>(different) / static_cast<double>(a.size());
}

PermutationCrossover::PermutationCrossover(const OperatorSettings& settings)
    : kind_(choose_operator("crossover", settings.crossover, "permutations", names)) {}

void PermutationCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  switch (kind_) {
    case 0:
      return pmx_(a, b, child, random);
    case 1:
      return ox_(a, b, child, random);
    case 2:
      return cx_(a, b, child, random);
    case 3:
      return erx_(a, b, child, random);
    default:
      return ulx_(a, b, child, random);
  }
}

PermutationMutation::PermutationMutation(const OperatorSettings& settings)
    : kind_(choose_operator("mutation", settings.mutation, "permutations", names)) {}

void PermutationMutation::operator()(std::span<std::uint32_t> child, Random& random) const {
  static constexpr std::array mutations{swap_mutation, insertion_mutation, inversion_mutation,
                                        scramble_mutation};
  mutations[kind_](child, random);
}

namespace {

constexpr double neighbour_eta = 20;  // the eta of the polynomial mutation that makes a neighbour

double uniform_in(double lower, double upper, Random& random) {
  return std::min(lower + random.uniform() * (upper - lower), upper);
}

}  // namespace

double distance_of_genes(RealBounds bounds, std::span<const double> a, std::span<const double> b) {
  // The quotients of a block wait for none of the sums, and are computed several at a time.
  std::array<double, 16> shares;
  double sum = 0;
  for (std::size_t first = 0; first < a.size(); first += shares.size()) {
    const std::size_t count = std::min(shares.size(), a.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const double interval = bounds.upper[first + i] - bounds.lower[first + i];
      shares[i] = std::abs(a[first + i] - b[first + i]) /
                  (interval > 0 ? interval : std::numeric_limits<double>::infinity());
    }
    for (std::size_t i = 0; i < count; ++i) sum += shares[i];
  }
  return std::min(sum / static_cast<double>(a.size()), 1.0);
}

void sample_genes(RealBounds bounds, std::span<double> genes, Random& random) {
  for (std::size_t gene = 0; gene < genes.size(); ++gene)
    genes[gene] = uniform_in(bounds.lower[gene], bounds.upper[gene], random);
}

void change_one_gene(RealBounds bounds, std::span<double> genes, Random& random) {
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
