#include "skerry/detail/operators/operators.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include <numeric>
#include <utility>

namespace skerry::detail {
namespace {

std::string joined_once(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool repeated = std::ranges::find(names.first(i), names[i]) != names.first(i).end();
    if (!repeated) text.append(text.empty() ? "" : ", ").append(names[i]);
  }
  return text;
}

/// Returns the names between the commas; some may be empty.
std::vector<std::string_view> listed(std::string_view list) {
  std::vector<std::string_view> names;
  for (;;) {
    const std::size_t comma = list.find(',');
    names.push_back(trimmed(list.substr(0, comma)));
    if (comma == std::string_view::npos) return names;
    list.remove_prefix(comma + 1);
  }
}

bool knows(std::span<const std::string_view> part, std::string_view name) {
  return std::ranges::find(part, name) != part.end();
}

std::string quoted(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

bool are_in_place(const std::vector<std::string_view>& names, const OperatorsOfParts& parts) {
  if (names.size() != parts.size()) return false;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (!names[part].empty() && !knows(parts[part], names[part])) return false;
  }
  return true;
}

/// Returns the name that belongs to a part, of several that of the fewest parts; empty if none does.
std::string_view name_for_part(std::string_view what, std::string_view list,
                               const std::vector<std::string_view>& names, const OperatorsOfParts& parts,
                               std::size_t part) {
  const auto takers = [&](std::string_view name) {
    return std::ranges::count_if(parts, [&](const auto& other) { return knows(other, name); });
  };
  std::string_view chosen;
  std::string_view rival;
  for (const std::string_view name : names) {
    if (!knows(parts[part], name) || name == chosen) continue;
    if (chosen.empty() || takers(name) < takers(chosen)) {
      chosen = name;
      rival = {};
    } else if (takers(name) == takers(chosen)) {
      rival = name;
    }
  }
  if (rival.empty()) return chosen;
  throw UsageError(std::string(what) + " is " + quoted(list) + ", and part " + std::to_string(part) +
                       " may take " + quoted(chosen) + " or " + quoted(rival) +
                       "; name one for each of the " + std::to_string(parts.size()) +
                       " parts, in their order",
                   {.key = std::string(what)});
}

[[noreturn]] void refuse_value(std::string_view name, double value, const std::string& right) {
  throw UsageError(std::string(name) + " is " + exact_text(value) + "; " + right, {.key = std::string(name)});
}

}  // namespace

std::size_t choose_operator(std::string_view what, std::string_view name, std::string_view genome,
                            std::span<const std::string_view> names) {
  if (name.empty()) return 0;
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    throw UsageError(std::string(what) + " is \"" + std::string(name) + "\", which does not belong to " +
                         std::string(genome) + "; those that do: " + joined_once(names),
                     {.key = std::string(what)});
  }
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<std::string> operators_of_parts(std::string_view what, std::string_view list,
                                            const OperatorsOfParts& parts) {
  const std::vector<std::string_view> names = listed(list);
  std::vector<std::string_view> known;
  for (const auto& part : parts) known.insert(known.end(), part.begin(), part.end());
  for (const std::string_view name : names) choose_operator(what, name, "any part of the genome", known);
  if (are_in_place(names, parts)) return {names.begin(), names.end()};
  std::vector<std::string> chosen;
  for (std::size_t part = 0; part < parts.size(); ++part)
    chosen.emplace_back(name_for_part(what, list, names, parts, part));
  for (const std::string_view name : names) {
    if (name.empty() || std::ranges::find(chosen, name) != chosen.end()) continue;
    throw UsageError(std::string(what) + " is " + quoted(list) + ", of which no part takes " + quoted(name) +
                         "; name one for each of the " + std::to_string(parts.size()) +
                         " parts, in their order",
                     {.key = std::string(what)});
  }
  return chosen;
}

std::string operator_list(std::span<const std::string> names, std::size_t first, std::size_t count) {
  return joined(names.subspan(first, count), ",");
}

double checked_rate(std::string_view name, double value) {
  if (value >= 0 && value <= 1) return value;
  refuse_value(name, value, "a rate lies in [0, 1]");
}

