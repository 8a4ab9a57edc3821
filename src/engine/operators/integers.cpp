#include "skerry/operators/integers.hpp"

#include <algorithm>

namespace skerry {
namespace {

double checked_rate(double rate) {
  detail::expect_rate("gene_rate", rate);
  return rate;
}

}  // namespace

std::int32_t random_integer(std::int32_t lower, std::int32_t upper, Random& random) {
  const auto values = static_cast<std::uint64_t>(std::int64_t{upper} - lower) + 1;
  const std::uint32_t draw =
      values > UINT32_MAX ? random() : random.below(static_cast<std::uint32_t>(values));
  return static_cast<std::int32_t>(std::int64_t{lower} + draw);
}

std::int32_t creep(std::int32_t gene, std::int32_t lower, std::int32_t upper, std::uint32_t step,
                   Random& random) {
  if (lower == upper) return gene;
  const std::uint32_t coin = random() & 1U;
  const bool up = gene == lower || (gene != upper && coin != 0);
  const auto size = std::int64_t{1} + random.below(step);
  const std::int64_t moved = up ? gene + size : gene - size;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(moved, lower, upper));
}

RandomReset::RandomReset(std::size_t genes, double rate) : sites_(genes, checked_rate(rate)) {}

void RandomReset::operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random) {
  sites_(random, [&](std::uint32_t gene) {
    child[gene] = random_integer(bounds.lower[gene], bounds.upper[gene], random);
  });
}

Creep::Creep(std::size_t genes, double rate, std::uint64_t step)
    : sites_(genes, checked_rate(rate)),
      step_(static_cast<std::uint32_t>(std::min<std::uint64_t>(step, INT32_MAX))) {
  detail::expect_at_least("creep_step", static_cast<double>(step), 1);
}

void Creep::operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random) {
  sites_(random, [&](std::uint32_t gene) {
    child[gene] = creep(child[gene], bounds.lower[gene], bounds.upper[gene], step_, random);
  });
}

}  // namespace skerry
