#include "puzzles/party/bound/lagrangian.hpp"

#include <algorithm>
#include <map>

namespace skerry::party {

namespace {

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t limit = std::int64_t{1} << 60;

std::int64_t narrow(WideInteger number) {
  if (number > limit || number < -limit) throw std::range_error("the multipliers of a proof are too large");
  return static_cast<std::int64_t>(number);
}

/// The two least numbers of a group of classes, of different classes.
struct TwoLeast {
  std::int64_t first = unbounded, second = unbounded;
  std::uint32_t first_class = 0;

  void take(std::int64_t number, std::uint32_t of_class) {
    if (number < first) {
      second = first;
      first = number;
      first_class = of_class;
    } else if (number < second) {
      second = number;
    }
  }
  std::int64_t least_without(std::uint32_t of_class) const {
    return first_class == of_class ? second : first;
  }
};

std::vector<std::uint32_t> classes_of(const IntegerPuzzle& puzzle, const std::vector<std::uint32_t>& heroes) {
  std::vector<std::uint32_t> classes;
  for (const std::uint32_t hero : heroes) classes.push_back(puzzle.class_of[hero]);
  std::ranges::sort(classes);
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

std::int64_t cost_of(SharedValue& shared, const Lagrangian& lagrangian, const Candidates& candidates) {
  shared.begin();
  for (std::uint32_t node = 0; node < candidates.size(); ++node) {
    for (std::size_t place = 0; place < candidates[node].size(); ++place)
      shared.offer(node, candidates[node][place], lagrangian.excess(node, place));
  }
  return shared.compute();
}

constexpr std::int64_t unoffered = std::numeric_limits<std::int64_t>::max();
/// Sums of so much for each node stay far inside 64 bits.
constexpr std::int64_t largest_counted = std::int64_t{1} << 53;

constexpr int sweeps = 2;
constexpr std::int64_t largest = std::int64_t{1} << 36;
constexpr std::int64_t precision = 64;  // the width at which an interval of multipliers is narrow enough

/// The bound of a Lagrangian without multipliers of values and edges, by one of a rule on sums. Of the heroes
/// with the same number in the rule, a node's cheapest decides.
class BoundByOne {
 public:
  /// The multiplier of the rule number `rule`, of its least sum or of its most, is 0.
  BoundByOne(const IntegerPuzzle& puzzle, const Multipliers& multipliers, std::size_t rule, bool most) {
    const WideInteger fraction = price_fraction(puzzle);
    std::vector<WideInteger> reduced;
    for (const std::int64_t price : puzzle.price) reduced.push_back(fraction * price);
    for (std::size_t r = 0; r < puzzle.linear.size(); ++r) {
      const LinearRule& other = puzzle.linear[r];
      const auto& [least, above] = multipliers.linear[r];
      if (least == 0 && above == 0) continue;
      constant_ +=
          WideInteger{least} * other.at_least.value_or(0) - WideInteger{above} * other.at_most.value_or(0);
      for (std::size_t hero = 0; hero < reduced.size(); ++hero)
        reduced[hero] -= (WideInteger{least} - above) * other.coefficient[hero];
    }
    const LinearRule& own = puzzle.linear[rule];
    worth_ = most ? -WideInteger{*own.at_most} : WideInteger{*own.at_least};
    std::vector<std::int64_t> numbers = own.coefficient;
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<std::size_t> place;  // [hero] of his number
    for (const std::int64_t number : own.coefficient)
      place.push_back(static_cast<std::size_t>(std::ranges::lower_bound(numbers, number) - numbers.begin()));
    for (const std::vector<std::uint32_t>& heroes : puzzle.candidates) {
      std::vector<std::int64_t> cheapest(numbers.size(), unbounded);
      for (const std::uint32_t hero : heroes)
        cheapest[place[hero]] = std::min(cheapest[place[hero]], narrow(reduced[hero]));
      std::vector<Term>& terms = terms_of_.emplace_back();
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (cheapest[i] != unbounded) terms.push_back({cheapest[i], most ? -numbers[i] : numbers[i]});
      }
    }
    for (std::size_t hero = 0; hero < reduced.size(); ++hero) {
      largest_price_ = std::max(largest_price_, std::abs(narrow(reduced[hero])));
      largest_number_ = std::max(largest_number_, std::abs(own.coefficient[hero]));
    }
  }

  std::int64_t operator()(std::int64_t multiplier) const {
    // Too large a multiplier can't be counted with.
    if (WideInteger{multiplier} * largest_number_ > limit - largest_price_) return -limit;
    WideInteger bound = constant_ + worth_ * multiplier;
    for (const std::vector<Term>& terms : terms_of_) {
      std::int64_t least = terms.empty() ? 0 : unbounded;
      for (const auto& [price, number] : terms) least = std::min(least, price - multiplier * number);
      bound += least;
    }
    return bound > limit || bound < -limit ? -limit : static_cast<std::int64_t>(bound);
  }

 private:
  struct Term {
    std::int64_t price, number;
  };
  WideInteger constant_ = 0, worth_ = 0;
  std::int64_t largest_price_ = 0, largest_number_ = 0;
  std::vector<std::vector<Term>> terms_of_;  // [node]
};

/// Raises the bound by one multiplier, the others as they are. The bound is concave in it, so doubling it
/// finds an interval around the best, which is then narrowed from both sides.
void ascend(const IntegerPuzzle& puzzle, Multipliers& multipliers, std::size_t rule, bool most) {
  std::int64_t& multiplier = multipliers.linear[rule][most ? 1 : 0];
  multiplier = 0;
  const BoundByOne bound_at(puzzle, multipliers, rule, most);
  std::int64_t best = 0;
  std::int64_t best_bound = bound_at(0);
  const auto try_value = [&](std::int64_t value) {
    const std::int64_t bound = bound_at(value);
    if (bound > best_bound) {
      best = value;
      best_bound = bound;
    }
    return bound;
  };
  std::int64_t high = 1;
  for (std::int64_t before = best_bound; high < largest; high *= 2) {
    const std::int64_t bound = try_value(high);
    if (bound < before) break;
    before = bound;
  }
  std::int64_t low = high / 4;
  while (high - low > std::max<std::int64_t>(2, high / precision)) {
    const std::int64_t third = (high - low) / 3;
    if (try_value(low + third) < try_value(high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  multiplier = best;
}

}  // namespace

Lagrangian::Lagrangian(const IntegerPuzzle& puzzle, const Multipliers& multipliers,
                       const Candidates& candidates)
    : puzzle_(&puzzle), multipliers_(&multipliers), edge_least_(puzzle.edges.size(), 0) {
  take_nodes(reduce_prices(), candidates);
  if (multipliers.synergy == 0 || exhausted(candidates)) return;
  bound_ = narrow(WideInteger{bound_} + WideInteger{multipliers.synergy} * puzzle.synergy_least);
  const std::vector<std::uint32_t> heroes_of_class = puzzle.heroes_of_classes(candidates);
  for (std::uint32_t edge = 0; edge < puzzle.edges.size(); ++edge)
    take_edge(edge, candidates, heroes_of_class);
}

std::vector<std::int64_t> Lagrangian::reduce_prices() {
  const std::int64_t fraction = price_fraction(*puzzle_);
  std::vector<std::int64_t> reduced;
  reduced.reserve(puzzle_->heroes());
  for (const std::int64_t price : puzzle_->price) reduced.push_back(price * fraction);
  for (std::size_t r = 0; r < puzzle_->linear.size(); ++r) reduce_linear(reduced, r);
  for (std::size_t r = 0; r < puzzle_->by_value.size(); ++r) reduce_by_value(reduced, r);
  for (std::size_t hero = 0; hero < multipliers_->once.size(); ++hero) {
    reduced[hero] = narrow(WideInteger{reduced[hero]} + multipliers_->once[hero]);
    bound_ = narrow(WideInteger{bound_} - multipliers_->once[hero]);
  }
  return reduced;
}

// sum of a n >= b: the cost is at least the sum of (price - m a) n, and m b.
void Lagrangian::reduce_linear(std::vector<std::int64_t>& reduced, std::size_t r) {
  const LinearRule& rule = puzzle_->linear[r];
  const auto& [least, most] = multipliers_->linear[r];
  if (least == 0 && most == 0) return;
  if (least > 0) bound_ = narrow(bound_ + WideInteger{least} * *rule.at_least);
  if (most > 0) bound_ = narrow(bound_ - WideInteger{most} * *rule.at_most);
  for (std::size_t hero = 0; hero < reduced.size(); ++hero)
    reduced[hero] = narrow(reduced[hero] - (WideInteger{least} - most) * rule.coefficient[hero]);
}

// With n[a] heroes of value a and d[a] = min(1, n[a]):
// distinct, at least l: the sum of d is l or more, and m d[a] <= (m - m[a]) + m[a] n[a] for any m[a] in [0,
// m]; distinct, at most h: n[a] <= nodes d[a], so the sum of m[a] n[a] <= m h for any m[a] in [0, m / nodes];
// share, at most h: n[a] <= h.
void Lagrangian::reduce_by_value(std::vector<std::int64_t>& reduced, std::size_t r) {
  const ValueRule& rule = puzzle_->by_value[r];
  const Multipliers::OfValues& multipliers = multipliers_->by_value[r];
  WideInteger constant = 0;
  if (multipliers.least > 0) {
    constant +=
        WideInteger{multipliers.least} * *rule.at_least - WideInteger{multipliers.least} * rule.values;
    for (const std::int64_t of_value : multipliers.least_of) constant += of_value;
  }
  if (!rule.share && multipliers.most > 0) constant -= WideInteger{multipliers.most} * *rule.at_most;
  if (rule.share) {
    for (const std::int64_t of_value : multipliers.most_of) constant -= WideInteger{of_value} * *rule.at_most;
  }
  bound_ = narrow(bound_ + constant);
  for (std::size_t hero = 0; hero < reduced.size(); ++hero) {
    const std::uint32_t value = rule.value[hero];
    WideInteger number = reduced[hero];
    if (!multipliers.least_of.empty()) number -= multipliers.least_of[value];
    if (!multipliers.most_of.empty()) number += multipliers.most_of[value];
    reduced[hero] = narrow(number);
  }
}

void Lagrangian::take_nodes(const std::vector<std::int64_t>& reduced, const Candidates& candidates) {
  for (std::uint32_t node = 0; node < candidates.size(); ++node) {
    std::vector<std::int64_t>& excess = excess_.emplace_back();
    for (const std::uint32_t hero : candidates[node]) {
      WideInteger number = reduced[hero];
      for (const std::uint32_t edge : puzzle_->edges_of[node])
        number -= end(edge, puzzle_->edges[edge][0] == node ? 0 : 1, puzzle_->class_of[hero]);
      excess.push_back(narrow(number));
    }
    least_.push_back(excess.empty() ? 0 : *std::ranges::min_element(excess));
    const std::int64_t least = least_.back();
    bound_ = narrow(WideInteger{bound_} + least);
    for (std::int64_t& number : excess) number -= least;
  }
  with_edges_ = excess_;
}

// The least term of the pairs that agree in a set of traits at least, for each set: the least end of the
// classes of each side that have the same values in these traits. A pair that agrees in more traits is found
// again in their set, with its own weight, since more agreement never weighs less; where it would, the term
// is only less than it could be.
void Lagrangian::take_edge(std::uint32_t edge, const Candidates& candidates,
                           const std::vector<std::uint32_t>& heroes_of_class) {
  std::array<std::vector<std::uint32_t>, 2> classes;
  std::array<std::vector<std::int64_t>, 2>
      least;  // [end][place of the class] of the edge's term with that class
  for (std::size_t side = 0; side < 2; ++side) {
    classes[side] = classes_of(*puzzle_, candidates[puzzle_->edges[edge][side]]);
    least[side].assign(classes[side].size(), unbounded);
  }
  using Key = std::array<std::uint32_t, max_synergy_traits>;
  for (unsigned mask = 0; mask < 1U << puzzle_->trait_count; ++mask) {
    const std::int64_t worth = narrow(WideInteger{multipliers_->synergy} * puzzle_->weight_of_mask[mask]);
    const auto key = [&](std::uint32_t of_class) {
      Key values{};
      for (std::size_t trait = 0; trait < puzzle_->trait_count; ++trait) {
        if ((mask >> trait & 1U) != 0) values[trait] = puzzle_->traits[of_class][trait] + 1;
      }
      return values;
    };
    std::array<std::map<Key, TwoLeast>, 2> groups;
    for (std::size_t side = 0; side < 2; ++side) {
      for (const std::uint32_t of_class : classes[side])
        groups[side][key(of_class)].take(end(edge, side, of_class), of_class);
    }
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t place = 0; place < classes[side].size(); ++place) {
        const std::uint32_t of_class = classes[side][place];
        const auto opposite = groups[1 - side].find(key(of_class));
        if (opposite == groups[1 - side].end()) continue;
        const bool lone = heroes_of_class[of_class] == 1;
        const std::int64_t other = lone ? opposite->second.least_without(of_class) : opposite->second.first;
        if (other == unbounded) continue;
        least[side][place] =
            std::min(least[side][place], narrow(WideInteger{end(edge, side, of_class)} + other - worth));
      }
    }
  }
  edge_least_[edge] = *std::ranges::min_element(least[0]);
  if (edge_least_[edge] == unbounded) edge_least_[edge] = 0;  // one hero alone is left for both ends
  bound_ = narrow(WideInteger{bound_} + edge_least_[edge]);
  for (std::size_t side = 0; side < 2; ++side) {
    const std::uint32_t node = puzzle_->edges[edge][side];
    for (std::size_t place = 0; place < candidates[node].size(); ++place) {
      const std::uint32_t of_class = puzzle_->class_of[candidates[node][place]];
      const auto at = std::ranges::lower_bound(classes[side], of_class) - classes[side].begin();
      const std::int64_t term = least[side][static_cast<std::size_t>(at)];
      // Without any partner the hero can't stand there; 2^58 is above every bound.
      std::int64_t& sum = with_edges_[node][place];
      sum = term == unbounded ? std::int64_t{1} << 58
                              : std::min(sum + term - edge_least_[edge], std::int64_t{1} << 58);
    }
  }
}

std::int64_t bound_with_shared_values(const IntegerPuzzle& puzzle, const Lagrangian& lagrangian,
                                      const Candidates& candidates) {
  std::int64_t most = 0;
  for (SharedValue& shared : shared_values(puzzle))
    most = std::max(most, cost_of(shared, lagrangian, candidates));
  return lagrangian.bound() + most;
}

Candidates filtered(const IntegerPuzzle& puzzle, const Lagrangian& lagrangian, const Candidates& candidates,
                    std::int64_t most) {
  Candidates left(candidates.size());
  const std::int64_t slack = most * price_fraction(puzzle) - lagrangian.bound();
  if (slack < 0) return left;
  std::vector<SharedValue> shared = shared_values(puzzle);
  for (SharedValue& one : shared) {
    if (cost_of(one, lagrangian, candidates) > slack) return left;
  }
  for (std::uint32_t node = 0; node < candidates.size(); ++node) {
    for (std::size_t place = 0; place < candidates[node].size(); ++place) {
      const std::uint32_t hero = candidates[node][place];
      const std::int64_t excess = lagrangian.excess_with_edges(node, place);
      const auto within = [&](const SharedValue& one) {
        return excess + one.others_with(node, hero) <= slack;
      };
      if (excess <= slack && std::ranges::all_of(shared, within)) left[node].push_back(hero);
    }
  }
  return left;
}

bool exhausted(const Candidates& candidates) {
  return std::ranges::any_of(candidates, [](const auto& node) { return node.empty(); });
}

SharedValue::SharedValue(const IntegerPuzzle& puzzle, const ValueRule& rule)
    : rule_(&rule),
      nodes_(puzzle.nodes()),
      place_of_(rule.values, none),
      least_(nodes_, unoffered),
      without_(nodes_, out_of_reach) {
  std::vector<bool> seen(puzzle.heroes(), false);
  std::vector<std::int64_t> heroes(rule.values, 0);
  for (const auto& node : puzzle.candidates) {
    for (const std::uint32_t hero : node) {
      if (!seen[hero]) ++heroes[rule.value[hero]];
      seen[hero] = true;
    }
  }
  for (std::uint32_t code = 0; code < rule.values; ++code) {
    if (heroes[code] < *rule.at_least) continue;
    place_of_[code] = static_cast<std::uint32_t>(values_.size());
    values_.emplace_back();
  }
  excess_.assign(values_.size() * nodes_, unoffered);
}

void SharedValue::begin() {
  for (const std::size_t value : told_) {
    values_[value] = {};
    std::fill_n(excess_.begin() + static_cast<std::ptrdiff_t>(value * nodes_), nodes_, unoffered);
  }
  told_.clear();
  std::ranges::fill(least_, unoffered);
  met_ = false;
}

void SharedValue::decide(std::uint32_t hero) {
  const std::uint32_t value = place_of_[rule_->value[hero]];
  if (value == none) return;
  take(value);
  ++values_[value].holders;
}

void SharedValue::offer(std::uint32_t node, std::uint32_t hero, std::int64_t excess) {
  least_[node] = std::min(least_[node], excess);
  const std::uint32_t value = place_of_[rule_->value[hero]];
  if (value == none) return;
  take(value);
  std::int64_t& least = excess_[value * nodes_ + node];
  least = std::min(least, excess);
}

void SharedValue::take(std::size_t value) {
  if (values_[value].told) return;
  values_[value].told = true;
  told_.push_back(value);
}

std::int64_t SharedValue::more(std::size_t value, std::uint32_t node) const {
  return std::min(excess_[value * nodes_ + node] - least_[node], largest_counted);
}

std::int64_t SharedValue::compute() {
  std::ranges::fill(without_, out_of_reach);
  if (rule_->at_most && *rule_->at_least > *rule_->at_most) return out_of_reach;
  std::int64_t cheapest = out_of_reach;
  for (const std::size_t place : told_) {
    Value& value = values_[place];
    met_ = met_ || value.holders >= *rule_->at_least;
    if (met_) return 0;
    const auto owed = static_cast<std::size_t>(*rule_->at_least - value.holders);
    offers_.clear();
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (excess_[place * nodes_ + node] != unoffered) offers_.push_back({more(place, node), node});
    }
    if (offers_.size() < owed) continue;
    std::ranges::sort(offers_, {}, &Offer::more);
    value.cheapest = 0;
    for (std::size_t i = 0; i < owed; ++i) value.cheapest += offers_[i].more;
    value.dearest_taken = offers_[owed - 1].more;
    cheapest = std::min(cheapest, value.cheapest);
    std::array<std::int64_t, max_nodes> without;
    without.fill(value.cheapest);
    for (std::size_t i = 0; i < owed; ++i) {
      without[offers_[i].node] =
          offers_.size() == owed ? out_of_reach : value.cheapest - offers_[i].more + offers_[owed].more;
    }
    for (std::uint32_t node = 0; node < nodes_; ++node)
      without_[node] = std::min(without_[node], without[node]);
  }
  return cheapest;
}

std::int64_t SharedValue::others_with(std::uint32_t node, std::uint32_t hero) const {
  const std::uint32_t place = place_of_[rule_->value[hero]];
  if (place == none || values_[place].cheapest == out_of_reach) return without_[node];
  const Value& value = values_[place];
  // The hero is one of those who are owed, in the place of the node's own offer or of the dearest.
  return std::min(without_[node], value.cheapest - std::min(more(place, node), value.dearest_taken));
}

std::vector<SharedValue> shared_values(const IntegerPuzzle& puzzle) {
  std::vector<SharedValue> shared;
  for (const ValueRule& rule : puzzle.by_value) {
    if (rule.share && rule.at_least.value_or(0) > 1) shared.emplace_back(puzzle, rule);
  }
  return shared;
}

Multipliers rule_multipliers(const IntegerPuzzle& puzzle) {
  Multipliers multipliers = no_multipliers(puzzle);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t r = 0; r < puzzle.linear.size(); ++r) {
      if (puzzle.linear[r].at_least) ascend(puzzle, multipliers, r, false);
      if (puzzle.linear[r].at_most) ascend(puzzle, multipliers, r, true);
    }
  }
  return multipliers;
}

}  // namespace skerry::party
