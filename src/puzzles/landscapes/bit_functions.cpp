#include "puzzles/landscapes/bit_functions.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <numeric>
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

namespace skerry::nk {

namespace {

/// Returns the number of entries of all tables; a k beyond 31 is far beyond the limit already.
std::uint64_t contributions(std::uint32_t n, std::uint32_t k) {
  return std::uint64_t{n} << (std::min(k, 31U) + 1);
}

constexpr std::uint64_t most_steps = std::uint64_t{1} << 26;

/// A state is the last k bits, the first of them in bit 0.
class FromBeginning {
 public:
  explicit FromBeginning(const Landscape& landscape)
      : landscape_(landscape), states_(std::size_t{1} << landscape.k()), sums_(states_), next_(states_) {}

  std::uint64_t operator()(std::size_t beginning) {
    std::ranges::fill(sums_, unreachable);
    sums_[beginning] = 0;
    for (std::uint32_t bit = 0; bit + landscape_.k() < landscape_.n(); ++bit) append_a_bit(bit);
    std::uint64_t largest = 0;
    for (std::size_t state = 0; state < states_; ++state) {
      if (sums_[state] != unreachable) largest = std::max(largest, sums_[state] + closing(state, beginning));
    }
    return largest;
  }

 private:
  static constexpr std::uint64_t unreachable = UINT64_MAX;

  void append_a_bit(std::uint32_t bit) {
    const auto table = landscape_.table(bit);
    std::ranges::fill(next_, unreachable);
    for (std::size_t state = 0; state < states_; ++state) {
      if (sums_[state] == unreachable) continue;
      for (std::size_t window = state; window < 2 * states_; window += states_) {
        std::uint64_t& next = next_[window >> 1];
        const std::uint64_t sum = sums_[state] + table[window];
        if (next == unreachable || sum > next) next = sum;
      }
    }
    sums_.swap(next_);
  }

  /// Returns the contributions of the last k bits, which depend on the beginning too.
  std::uint64_t closing(std::size_t end, std::size_t beginning) const {
    const std::uint32_t k = landscape_.k();
    const std::size_t both = end | beginning << k;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < k; ++i) {
      sum += landscape_.table(landscape_.n() - k + i)[both >> i & (2 * states_ - 1)];
    }
    return sum;
  }

  const Landscape& landscape_;
  std::size_t states_;
  std::vector<std::uint64_t> sums_;  // [state] the largest sum of a string so far
  std::vector<std::uint64_t> next_;
};

NkSettings read_settings(const Settings& table) {
  NkSettings read;
  read.n = static_cast<std::uint32_t>(table.integer("n", read.n, {2, most_bits}));
  read.k = static_cast<std::uint32_t>(table.integer("k", read.k, {0, read.n - 1}));
  if (table.choice("neighbours", "adjacent", {"adjacent", "random"}) == "random")
    read.neighbours = Neighbours::random;
  read.instance_seed = static_cast<std::uint64_t>(table.integer("instance_seed", 1, count_range));
  if (const std::string fault = fault_of(read); !fault.empty()) table.fail("k", fault);
  return read;
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

std::optional<std::uint64_t> largest_sum(const Landscape& landscape) {
  if (landscape.neighbours() == Neighbours::random) return std::nullopt;
  const std::uint32_t k = landscape.k();
  if (k > 12 || std::uint64_t{landscape.n()} << (2 * k) > most_steps) return std::nullopt;
  FromBeginning from(landscape);
  std::uint64_t largest = 0;
  for (std::size_t beginning = 0; beginning < std::size_t{1} << k; ++beginning)
    largest = std::max(largest, from(beginning));
  return largest;
}

NkProblem::NkProblem(const NkSettings& settings) : landscape_(std::make_shared<const Landscape>(settings)) {
  if (const auto sum = largest_sum(*landscape_)) optimum_ = landscape_->mean(*sum);
}

NkProblem::NkProblem(const Settings& settings, Files& /*files*/) : NkProblem(read_settings(settings)) {}

}  // namespace skerry::nk
