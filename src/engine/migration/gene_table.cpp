#include "engine/migration/gene_table.hpp"

#include <algorithm>
#include <bit>

namespace skerry {

namespace {

constexpr int fraction_bits = 24;
constexpr std::uint64_t fewest_cells = std::uint64_t{1} << 12;
constexpr std::uint64_t most_cells = std::uint64_t{1} << 16;

std::uint64_t cells_for(std::uint64_t individuals) {
  return std::clamp(std::bit_ceil(64 * std::min(individuals, most_cells)), fewest_cells, most_cells);
}

}  // namespace

std::uint64_t fixed_log2(std::uint32_t number) {
  const int whole = static_cast<int>(std::bit_width(number)) - 1;
  std::uint64_t mantissa = std::uint64_t{number} << (31 - whole);  // in [1, 2), in units of 2^-31
  auto log = static_cast<std::uint64_t>(whole);
  for (int bit = 0; bit < fraction_bits; ++bit) {
    mantissa = mantissa * mantissa >> 31;  // the square of the number has twice its logarithm
    const std::uint64_t carry = mantissa >> 32;
    mantissa >>= carry;
    log = 2 * log + carry;
  }
  return log;
}

GeneTable::GeneTable(std::uint64_t individuals)
    : individuals_(individuals),
      shift_(65 - static_cast<int>(std::bit_width(cells_for(individuals)))),
      counts_(cells_for(individuals)),
      information_(cells_for(individuals)) {}

void GeneTable::clear() {
  std::ranges::fill(counts_, 0U);
}

void GeneTable::count(std::span<const std::uint64_t> loci) {
  for (std::size_t locus = 0; locus < loci.size(); ++locus) ++counts_[cell(locus, loci[locus])];
}

void GeneTable::close() {
  const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(individuals_, ~std::uint32_t{0}));
  const std::uint64_t whole_pool = fixed_log2(most);
  for (std::size_t at = 0; at < counts_.size(); ++at) {
    if (counts_[at] > 0) information_[at] = whole_pool - fixed_log2(std::min(counts_[at], most));
  }
}

double GeneTable::information(std::span<const std::uint64_t> loci) const {
  std::uint64_t sum = 0;
  for (std::size_t locus = 0; locus < loci.size(); ++locus) sum += information_[cell(locus, loci[locus])];
  return static_cast<double>(sum) / (std::uint64_t{1} << fraction_bits);
}

/// Returns the upper bits of a hash, on which all bits of the locus and the value have an effect.
std::size_t GeneTable::cell(std::size_t locus, std::uint64_t value) const {
  std::uint64_t hash = (value + 1) * 0x9e3779b97f4a7c15U ^ (locus + 1) * 0xc2b2ae3d27d4eb4fU;
  hash ^= hash >> 32;
  return hash * 0xa0761d6478bd642fU >> shift_;
}

}  // namespace skerry
