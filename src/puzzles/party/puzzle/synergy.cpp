#include "puzzles/party/puzzle/synergy.hpp"

#include "skerry/error.hpp"

#include "puzzles/party/puzzle/impossible_rule.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/requirement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

void read_traits(Puzzle& puzzle, const Settings& settings) {
  Synergy& synergy = puzzle.synergy;
  for (const std::string& trait : settings.texts("traits")) {
    const std::uint32_t column = puzzle.pool.categorical_column(trait);
    if (std::ranges::find(synergy.columns, column) != synergy.columns.end()) {
      settings.fail("traits", fmt::format("trait '{}' stands there twice", trait));
    }
    synergy.columns.push_back(column);
  }
  if (synergy.columns.size() > max_synergy_traits) {
    settings.fail("traits", fmt::format("there are {} traits; at most {} count", synergy.columns.size(),
                                        max_synergy_traits));
  }
  synergy.weights = settings.numbers("weights");
  if (!settings.has("weights")) synergy.weights.assign(synergy.columns.size(), 1);
  if (synergy.weights.size() != synergy.columns.size()) {
    settings.fail("weights", fmt::format("there are {} weights for {} traits; give one each",
                                         synergy.weights.size(), synergy.columns.size()));
  }
  for (const double weight : synergy.weights) {
    if (!(weight >= 0))
      settings.fail("weights", fmt::format("a weight is {}; weights are 0 or more", weight));
  }
}

void read_curve(Synergy& synergy, const Settings& settings) {
  if (settings.has("curve")) synergy.curve = settings.numbers("curve");
  if (synergy.curve.empty())
    settings.fail("curve", "the curve has no point; give its values at 0, 1, 2, ... matches");
  for (const double point : synergy.curve) {
    if (!(point >= 0 && point <= 1)) {
      settings.fail("curve", fmt::format("a point of the curve is {}; points lie in [0, 1]", point));
    }
  }
}

/// One [[synergy.affinity]] table: these values of a trait match each other so much.
struct AffinityTable {
  Settings settings;
  std::size_t trait = 0;
  std::vector<std::uint32_t> values;
  bool alone = false;  ///< the file names one value, whose heroes match each other so much
  double match = 0;
};

std::vector<AffinityTable> read_affinity_tables(const Puzzle& puzzle, const Settings& settings) {
  std::vector<AffinityTable> tables;
  for (const Settings& table : settings.tables("affinity")) {
    const std::vector<std::string> traits = settings.texts("traits");
    const std::string name = table.text("trait");
    const auto trait = std::ranges::find(traits, name);
    if (trait == traits.end()) {
      const auto nearest = nearest_name(name, traits);
      table.fail("trait", fmt::format("'{}' is none of the traits of the synergy{}", name,
                                      nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
    }
    AffinityTable& read = tables.emplace_back(AffinityTable{.settings = table, .values = {}});
    read.trait = static_cast<std::size_t>(trait - traits.begin());
    read.values = value_codes(puzzle.pool.categorical[puzzle.synergy.columns[read.trait]], table);
    const std::vector<std::string> names = table.texts(table.has("value") ? "value" : "values");
    read.alone = std::set(names.begin(), names.end()).size() == 1;
    read.match = table.number("match", rate_range);
  }
  return tables;
}

/// Gives each value that a table of the trait names a row.
Affinity lay_out_rows(const std::vector<AffinityTable>& tables, std::size_t trait, std::size_t values) {
  Affinity affinity;
  for (const AffinityTable& table : tables) {
    if (table.trait != trait) continue;
    if (affinity.row.empty()) affinity.row.assign(values, Affinity::no_row);
    for (const std::uint32_t value : table.values) {
      if (affinity.row[value] == Affinity::no_row) {
        affinity.row[value] = static_cast<std::uint32_t>(affinity.rows++);
      }
    }
    if (affinity.rows > max_affine_values) {
      table.settings.fail("values", fmt::format("the affinities name {} values of one trait; at most {} can "
                                                "have any",
                                                affinity.rows, max_affine_values));
    }
  }
  affinity.matches.assign(affinity.rows * affinity.rows, 0);
  for (std::size_t row = 0; row < affinity.rows; ++row) affinity.matches[row * (affinity.rows + 1)] = 1;
  return affinity;
}

void read_affinities(Puzzle& puzzle, const Settings& settings) {
  const std::vector<AffinityTable> tables = read_affinity_tables(puzzle, settings);
  if (tables.empty()) return;
  Synergy& synergy = puzzle.synergy;
  for (std::size_t trait = 0; trait < synergy.columns.size(); ++trait) {
    const CategoricalColumn& column = puzzle.pool.categorical[synergy.columns[trait]];
    Affinity& affinity = synergy.affinities.emplace_back(lay_out_rows(tables, trait, column.values.size()));
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const AffinityTable& table : tables) {
      if (table.trait != trait) continue;
      const auto match = [&](std::uint32_t a, std::uint32_t b) {
        if (!seen.insert({a, b}).second) {
          table.settings.fail({}, fmt::format("how much {} '{}' and '{}' match is said before", column.name,
                                              column.values[a], column.values[b]));
        }
        affinity.matches[affinity.row[a] * affinity.rows + affinity.row[b]] = table.match;
        affinity.matches[affinity.row[b] * affinity.rows + affinity.row[a]] = table.match;
      };
      if (table.alone) match(table.values[0], table.values[0]);
      for (std::size_t i = 1; i < table.values.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) match(table.values[j], table.values[i]);
      }
    }
  }
}

