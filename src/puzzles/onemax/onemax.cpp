#include "puzzles/onemax/onemax.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace skerry {

OneMax::OneMax(const Settings& settings, Files& /*files*/)
    : OneMax(static_cast<std::uint32_t>(settings.integer("bits", 1000, {2, most_bits}))) {}

std::vector<Feature> OneMax::features() const {
  const std::uint32_t half = bits_ / 2;
  const auto axis = [](std::string name, std::uint32_t bits) {
    return Feature{.name = std::move(name),
                   .unit = "ones",
                   .least = -0.5,
                   .most = bits + 0.5,
                   .cells = std::min<std::uint64_t>(bits + 1, 20)};
  };
  return {axis("ones_in_first_half", half), axis("ones_in_second_half", bits_ - half)};
}

void OneMax::features(const Genome& genome, std::span<double> values) const {
  std::uint32_t ones = 0;
  for (std::uint32_t bit = 0; bit < bits_ / 2; ++bit) ones += genome.test(bit) ? 1 : 0;
  values[0] = ones;
  values[1] = static_cast<double>(genome.count()) - ones;
}

bool OneMax::valid(const Genome& genome) const {
  for (std::uint32_t bit = bits_; bit < most_bits; ++bit) {
    if (genome.test(bit)) return false;
  }
  return true;
}

std::string OneMax::describe(const Genome& genome) const {
  std::string text(bits_, '0');
  for (std::uint32_t bit = 0; bit < bits_; ++bit) text[bit] = genome.test(bit) ? '1' : '0';
  return text;
}

OneMax::Genome OneMax::parse(std::string_view text, const std::string& name) const {
  Genome genome;
  std::uint32_t bits = 0;
  std::size_t line = 1;
  std::size_t column = 0;
  for (const char c : text) {
    ++column;
    if (c == '\n') {
      ++line;
      column = 0;
    } else if (c == '0' || c == '1') {
      if (bits == bits_)
        throw DataError(fmt::format("more than {} bits ({}:{}:{})", bits_, name, line, column));
      if (c == '1') genome.flip(bits);
      ++bits;
    } else if (c != ' ' && c != '\r' && c != '\t') {
      throw DataError(fmt::format("'{}' is no bit; a bit is 0 or 1 ({}:{}:{})", c, name, line, column));
    }
  }
  if (bits < bits_) throw DataError(fmt::format("{} bits, where the problem has {} ({})", bits, bits_, name));
  return genome;
}

}  // namespace skerry
