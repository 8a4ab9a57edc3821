#include "skerry/selection.hpp"

#include "skerry/population.hpp"

#include "engine/population/ranking.hpp"

#include <limits>
#include <numeric>

namespace skerry {

namespace {

bool any_has_fitness(std::span<const Key> keys) {
  return std::ranges::any_of(keys, [](const Key& key) { return has_fitness(key); });
}

}  // namespace

void AliasTable::assign(std::span<const double> weights) {
  const std::size_t size = weights.size();
  entries_.assign(size, Entry{});
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (total <= 0) return;

  small_.clear();
  large_.clear();
  scaled_.resize(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    scaled_[i] = weights[i] / total * static_cast<double>(size);
    (scaled_[i] < 1 ? small_ : large_).push_back(i);
  }
  while (!small_.empty() && !large_.empty()) {
    const std::uint32_t poor = small_.back();
    const std::uint32_t rich = large_.back();
    small_.pop_back();
    entries_[poor] = {scaled_[poor], rich};
    scaled_[rich] -= 1 - scaled_[poor];
    if (scaled_[rich] < 1) {
      large_.pop_back();
      small_.push_back(rich);
    }
  }
  // What is left over is 1, apart from rounding, by which an individual of weight 0 must not gain.
  for (const std::uint32_t i : small_) {
    if (weights[i] <= 0) {
      const auto best = std::ranges::max_element(weights);
      entries_[i] = {0, static_cast<std::uint32_t>(best - weights.begin())};
    }
  }
}

void LinearRankingSelection::prepare(std::span<const std::uint32_t> ranking) {
  ranking_ = ranking;
  if (ranking.size() == table_size_) return;
  table_size_ = ranking.size();
  weights_.assign(table_size_, 1);
  for (std::size_t rank = 0; table_size_ > 1 && rank < table_size_; ++rank) {
    weights_[rank] =
        pressure_ - (2 * pressure_ - 2) * static_cast<double>(rank) / static_cast<double>(table_size_ - 1);
  }
  table_.assign(weights_);
}

void TournamentSelection::prepare(std::span<const Key> keys) {
  keys_ = keys;
  by_cost_ = win_rate_ == 1 && have_same_violation(keys);
  if (!by_cost_) return;
  costs_.resize(keys.size());
  for (std::size_t slot = 0; slot < keys.size(); ++slot) costs_[slot] = keys[slot].cost;
}

std::uint32_t TournamentSelection::pick(Random& random) {
  if (by_cost_ && size_ == 2) return cheapest_of<2>(random);
  if (by_cost_ && size_ == 3) return cheapest_of<3>(random);
  return win_rate_ < 1 ? pick_uncertain(random) : pick_certain(random);
}

// There are no branches by who wins, which no processor could foresee.
template <std::size_t entrants>
std::uint32_t TournamentSelection::cheapest_of(Random& random) const {
  const auto slots = random.several_below<entrants>(static_cast<std::uint32_t>(costs_.size()));
  std::uint32_t best = slots[0];
  double least = costs_[best];
  for (std::size_t i = 1; i < entrants; ++i) {
    const double cost = costs_[slots[i]];
    best ^= (best ^ slots[i]) & (0U - std::uint32_t{cost < least});
    least = cost < least ? cost : least;
  }
  return best;
}

std::uint32_t TournamentSelection::pick_certain(Random& random) const {
  const auto count = static_cast<std::uint32_t>(keys_.size());
  std::uint32_t best = random.below(count);
  for (std::uint32_t entrant = 1; entrant < size_; ++entrant) {
    const std::uint32_t rival = random.below(count);
    best = better(rival, best) ? rival : best;
  }
  return best;
}

std::uint32_t TournamentSelection::pick_uncertain(Random& random) {
  if (size_ == 2) return pick_uncertain_of_two(random);
  entrants_.resize(size_);
  for (std::uint32_t& entrant : entrants_) entrant = random.below(static_cast<std::uint32_t>(keys_.size()));
  std::ranges::sort(
      entrants_, [&](std::uint32_t a, std::uint32_t b) { return better(a, b) || (!better(b, a) && a < b); });
  for (std::size_t place = 0; place + 1 < entrants_.size(); ++place) {
    if (random.chance(wins_)) return entrants_[place];
  }
  return entrants_.back();
}

std::uint32_t TournamentSelection::pick_uncertain_of_two(Random& random) const {
  const auto [a, b] = random.several_below<2>(static_cast<std::uint32_t>(keys_.size()));
  const bool b_first = better(b, a) || (!better(a, b) && b < a);
  return random.chance(wins_) != b_first ? a : b;
}

void ShuffledTournamentSelection::prepare(std::span<const Key> keys) {
  keys_ = keys;
  order_.resize(keys.size());
  std::iota(order_.begin(), order_.end(), 0U);
  next_ = order_.size();
}

std::uint32_t ShuffledTournamentSelection::pick(Random& random) {
  if (order_.size() == 1) return 0;
  if (next_ + 2 > order_.size()) {
    random.shuffle(std::span(order_));
    next_ = 0;
  }
  const std::uint32_t first = order_[next_++];
  const std::uint32_t second = order_[next_++];
  return keys_[second] < keys_[first] ? second : first;
}

void ProportionalSelection::prepare(std::span<const Key> keys) {
  const bool any_feasible = std::ranges::any_of(keys, [](const Key& key) { return key.violation == 0; });
  const bool any_fitness = any_feasible || any_has_fitness(keys);
  const auto eligible = [&](const Key& key) {
    return any_feasible ? key.violation == 0 : has_fitness(key) || !any_fitness;
  };
  const auto badness = [&](const Key& key) {
    return any_feasible ? key.cost : any_fitness ? key.violation : 0;
  };
  double worst = -std::numeric_limits<double>::infinity();
  for (const Key& key : keys) {
    if (eligible(key)) worst = std::max(worst, badness(key));
  }
  weights_.clear();
  for (const Key& key : keys) weights_.push_back(eligible(key) ? worst - badness(key) : 0);
  if (std::ranges::all_of(weights_, [](double weight) { return weight == 0; })) {
    for (std::size_t i = 0; i < keys.size(); ++i) weights_[i] = eligible(keys[i]) ? 1 : 0;
  }
  table_.assign(weights_);
}

void ReciprocalSelection::prepare(std::span<const Key> keys) {
  const double least_violation = std::ranges::min_element(keys)->violation;
  const bool any_fitness = any_has_fitness(keys);
  const bool reached = least_violation == 0 && std::ranges::any_of(keys, [&](const Key& key) {
                         return key.violation == 0 && key.cost <= ideal_cost_;
                       });
  weights_.clear();
  for (const Key& key : keys) {
    if (least_violation > 0) {
      weights_.push_back(has_fitness(key) || !any_fitness ? 1 : 0);
    } else if (key.violation > 0) {
      weights_.push_back(0);
    } else if (reached) {
      weights_.push_back(key.cost <= ideal_cost_ ? 1 : 0);
    } else {
      weights_.push_back(1 / (key.cost - ideal_cost_));
    }
  }
  table_.assign(weights_);
}

}  // namespace skerry