std::uint32_t trait_value(const Puzzle& puzzle, std::size_t trait, std::uint32_t hero) {
  return puzzle.pool.categorical[puzzle.synergy.columns[trait]].value[hero];
}

}  // namespace

void read_synergy(Puzzle& puzzle, const Settings& settings) {
  puzzle.synergy.where = settings.where();
  puzzle.synergy.at_least = settings.number("at_least", 0, rate_range);
  read_traits(puzzle, settings);
  read_curve(puzzle.synergy, settings);
  read_affinities(puzzle, settings);
}

void check_synergy(const Puzzle& puzzle) {
  const Synergy& synergy = puzzle.synergy;
  double best = 0;
  if (!puzzle.edges.empty() && !synergy.affinities.empty()) {
    best = synergy.highest_weight(std::accumulate(synergy.weights.begin(), synergy.weights.end(), 0.0));
  }
  for (unsigned mask = 0; mask < 1U << synergy.columns.size() && !puzzle.edges.empty(); ++mask) {
    best = std::max(best, synergy.edge_weight(mask));
  }
  if (best < synergy.at_least) {
    throw ImpossibleRule(
        synergy_rule(puzzle),
        fmt::format("no party can meet '{}': the traits, the curve and the formation's {} edges allow {} "
                    "({})",
                    synergy_rule(puzzle), puzzle.edges.size(), best, synergy.where));
  }
}

double Affinity::match(std::uint32_t first, std::uint32_t second) const {
  if (row.empty() || row[first] == no_row || row[second] == no_row) return first == second ? 1 : 0;
  return matches[row[first] * rows + row[second]];
}

double Synergy::curve_at(double matches) const {
  const double floor = std::floor(matches);
  if (floor >= static_cast<double>(curve.size() - 1)) return curve.back();
  const auto point = static_cast<std::size_t>(floor);
  return curve[point] + (matches - floor) * (curve[point + 1] - curve[point]);
}

double Synergy::edge_weight(unsigned mask) const {
  double matches = 0;
  for (std::size_t trait = 0; trait < weights.size(); ++trait) {
    if ((mask >> trait & 1U) != 0) matches += weights[trait];
  }
  return curve_at(matches);
}

double Synergy::highest_weight(double matches) const {
  double highest = curve_at(matches);
  for (std::size_t point = 0; point < curve.size() && static_cast<double>(point) <= matches; ++point) {
    highest = std::max(highest, curve[point]);
  }
  return highest;
}

bool has_graded_synergy(const Puzzle& puzzle) {
  return !puzzle.synergy.affinities.empty() ||
         std::ranges::any_of(puzzle.edge_weights, [](double weight) { return weight != 1; }) ||
         std::ranges::any_of(puzzle.nodes, [](const Node& node) { return !node.fits.empty(); });
}

double edge_weight(const Puzzle& puzzle, std::uint32_t first_hero, std::uint32_t second_hero) {
  const Synergy& synergy = puzzle.synergy;
  double matches = 0;
  for (std::size_t trait = 0; trait < synergy.columns.size(); ++trait) {
    const std::uint32_t first = trait_value(puzzle, trait, first_hero);
    const std::uint32_t second = trait_value(puzzle, trait, second_hero);
    const double match = synergy.affinities.empty() ? (first == second ? 1 : 0)
                                                    : synergy.affinities[trait].match(first, second);
    matches += synergy.weights[trait] * match;
  }
  return synergy.curve_at(matches);
}

double fit_penalty(const Puzzle& puzzle, std::uint32_t node, std::uint32_t hero) {
  double penalty = 0;
  for (const NodeFit& fit : puzzle.nodes[node].fits) {
    if (!meets(puzzle.pool, fit.condition, hero)) penalty += fit.penalty;
  }
  return penalty;
}

double total_edge_weight(const Puzzle& puzzle) {
  return std::accumulate(puzzle.edge_weights.begin(), puzzle.edge_weights.end(), 0.0);
}

}  // namespace skerry::party
