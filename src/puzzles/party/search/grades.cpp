#include "puzzles/party/search/grades.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace skerry::party {

namespace {

constexpr unsigned most_units = (1U << Grades::unit_bits) - 1;
constexpr double most_tried = 1000;
constexpr double rounding = 1e-9;

/// Returns a quantity in whole parts, rounded up.
unsigned whole_parts(double quantity, double parts) {
  return static_cast<unsigned>(std::max(0.0, std::ceil(quantity * parts - rounding)));
}

bool is_whole(double number) {
  return std::abs(number - std::round(number)) < rounding;
}

/// Returns what a trait adds to the weighted matches; more than the curve's last point makes no difference.
double contribution_of(const Synergy& synergy, std::size_t trait, double match) {
  return std::min(synergy.weights[trait] * match, static_cast<double>(synergy.curve.size() - 1));
}

/// Returns the number of parts in which every quantity is whole or, where there is none up to `most`, the
/// largest number.
double finest_parts(const std::vector<double>& quantities, double most) {
  for (double parts = 1; parts <= std::min(most, most_tried); ++parts) {
    if (std::ranges::all_of(quantities, [&](double q) { return is_whole(q * parts); })) return parts;
  }
  return most;
}

double heaviest_edge(const Puzzle& puzzle) {
  double heaviest = 0;
  for (const double weight : puzzle.edge_weights) heaviest = std::max(heaviest, weight);
  return heaviest;
}

}  // namespace

Grades::Grades(const Puzzle& puzzle, std::span<const std::uint32_t> pool_index) {
  count_units(puzzle);
  choose_scale(puzzle);
  lay_out_fits(puzzle, pool_index);
}

void Grades::count_units(const Puzzle& puzzle) {
  const Synergy& synergy = puzzle.synergy;
  const std::size_t traits = synergy.columns.size();
  std::vector<double> quantities;
  double total = 0;
  for (std::size_t trait = 0; trait < traits; ++trait) {
    quantities.push_back(contribution_of(synergy, trait, 1));
    total += quantities.back();
    for (const double match : synergy.affinity(trait).matches) {
      quantities.push_back(contribution_of(synergy, trait, match));
    }
  }
  // As shares of the total they are whole in up to most_units parts, or rounded up, each trait by itself.
  for (double& quantity : quantities) quantity = total > 0 ? quantity / total : 0;
  double parts = finest_parts(quantities, most_units);
  const bool exact = std::ranges::all_of(quantities, [&](double q) { return is_whole(q * parts); });
  if (!exact) parts = static_cast<double>(most_units - traits);
  if (total > rounding) units_of_one_ = parts / total;

  std::uint32_t possible_units = 1;  // a bit for each sum of units
  for (std::size_t trait = 0; trait < traits; ++trait) {
    const Affinity& table = synergy.affinity(trait);
    TraitTiers& tiers = tiers_.emplace_back();
    tiers.units = whole_parts(contribution_of(synergy, trait, 1), units_of_one_);
    tiers.row = table.row;
    std::uint32_t options = 1U | 1U << tiers.units;  // a bit for each number of units that the trait may add
    std::size_t most_here = 1;
    std::vector<std::uint32_t> value_of(table.rows);
    for (std::uint32_t value = 0; value < table.row.size(); ++value) {
      if (table.row[value] != Affinity::no_row) value_of[table.row[value]] = value;
    }
    for (std::size_t row = 0; row < table.rows; ++row) {
      std::map<unsigned, std::vector<std::uint32_t>> by_units;
      for (std::size_t other = 0; other < table.rows; ++other) {
        const double match = table.matches[row * table.rows + other];
        const unsigned units = whole_parts(contribution_of(synergy, trait, match), units_of_one_);
        if (units > 0) by_units[units].push_back(value_of[other]);
        options |= 1U << units;
      }
      std::vector<Tier>& made = tiers.rows.emplace_back();
      for (auto& [units, values] : by_units) made.push_back({units, std::move(values)});
      most_here = std::max(most_here, made.size());
    }
    most_tiers_ += most_here;
    std::uint32_t sums = 0;
    for (unsigned units = 0; units <= most_units; ++units) {
      if ((options >> units & 1U) != 0) sums |= possible_units << units;
    }
    possible_units = sums;
  }
  for (unsigned units = 0; units <= most_units; ++units) {
    if ((possible_units >> units & 1U) == 0) continue;
    bounds_.push_back({units, synergy.highest_weight(units / units_of_one_)});
  }
}

void Grades::choose_scale(const Puzzle& puzzle) {
  std::vector<double> quantities;
  std::vector<double> sum(puzzle.nodes.size(), 0);
  std::vector<std::size_t> terms(puzzle.nodes.size(), 0);
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    for (const Bound& bound : bounds_) quantities.push_back(puzzle.edge_weights[edge] * bound.weight);
    for (const std::uint32_t end : puzzle.edges[edge]) {
      sum[end] += puzzle.edge_weights[edge] * bounds_.back().weight;
      ++terms[end];
    }
  }
  for (std::size_t node = 0; node < puzzle.nodes.size(); ++node) {
    for (const NodeFit& fit : puzzle.nodes[node].fits) {
      quantities.push_back(fit.penalty);
      sum[node] += fit.penalty;
      ++terms[node];
    }
  }
  const std::size_t most_terms = std::ranges::max(terms);
  const double largest = std::ranges::max(sum);
  // Each term is rounded up, by less than a level.
  if (largest > rounding)
    scale_ = finest_parts(quantities, static_cast<double>(most_level - most_terms) / largest);
  // The curve rises by at most 1 for each weighted match, which units miss by their rounding.
  const double match_slack = static_cast<double>(puzzle.synergy.columns.size()) * rounding / units_of_one_;
  slack_ = static_cast<double>(most_terms) * (rounding / scale_ + heaviest_edge(puzzle) * match_slack);

  for (const double weight : puzzle.edge_weights) {
    std::vector<Step>& steps = steps_.emplace_back();
    unsigned level = 0;
    for (const Bound& bound : bounds_) {
      const unsigned now = whole_parts(weight * bound.weight, scale_);
      if (now > level) steps.push_back({bound.units, now - level});
      level = std::max(level, now);
    }
  }
}

void Grades::lay_out_fits(const Puzzle& puzzle, std::span<const std::uint32_t> pool_index) {
  const auto heroes = static_cast<std::uint32_t>(pool_index.size());
  fits_.resize(puzzle.nodes.size());
  base_.assign(puzzle.nodes.size(), 0);
  for (std::size_t node = 0; node < puzzle.nodes.size(); ++node) {
    for (const NodeFit& fit : puzzle.nodes[node].fits) {
      Fit& made = fits_[node].emplace_back();
      made.meets.assign(blocks_for(heroes), Block{});
      made.penalty = fit.penalty;
      made.levels = whole_parts(fit.penalty, scale_);
      for (std::uint32_t hero = 0; hero < heroes; ++hero) {
        if (meets(puzzle.pool, fit.condition, pool_index[hero])) insert(made.meets, hero);
      }
      base_[node] -= fit.penalty;
    }
  }
}

double Grades::penalty(std::uint32_t node, std::uint32_t hero) const {
  double penalty = 0;
  for (const Fit& fit : fits_[node]) {
    if (!contains(fit.meets, hero)) penalty += fit.penalty;
  }
  return penalty;
}

}  // namespace skerry::party
