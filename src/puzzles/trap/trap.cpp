#include "puzzles/trap/trap.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include <numeric>
#include <span>

#include <fmt/core.h>

namespace skerry::trap {

namespace {

std::string too_many_bits(const TrapSettings& settings) {
  return fmt::format("blocks is {} and order is {}, which makes {} bits; at most {} are possible",
                     settings.blocks, settings.order, std::uint64_t{settings.blocks} * settings.order,
                     Trap::most_bits);
}

bool fits(const TrapSettings& settings) {
  return std::uint64_t{settings.blocks} * settings.order <= Trap::most_bits;
}

TrapSettings read_settings(const Settings& table) {
  TrapSettings read;
  read.blocks = static_cast<std::uint32_t>(table.integer("blocks", read.blocks, {1, Trap::most_bits / 2}));
  read.order = static_cast<std::uint32_t>(table.integer("order", read.order, {2, Trap::most_bits}));
  read.shuffled = table.flag("shuffled", read.shuffled);
  read.instance_seed = static_cast<std::uint64_t>(table.integer("instance_seed", 1, count_range));
  if (!fits(read)) table.fail(table.has("blocks") ? "blocks" : "order", too_many_bits(read));
  return read;
}

}  // namespace

Trap::Trap(const TrapSettings& settings) : order_(settings.order) {
  if (!fits(settings)) throw UsageError(too_many_bits(settings));
  places_.resize(std::size_t{settings.blocks} * settings.order);
  std::iota(places_.begin(), places_.end(), 0U);
  if (settings.shuffled) {
    Random random(settings.instance_seed, 0, Purpose::generation);
    random.shuffle(std::span(places_));
  }
}

Trap::Trap(const Settings& settings, Files& /*files*/) : Trap(read_settings(settings)) {}

std::uint32_t Trap::ones_of(const Genome& genome, std::size_t first) const {
  std::uint32_t ones = 0;
  for (std::size_t i = first; i < first + order_; ++i) ones += genome.test(places_[i]) ? 1U : 0U;
  return ones;
}

double Trap::evaluate(const Genome& genome) const {
  std::uint32_t sum = 0;
  for (std::size_t first = 0; first < places_.size(); first += order_) {
    const std::uint32_t ones = ones_of(genome, first);
    sum += ones == order_ ? order_ : order_ - 1 - ones;
  }
  return sum;
}

std::string Trap::explain(const Genome& genome) const {
  std::size_t full = 0;
  std::size_t empty = 0;
  for (std::size_t first = 0; first < places_.size(); first += order_) {
    const std::uint32_t ones = ones_of(genome, first);
    full += ones == order_ ? 1U : 0U;
    empty += ones == 0 ? 1U : 0U;
  }
  return fmt::format("blocks with all bits set  {0} of {2}\nblocks with no bit set    {1} of {2}\n", full,
                     empty, places_.size() / order_);
}

std::vector<std::uint32_t> Trap::block(std::uint32_t number) const {
  const auto first = places_.begin() + static_cast<std::ptrdiff_t>(std::size_t{number} * order_);
  return {first, first + order_};
}

}  // namespace skerry::trap
