#include "puzzles/nk/landscape.hpp"

#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace skerry::nk {

namespace {

/// Returns the number of entries of all tables; a k beyond 31 is far beyond the limit already.
std::uint64_t contributions(std::uint32_t n, std::uint32_t k) {
  return std::uint64_t{n} << (std::min(k, 31U) + 1);
}

}  // namespace

std::string fault_of(const NkSettings& settings) {
  const auto [n, k] = std::pair(settings.n, settings.k);
  if (n < 2 || n > most_bits) return fmt::format("n is {}; it lies in [2, {}]", n, most_bits);
  if (k >= n) return fmt::format("k is {}; it is at most {}, since n is {}", k, n - 1, n);
  std::uint32_t fitting = k;
  while (contributions(n, fitting) > most_contributions) --fitting;
  if (fitting == k) return {};
  return fmt::format(
      "k is {}; it is at most {} for n = {}, since the tables have n 2^(k + 1) entries of 4 bytes "
      "and may have {}",
      k, fitting, n, most_contributions);
}

Landscape::Landscape(const NkSettings& settings)
    : n_(settings.n), k_(settings.k), kind_(settings.neighbours) {
  if (const std::string fault = fault_of(settings); !fault.empty()) throw UsageError(fault);
  Random random(settings.instance_seed, 0, Purpose::generation);
  inputs_.resize(std::size_t{n_} * (k_ + 1));
  for (std::uint32_t bit = 0; bit < n_; ++bit) draw_neighbours(bit, random);
  tables_.resize(contributions(n_, k_));
  std::ranges::generate(tables_, [&] { return random(); });
}

void Landscape::draw_neighbours(std::uint32_t bit, Random& random) {
  const auto inputs = std::span(inputs_).subspan(std::size_t{bit} * (k_ + 1), k_ + 1);
  for (std::uint32_t i = 0; i <= k_; ++i) inputs[i] = (bit + i) % n_;
  if (kind_ == Neighbours::adjacent) return;
  for (std::uint32_t i = 1; i <= k_; ++i) {
    const auto before = inputs.first(i);
    do {
      inputs[i] = random.below(n_);
    } while (std::ranges::find(before, inputs[i]) != before.end());
  }
}

std::uint64_t Landscape::sum(const Genome& genome) const {
  std::uint64_t sum = 0;
  const std::uint32_t* table = tables_.data();
  const std::uint32_t* input = inputs_.data();
  for (std::uint32_t bit = 0; bit < n_; ++bit) {
    std::size_t combination = 0;
    for (std::uint32_t i = 0; i <= k_; ++i) combination |= std::size_t{genome.test(*input++) ? 1U : 0U} << i;
    sum += table[combination];
    table += std::size_t{1} << (k_ + 1);
  }
  return sum;
}

double Landscape::mean(std::uint64_t sum) const {
  return static_cast<double>(sum) * 0x1p-32 / n_;
}

}  // namespace skerry::nk
