#include "puzzles/party/search/roster.hpp"

#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace skerry::party {

Roster::Roster(Puzzle puzzle)
    : puzzle_(std::move(puzzle)),
      categorical_at_(puzzle_.pool.categorical.size(), -1),
      numeric_at_(puzzle_.pool.numeric.size(), -1) {
  order_heroes();
  index_columns();
  index_nodes();
  index_synergy();
}

void Roster::order_heroes() {
  const std::vector<double>& value = puzzle_.pool.numeric[puzzle_.objective].value;
  pool_index_.resize(puzzle_.pool.size());
  std::iota(pool_index_.begin(), pool_index_.end(), 0U);
  std::ranges::stable_sort(pool_index_, [&](std::uint32_t a, std::uint32_t b) {
    return puzzle_.direction == Direction::minimise ? value[a] < value[b] : value[a] > value[b];
  });
  price_place_.resize(pool_index_.size());
  for (std::uint32_t hero = 0; hero < heroes(); ++hero) {
    price_place_[pool_index_[hero]] = hero;
    objective_.push_back(value[pool_index_[hero]]);
  }
}

std::uint32_t Roster::index_categorical(std::uint32_t column) {
  if (categorical_at_[column] < 0) {
    const CategoricalColumn& source = puzzle_.pool.categorical[column];
    std::vector<std::uint32_t> value_of;
    for (const std::uint32_t hero : pool_index_) value_of.push_back(source.value[hero]);
    categorical_at_[column] = static_cast<std::int64_t>(categorical_.size());
    categorical_.emplace_back(value_of, source.values.size());
  }
  return static_cast<std::uint32_t>(categorical_at_[column]);
}

std::uint32_t Roster::index_numeric(std::uint32_t column) {
  if (numeric_at_[column] < 0) {
    std::vector<double> value_of;
    for (const std::uint32_t hero : pool_index_) value_of.push_back(puzzle_.pool.numeric[column].value[hero]);
    numeric_at_[column] = static_cast<std::int64_t>(numeric_.size());
    numeric_.emplace_back(std::move(value_of));
  }
  return static_cast<std::uint32_t>(numeric_at_[column]);
}

void Roster::index_columns() {
  members_.resize(puzzle_.requirements.size());
  for (std::size_t r = 0; r < puzzle_.requirements.size(); ++r) {
    const Requirement& requirement = puzzle_.requirements[r];
    switch (requirement.kind) {
      case RequirementKind::total:
      case RequirementKind::average:
        requirement_column_.push_back(index_numeric(requirement.column));
        break;
      case RequirementKind::distinct:
      case RequirementKind::share:
        requirement_column_.push_back(index_categorical(requirement.column));
        if (requirement.kind == RequirementKind::share && requirement.at_least) index_shared(r);
        break;
      case RequirementKind::count:
        requirement_column_.push_back(0);
        members_[r].assign(blocks(), Block{});
        for (std::uint32_t hero = 0; hero < heroes(); ++hero) {
          if (contribution(puzzle_, requirement, pool_index_[hero]) > 0) {
            insert(members_[r], hero);
          }
        }
        break;
    }
  }
}

void Roster::index_shared(std::size_t r) {
  const ValueIndex& values = this->values(r);
  std::vector<double> holders(values.values(), 0);
  for (std::uint32_t hero = 0; hero < heroes(); ++hero) ++holders[values.value(hero)];
  members_[r].assign(blocks(), Block{});
  for (std::uint32_t hero = 0; hero < heroes(); ++hero) {
    if (holders[values.value(hero)] >= *puzzle_.requirements[r].at_least - tolerance)
      insert(members_[r], hero);
  }
}

void Roster::index_nodes() {
  neighbours_.resize(nodes());
  edges_of_.resize(nodes());
  reach_.assign(nodes(), 0);
  for (std::uint32_t edge = 0; edge < puzzle_.edges.size(); ++edge) {
    const auto [a, b] = puzzle_.edges[edge];
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
    for (const std::uint32_t end : {a, b}) {
      edges_of_[end].push_back(edge);
      reach_[end] += puzzle_.edge_weights[edge];
    }
  }
  for (const auto& neighbours : neighbours_) most_neighbours_ = std::max(most_neighbours_, neighbours.size());
  total_weight_ = total_edge_weight(puzzle_);
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    Bitset& allowed = allowed_.emplace_back(blocks(), Block{});
    for (std::uint32_t hero = 0; hero < heroes(); ++hero) {
      if (may_stand(puzzle_, node, pool_index_[hero])) insert(allowed, hero);
    }
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (!puzzle_.nodes[node].locked) continue;
    const std::uint32_t hero = price_place_[*puzzle_.nodes[node].locked];
    for (Bitset& allowed : allowed_) erase(allowed, hero);
    allowed_[node].assign(blocks(), Block{});
    insert(allowed_[node], hero);
  }
}

double Roster::affine_weight(std::uint32_t a, std::uint32_t b) const {
  const Synergy& synergy = puzzle_.synergy;
  return synergy.curve_at(synergy.matches([&](std::size_t trait) {
    const auto value = [&](std::uint32_t hero) {
      return static_cast<std::uint32_t>(traits_[hero][trait / 4][trait % 4]);
    };
    return synergy.affinities[trait].match(value(a), value(b));
  }));
}