double checked_at_least(std::string_view name, double value, double least) {
  if (value >= least && std::isfinite(value)) return value;
  refuse_value(name, value, "it is a finite number of at least " + exact_text(least));
}

double checked_share(std::string_view name, double value) {
  if (value > 0 && value <= 1) return value;
  refuse_value(name, value, "it is above 0 and at most 1");
}

double gene_rate_of(const OperatorSettings& settings, std::size_t genes) {
  const double rate = checked_rate("gene_rate", settings.gene_rate);
  return rate > 0 ? rate : 1 / static_cast<double>(genes);
}

}  // namespace skerry::detail

namespace skerry {
namespace {

std::size_t random_place(std::size_t places, Random& random) {
  return random.below(static_cast<std::uint32_t>(places));
}

/// Draws two different places, the smaller first; there are at least 2 places.
std::pair<std::size_t, std::size_t> two_places(std::size_t places, Random& random) {
  const std::size_t first = random_place(places, random);
  std::size_t second = random_place(places - 1, random);
  second += second >= first;
  return std::minmax(first, second);
}

/// Draws a segment of at least one entry, begin and end; both are uniform.
std::pair<std::size_t, std::size_t> random_segment(std::size_t places, Random& random) {
  const std::size_t first = random_place(places, random);
  const std::size_t second = random_place(places, random);
  return {std::min(first, second), std::max(first, second) + 1};
}

void list_places(Order order, std::vector<std::uint32_t>& places) {
  places.resize(order.size());
  for (std::size_t place = 0; place < order.size(); ++place)
    places[order[place]] = static_cast<std::uint32_t>(place);
}

/// Below this distance of two parents a division by it would overflow, and they are equal for every purpose.
constexpr double least_distance = 1e-300;

/// Returns how far SBX spreads children of parents at distance 1 from a bound that is `room` away.
double spread(double room, double eta, double uniform) {
  const double alpha = 2 - std::pow(1 + 2 * room, -(eta + 1));
  const double scaled = uniform * alpha;
  return std::pow(scaled <= 1 ? scaled : 1 / (2 - scaled), 1 / (eta + 1));
}

/// std::lgamma() writes the sign to a variable that all threads share.
double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
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

RandomReset::RandomReset(std::size_t genes, double rate)
    : sites_(genes, detail::checked_rate("gene_rate", rate)) {}

void RandomReset::operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random) {
  sites_(random, [&](std::uint32_t gene) {
    child[gene] = random_integer(bounds.lower[gene], bounds.upper[gene], random);
  });
}

Creep::Creep(std::size_t genes, double rate, std::uint64_t step)
    : sites_(genes, detail::checked_rate("gene_rate", rate)),
      step_(static_cast<std::uint32_t>(std::min<std::uint64_t>(step, INT32_MAX))) {
  detail::checked_at_least("creep_step", static_cast<double>(step), 1);
}

void Creep::operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random) {
  sites_(random, [&](std::uint32_t gene) {
    child[gene] = creep(child[gene], bounds.lower[gene], bounds.upper[gene], step_, random);
  });
}

void PartiallyMappedCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  const auto [begin, end] = random_segment(a.size(), random);
  cross(a, b, begin, end, child);
}

void PartiallyMappedCrossover::cross(Order a, Order b, std::size_t begin, std::size_t end,
                                     std::span<std::uint32_t> child) {
  list_places(a, places_);
  for (std::size_t place = 0; place < a.size(); ++place) {
    std::uint32_t entry = a[place];
    if (place < begin || place >= end) {
      entry = b[place];
      while (places_[entry] >= begin && places_[entry] < end) entry = b[places_[entry]];
    }
    child[place] = entry;
  }
}

void OrderCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  const auto [begin, end] = random_segment(a.size(), random);
  cross(a, b, begin, end, child);
}