void Roster::index_synergy() {
  const Synergy& synergy = puzzle_.synergy;
  const unsigned masks = 1U << traits();
  for (std::size_t trait = 0; trait < traits(); ++trait) trait_bits_[trait / 4][trait % 4] = 1 << trait;
  for (unsigned mask = 0; mask < masks; ++mask) edge_weight_[mask] = synergy.edge_weight(mask);
  traits_.resize(heroes(), Traits{});
  for (std::size_t trait = 0; trait < traits(); ++trait) {
    trait_column_.push_back(index_categorical(synergy.columns[trait]));
    for (std::uint32_t hero = 0; hero < heroes(); ++hero)
      traits_[hero][trait / 4][trait % 4] = static_cast<std::int32_t>(this->trait(trait).value(hero));
  }

  affine_ = !synergy.affinities.empty();
  graded_ = has_graded_synergy(puzzle_);
  if (graded_) {
    grades_ = Grades(puzzle_, pool_index_);
    levels_ = {.exact = false, .scale = grades_.scale(), .slack = grades_.slack(), .step = {}};
    return;
  }

  // bound[m] is the highest weight that m agreements can have; it never falls as agreements are added.
  std::vector<double> bound(traits() + 1, 0);
  for (unsigned mask = 0; mask < masks; ++mask) {
    double& best = bound[static_cast<std::size_t>(std::popcount(mask))];
    best = std::max(best, edge_weight_[mask]);
  }
  for (std::size_t agreements = 1; agreements <= traits(); ++agreements) {
    bound[agreements] = std::max(bound[agreements], bound[agreements - 1]);
  }
  for (unsigned mask = 0; mask < masks; ++mask) {
    levels_.exact =
        levels_.exact && edge_weight_[mask] == bound[static_cast<std::size_t>(std::popcount(mask))];
  }

  const auto most_scale =
      static_cast<unsigned>(190.0 / static_cast<double>(most_neighbours_) / std::max(1.0, bound.back()));
  const auto whole = [&](double scale) {
    return std::ranges::all_of(bound, [&](double b) {
      const double steps = (b - bound[0]) * scale;
      return std::abs(steps - std::round(steps)) < 1e-9;
    });
  };
  unsigned scale = 1;
  while (scale < most_scale && !whole(scale)) ++scale;
  levels_.exact = levels_.exact && whole(scale);
  levels_.base = bound[0];
  levels_.scale = std::max(1U, scale);
  std::uint8_t below = 0;
  for (std::size_t agreements = 1; agreements <= traits(); ++agreements) {
    const auto level =
        static_cast<std::uint8_t>(std::ceil((bound[agreements] - bound[0]) * levels_.scale - 1e-9));
    levels_.step.push_back(static_cast<std::uint8_t>(level - below));
    below = level;
  }
  while (!levels_.step.empty() && levels_.step.back() == 0) levels_.step.pop_back();
}

namespace {
constexpr std::size_t most_dense_values = 128;
constexpr std::size_t threshold_parts = 64;
}  // namespace

ValueIndex::ValueIndex(std::span<const std::uint32_t> value_of, std::size_t values)
    : blocks_(blocks_for(static_cast<std::uint32_t>(value_of.size()))),
      value_of_(value_of.begin(), value_of.end()),
      dense_(values),
      lists_(values) {
  for (std::uint32_t hero = 0; hero < value_of_.size(); ++hero) lists_[value_of_[hero]].push_back(hero);
  for (std::uint32_t value = 0; value < values; ++value) {
    if (lists_[value].size() * most_dense_values < value_of_.size()) continue;
    dense_[value].assign(blocks_, Block{});
    for (const std::uint32_t hero : lists_[value]) insert(dense_[value], hero);
    lists_[value] = {};
  }
}

BitsetView ValueIndex::bits(std::uint32_t value, Bitset& scratch) const {
  if (!dense_[value].empty()) return dense_[value];
  scratch.assign(blocks_, Block{});
  for (const std::uint32_t hero : lists_[value]) insert(scratch, hero);
  return scratch;
}

ThresholdIndex::ThresholdIndex(std::vector<double> value_of)
    : stride_(std::max<std::size_t>(1, value_of.size() / threshold_parts)),
      value_of_(std::move(value_of)),
      by_value_(value_of_.size()) {
  std::iota(by_value_.begin(), by_value_.end(), 0U);
  std::ranges::stable_sort(by_value_, {}, [&](std::uint32_t hero) { return value_of_[hero]; });
  for (const std::uint32_t hero : by_value_) sorted_.push_back(value_of_[hero]);

  const std::size_t size = by_value_.size();
  tails_.resize(size / stride_ + 2);
  Bitset tail(blocks_for(static_cast<std::uint32_t>(size)), Block{});
  tails_.back() = tail;
  std::size_t position = size;
  for (std::size_t part = tails_.size() - 1; part-- > 0;) {
    while (position > part * stride_) insert(tail, by_value_[--position]);
    tails_[part] = tail;
  }
  const std::size_t most = std::min(size, max_nodes);
  largest_.assign(1, 0);
  smallest_.assign(1, 0);
  for (std::size_t i = 0; i < most; ++i) {
    largest_.push_back(largest_.back() + sorted_[size - 1 - i]);
    smallest_.push_back(smallest_.back() + sorted_[i]);
  }
}

void ThresholdIndex::at_least(double bound, Bitset& set) const {
  from_position(static_cast<std::size_t>(std::ranges::lower_bound(sorted_, bound) - sorted_.begin()), set);
}

void ThresholdIndex::more_than(double bound, Bitset& set) const {
  from_position(static_cast<std::size_t>(std::ranges::upper_bound(sorted_, bound) - sorted_.begin()), set);
}

void ThresholdIndex::from_position(std::size_t position, Bitset& set) const {
  const std::size_t part = (position + stride_ - 1) / stride_;
  set = tails_[part];
  const std::size_t end = std::min(part * stride_, by_value_.size());
  for (; position < end; ++position) insert(set, by_value_[position]);
}

}  // namespace skerry::party