void OrderCrossover::cross(Order a, Order b, std::size_t begin, std::size_t end,
                           std::span<std::uint32_t> child) {
  const std::size_t size = a.size();
  taken_.assign(size, 0);
  for (std::size_t place = begin; place < end; ++place) {
    child[place] = a[place];
    taken_[a[place]] = 1;
  }
  std::size_t to = end % size;
  for (std::size_t step = 0, from = end % size; step < size; ++step, from = from + 1 == size ? 0 : from + 1) {
    if (taken_[b[from]] != 0) continue;
    child[to] = b[from];
    to = to + 1 == size ? 0 : to + 1;
  }
}

void CycleCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  cross(a, b, random_place(a.size(), random), child);
}

void CycleCrossover::cross(Order a, Order b, std::size_t start, std::span<std::uint32_t> child) {
  list_places(a, places_);
  std::ranges::copy(b, child.begin());
  std::size_t place = start;
  do {
    child[place] = a[place];
    place = places_[b[place]];
  } while (place != start);
}

void UniformLikeCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  taken_.assign(a.size(), 0);
  places_.clear();
  const auto put = [&](std::uint32_t entry, std::size_t place) {
    child[place] = entry;
    taken_[entry] = 1;
  };
  for (std::uint32_t place = 0; place < a.size(); ++place) {
    if (a[place] == b[place])
      put(a[place], place);
    else
      places_.push_back(place);
  }
  random.shuffle(std::span(places_));
  std::size_t left = 0;
  for (const std::uint32_t place : places_) {
    const bool from_a = random.below(2) == 0;
    const std::uint32_t drawn = from_a ? a[place] : b[place];
    const std::uint32_t other = from_a ? b[place] : a[place];
    if (taken_[drawn] == 0)
      put(drawn, place);
    else if (taken_[other] == 0)
      put(other, place);
    else
      places_[left++] = place;
  }
  // The places are in random order, so the entries need not be.
  for (std::uint32_t entry = 0; left > 0; ++entry) {
    if (taken_[entry] == 0) put(entry, places_[--left]);
  }
}

void EdgeRecombination::list_edges(Order a, Order b, std::vector<Edges>& table) {
  const std::size_t size = a.size();
  table.assign(size, Edges{});
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    Edges& edges = table[from];
    const auto end = edges.to.begin() + edges.count;
    if (from != to && std::find(edges.to.begin(), end, to) == end) edges.to[edges.count++] = to;
  };
  for (const Order& parent : {a, b}) {
    for (std::size_t place = 0; place < size; ++place) {
      const std::size_t next = place + 1 == size ? 0 : place + 1;
      add(parent[place], parent[next]);
      add(parent[next], parent[place]);
    }
  }
}

void EdgeRecombination::remove(std::uint32_t entry) {
  const Edges& edges = table_[entry];
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    Edges& back = table_[edges.to[i]];
    *std::find(back.to.begin(), back.to.begin() + back.count, entry) = back.to[back.count - 1];
    --back.count;
  }
  const std::uint32_t last = left_.back();
  left_[places_[entry]] = last;
  places_[last] = places_[entry];
  left_.pop_back();
}

void EdgeRecombination::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  list_edges(a, b, table_);
  left_.assign(a.begin(), a.end());
  list_places(a, places_);
  std::uint32_t entry = (random() & 1U) != 0 ? a[0] : b[0];
  for (std::size_t place = 0;; ++place) {
    child[place] = entry;
    remove(entry);
    if (left_.empty()) return;
    const Edges& edges = table_[entry];
    if (edges.count == 0) {
      entry = left_[random_place(left_.size(), random)];
      continue;
    }
    std::array<std::uint32_t, 4> nearest{};
    std::uint32_t ties = 0;
    std::uint32_t fewest = 5;
    for (std::uint32_t i = 0; i < edges.count; ++i) {
      const std::uint32_t count = table_[edges.to[i]].count;
      if (count < fewest) {
        fewest = count;
        ties = 0;
      }
      if (count == fewest) nearest[ties++] = edges.to[i];
    }
    entry = nearest[ties == 1 ? 0 : random.below(ties)];
  }
}

void swap_mutation(std::span<std::uint32_t> order, Random& random) {
  if (order.size() < 2) return;
  const auto [first, second] = two_places(order.size(), random);
  std::swap(order[first], order[second]);
}

void insertion_mutation(std::span<std::uint32_t> order, Random& random) {
  if (order.size() < 2) return;
  const std::size_t from = random_place(order.size(), random);
  std::size_t to = random_place(order.size() - 1, random);
  to += to >= from;
  const auto at = [&](std::size_t place) { return order.begin() + static_cast<std::ptrdiff_t>(place); };
  if (from < to) {
    std::rotate(at(from), at(from + 1), at(to + 1));
  } else {
    std::rotate(at(to), at(from), at(from + 1));
  }
}

void inversion_mutation(std::span<std::uint32_t> order, Random& random) {
  if (order.size() < 2) return;
  const auto [first, last] = two_places(order.size(), random);
  std::ranges::reverse(order.subspan(first, last + 1 - first));
}

void scramble_mutation(std::span<std::uint32_t> order, Random& random) {
  if (order.size() < 2) return;
  const auto [first, last] = two_places(order.size(), random);
  random.shuffle(order.subspan(first, last + 1 - first));
}

SimulatedBinaryCrossover::SimulatedBinaryCrossover(double eta)
    : eta_(detail::checked_at_least("sbx_eta", eta, 0)) {}

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

BlendCrossover::BlendCrossover(double alpha) : alpha_(detail::checked_at_least("blx_alpha", alpha, 0)) {}

void BlendCrossover::operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                                std::span<double> child, Random& random) const {
  for (std::size_t gene = 0; gene < child.size(); ++gene) {
    const double beyond = alpha_ * std::abs(a[gene] - b[gene]);
    const double low = std::max(std::min(a[gene], b[gene]) - beyond, bounds.lower[gene]);
    const double high = std::min(std::max(a[gene], b[gene]) + beyond, bounds.upper[gene]);
    child[gene] = std::min(low + random.uniform() * (high - low), high);
  }
}

LineCrossover::LineCrossover(double step) : step_(detail::checked_at_least("line_step", step, 0)) {}

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
    : sites_(genes, detail::checked_rate("gene_rate", rate)),
      eta_(detail::checked_at_least("polynomial_eta", eta, 0)) {}

void PolynomialMutation::operator()(RealBounds bounds, std::span<double> child, Random& random) {
  sites_(random, [&](std::uint32_t gene) {
    child[gene] = polynomial_step(child[gene], bounds.lower[gene], bounds.upper[gene], eta_, random);
  });
}

GaussianMutation::GaussianMutation(std::size_t genes, double rate, double step)
    : sites_(genes, detail::checked_rate("gene_rate", rate)),
      step_(detail::checked_share("gaussian_step", step)) {}

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

Sites::Sites(std::size_t length, double rate) : length_(static_cast<std::uint32_t>(length)), rate_(rate) {
  const auto n = static_cast<double>(length);
  double sum = 0;
  for (std::uint32_t count = 0; count <= length_; ++count) {
    const double k = count;
    if (rate <= 0 || rate >= 1) {
      sum = rate <= 0 || count == length_ ? 1 : 0;
    } else {
      sum += std::exp(log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1) + k * std::log(rate) +
                      (n - k) * std::log1p(-rate));
    }
    cumulative_.push_back(static_cast<std::uint64_t>(std::min(std::max(sum, 0.0), 1.0) * 0x1p32));
    if (cumulative_.back() == std::uint64_t{1} << 32) break;
  }
  cumulative_.back() = std::uint64_t{1} << 32;
  for (std::size_t count = 0; count < last_draws_.size(); ++count) {
    const std::uint64_t draws = cumulative_[std::min(count, cumulative_.size() - 1)];
    last_draws_[count] = static_cast<std::uint32_t>(draws - 1);
  }
  usually_few_ = length_ > few && cumulative_[0] > 0 && last_draws_.back() >= UINT32_MAX / 2;
}

std::span<const std::uint32_t> Sites::draw_many(std::uint32_t count, Random& random) {
  positions_.resize(length_);
  std::iota(positions_.begin(), positions_.end(), 0U);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::swap(positions_[i], positions_[i + random.below(length_ - i)]);
  }
  return std::span(positions_).first(count);
}

}  // namespace skerry
