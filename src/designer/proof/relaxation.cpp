#include "designer/proof/relaxation.hpp"

#include <span>

namespace skerry::party {

std::optional<Multipliers> Relaxation::solve(double seconds, std::size_t most_columns,
                                             const std::function<bool()>& stop) {
  most_columns_ = most_columns;
  group_nodes();
  std::size_t heroes = 0;
  for (const std::uint32_t node : first_of_group_) heroes += candidates_[node].size();
  if (heroes > most_columns) return std::nullopt;
  add_rows_of_rules();
  add_rows_of_values();
  const bool with_synergy = strength_ != Strength::rules && !puzzle_.edges.empty();
  if (with_synergy) {
    synergy_row_ = program_.add_row(static_cast<double>(puzzle_.synergy_least), LinearProgram::infinite);
    allow_miss(synergy_row_, 1, 1);
    mass_.resize(candidates_.size());
    for (std::uint32_t node = 0; node < candidates_.size(); ++node) {
      mass_[node].resize(strength_ == Strength::edges ? puzzle_.trait_count : 1);
      for (const std::uint32_t hero : candidates_[node]) {
        const std::uint32_t of_class = puzzle_.class_of[hero];
        for (std::size_t trait = 0; trait < mass_[node].size(); ++trait) {
          const std::uint32_t value =
              strength_ == Strength::edges ? puzzle_.traits[of_class][trait] : of_class;
          auto& rows = mass_[node][trait];
          if (!rows.contains(value)) rows.emplace(value, program_.add_row(0, 0));  // heroes - mass = 0
        }
      }
    }
    if (strength_ == Strength::edges) {
      add_edges();
    } else {
      add_pairs();
    }
    if (program_.columns() > most_columns) return std::nullopt;
    for (std::uint32_t node = 0; node < candidates_.size(); ++node) {
      for (std::size_t trait = 0; trait < mass_[node].size(); ++trait) {
        for (const auto& [value, row] : mass_[node][trait]) {
          std::vector<Entry> entries{{row, -1}};
          for (const std::uint32_t e : puzzle_.edges_of[node]) {
            const auto& taken = taken_[e][puzzle_.edges[e][0] == node ? 0 : 1][trait];
            if (const auto bound = taken.find(value); bound != taken.end())
              entries.push_back({bound->second, 1});
          }
          program_.add_column(0, entries);
        }
      }
    }
  }
  add_heroes();
  if (program_.columns() > most_columns) return std::nullopt;
  const LinearProgram::Solution solution = program_.solve(seconds, stop);
  if (!solution.optimal) return std::nullopt;
  Multipliers multipliers = no_multipliers(puzzle_);
  read_rules(solution, multipliers);
  if (with_synergy) read_edges(solution, multipliers);
  read_once(solution, multipliers);
  return multipliers;
}

void Relaxation::read_rules(const LinearProgram::Solution& solution, Multipliers& multipliers) const {
  const auto price = [&](std::uint32_t row, double sign) {
    return row == none ? 0 : std::max<std::int64_t>(0, parts(sign * solution.row_price[row]));
  };
  for (std::size_t r = 0; r < linear_.size(); ++r)
    multipliers.linear[r] = {price(linear_[r][0], 1), price(linear_[r][1], -1)};
  const auto nodes = static_cast<std::int64_t>(puzzle_.nodes());
  for (std::size_t r = 0; r < by_value_.size(); ++r) {
    Multipliers::OfValues& values = multipliers.by_value[r];
    values.least = price(by_value_[r].least, 1);
    for (const std::uint32_t row : by_value_[r].least_of)  // a value that no candidate has takes nothing
      values.least_of.push_back(row == none ? values.least : std::min(values.least, price(row, 1)));
    values.most = price(by_value_[r].most, -1);
    const std::int64_t limit =
        puzzle_.by_value[r].share ? std::numeric_limits<std::int64_t>::max() : values.most / nodes;
    for (const std::uint32_t row : by_value_[r].most_of)
      values.most_of.push_back(std::min(limit, price(row, -1)));
  }
}

void Relaxation::read_edges(const LinearProgram::Solution& solution, Multipliers& multipliers) const {
  multipliers.synergy = std::max<std::int64_t>(0, parts(solution.row_price[synergy_row_]));
  if (multipliers.synergy == 0) return;
  for (std::uint32_t e = 0; e < puzzle_.edges.size(); ++e) {
    for (std::size_t end = 0; end < 2; ++end) {
      std::vector<std::int64_t>& of_class = multipliers.edge[e][end];
      of_class.assign(puzzle_.classes(), 0);
      std::vector<bool> done(puzzle_.classes(), false);
      for (const std::uint32_t hero : candidates_[puzzle_.edges[e][end]]) {
        const std::uint32_t c = puzzle_.class_of[hero];
        if (done[c]) continue;
        done[c] = true;
        for (std::size_t trait = 0; trait < taken_[e][end].size(); ++trait) {
          const auto& rows = taken_[e][end][trait];
          const auto row = rows.find(strength_ == Strength::edges ? puzzle_.traits[c][trait] : c);
          if (row != rows.end())
            of_class[c] += std::max<std::int64_t>(0, parts(solution.row_price[row->second]));
        }
      }
    }
  }
}

// A hero whose reduced price lies below the price of a node is worth the difference: it is wanted by more
// nodes than one.
void Relaxation::read_once(const LinearProgram::Solution& solution, Multipliers& multipliers) const {
  const Lagrangian lagrangian(puzzle_, multipliers, candidates_);
  multipliers.once.assign(puzzle_.heroes(), 0);
  for (std::uint32_t node = 0; node < candidates_.size(); ++node) {
    const std::int64_t price = parts(solution.row_price[group_row_[group_[node]]]);
    for (std::size_t place = 0; place < candidates_[node].size(); ++place) {
      std::int64_t& once = multipliers.once[candidates_[node][place]];
      once = std::max(once, price - lagrangian.reduced(node, place));
    }
  }
}

std::optional<Multipliers> relax(const IntegerPuzzle& puzzle, const Candidates& candidates, Strength strength,
                                 double seconds, std::size_t most_columns,
                                 const std::function<bool()>& stop) {
  return Relaxation(puzzle, candidates, strength).solve(seconds, most_columns, stop);
}

namespace {

constexpr double infinite = LinearProgram::infinite;

/// Returns slope and offset of the lines above all points (matches, weight) of the masks of agreement.
std::vector<std::array<double, 2>> lines_above(const IntegerPuzzle& puzzle,
                                               std::span<const double> trait_weight) {
  std::map<double, double> points;
  for (unsigned mask = 0; mask < 1U << puzzle.trait_count; ++mask) {
    double matches = 0;
    for (std::size_t trait = 0; trait < puzzle.trait_count; ++trait)
      matches += (mask >> trait & 1U) != 0 ? trait_weight[trait] : 0;
    double& weight = points.try_emplace(matches, 0.0).first->second;
    weight = std::max(weight, static_cast<double>(puzzle.weight_of_mask[mask]));
  }
  std::vector<std::array<double, 2>> hull;
  for (const auto& [x, y] : points) {
    while (hull.size() >= 2) {
      const auto& a = hull[hull.size() - 2];
      const auto& b = hull.back();
      if ((b[1] - a[1]) * (x - a[0]) > (y - a[1]) * (b[0] - a[0])) break;
      hull.pop_back();
    }
    hull.push_back({x, y});
  }
  std::vector<std::array<double, 2>> lines;
  for (std::size_t i = 0; i + 1 < hull.size(); ++i) {
    const double slope = (hull[i + 1][1] - hull[i][1]) / (hull[i + 1][0] - hull[i][0]);
    if (slope > 0) lines.push_back({slope, hull[i][1] - slope * hull[i][0]});
  }
  lines.push_back({0, static_cast<double>(puzzle.full_weight)});
  return lines;
}

}  // namespace

Relaxation::Relaxation(const IntegerPuzzle& puzzle, const Candidates& candidates, Strength strength)
    : puzzle_(puzzle), candidates_(candidates), strength_(strength), fraction_(price_fraction(puzzle)) {
  double largest = 1;
  for (const std::int64_t price : puzzle.price)
    largest = std::max(largest, std::abs(static_cast<double>(price)));
  miss_cost_ = 2 * largest * static_cast<double>(puzzle.nodes());
}

void Relaxation::group_nodes() {
  group_.resize(candidates_.size());
  for (std::uint32_t node = 0; node < candidates_.size(); ++node) {
    std::uint32_t group = 0;
    const bool together = strength_ == Strength::rules;
    while (group < first_of_group_.size() &&
           !(together && candidates_[first_of_group_[group]] == candidates_[node]))
      ++group;
    if (group == first_of_group_.size()) first_of_group_.push_back(node);
    group_[node] = group;
  }
  for (std::uint32_t group = 0; group < first_of_group_.size(); ++group) {
    const auto size = static_cast<double>(std::ranges::count(group_, group));
    group_row_.push_back(program_.add_row(size, size));
  }
}

// One more or less than the bound costs more than any party, in proportion to the size of the coefficients.
void Relaxation::allow_miss(std::uint32_t row, double direction, double scale) {
  const Entry entry{row, direction};
  program_.add_column(miss_cost_ / scale, {&entry, 1});
}

void Relaxation::add_rows_of_rules() {
  for (const LinearRule& rule : puzzle_.linear) {
    std::array<std::uint32_t, 2> rows{none, none};
    if (rule.at_least) {
      rows[0] = program_.add_row(static_cast<double>(*rule.at_least), infinite);
      allow_miss(rows[0], 1, 1);
    }
    if (rule.at_most) {
      rows[1] = program_.add_row(-infinite, static_cast<double>(*rule.at_most));
      allow_miss(rows[1], -1, 1);
    }
    linear_.push_back(rows);
  }
}

void Relaxation::add_rows_of_values() {
  for (const ValueRule& rule : puzzle_.by_value) {
    std::vector<std::uint8_t> present(rule.values, 0);
    for (const auto& node : candidates_) {
      for (const std::uint32_t hero : node) present[rule.value[hero]] = 1;
    }
    OfValues rows;
    const auto add_values = [&](std::vector<std::uint32_t>& of, double least, double most, double miss) {
      of.assign(rule.values, none);
      for (std::uint32_t value = 0; value < rule.values; ++value) {
        if (present[value] == 0) continue;
        of[value] = program_.add_row(least, most);
        if (miss != 0) allow_miss(of[value], miss, 1);
      }
    };
    if (rule.share) {
      // Of at_least a linear program could say no more than that a party has so many heroes: SharedValue.
      if (rule.at_most) add_values(rows.most_of, -infinite, static_cast<double>(*rule.at_most), -1);
    } else {
      if (rule.at_least) {
        rows.least = program_.add_row(static_cast<double>(*rule.at_least), infinite);
        allow_miss(rows.least, 1, 1);
        add_values(rows.least_of, 0, infinite, 0);  // heroes of the value - d >= 0
      }
      if (rule.at_most) {
        rows.most = program_.add_row(-infinite, static_cast<double>(*rule.at_most));
        allow_miss(rows.most, -1, 1);
        add_values(rows.most_of, -infinite, 0, 0);  // heroes of the value - nodes d <= 0
      }
      for (std::uint32_t value = 0; value < rule.values; ++value) {
        if (present[value] == 0) continue;
        std::vector<Entry> entries;
        if (rule.at_least) {
          entries.push_back({rows.least, 1});
          entries.push_back({rows.least_of[value], -1});
        }
        if (rule.at_most) {
          entries.push_back({rows.most, 1});
          entries.push_back({rows.most_of[value], -static_cast<double>(puzzle_.nodes())});
        }
        program_.add_column(0, entries, 1);
      }
    }
    by_value_.push_back(std::move(rows));
  }
}

void Relaxation::add_edges() {
  std::vector<double> trait_weight;
  for (std::size_t trait = 0; trait < puzzle_.trait_count; ++trait)
    trait_weight.push_back(
        std::max(1.0, static_cast<double>(puzzle_.weight_of_mask[std::size_t{1} << trait])));
  const auto lines = lines_above(puzzle_, trait_weight);
  for (std::uint32_t e = 0; e < puzzle_.edges.size(); ++e) {
    std::vector<Entry> weight{{synergy_row_, 1}};
    for (const auto& [slope, offset] : lines) weight.push_back({program_.add_row(-infinite, offset), 1});
    program_.add_column(0, weight);
    auto& taken = taken_.emplace_back();
    for (auto& end : taken) end.resize(puzzle_.trait_count);
    for (std::size_t trait = 0; trait < puzzle_.trait_count; ++trait) {
      const auto& first = mass_[puzzle_.edges[e][0]][trait];
      const auto& second = mass_[puzzle_.edges[e][1]][trait];
      for (const auto& [value, row] : first) {
        if (!second.contains(value)) continue;
        std::vector<Entry> shared;
        for (std::size_t end = 0; end < 2; ++end) {
          const std::uint32_t bound = program_.add_row(0, infinite);  // mass - shared >= 0
          taken[end][trait].emplace(value, bound);
          shared.push_back({bound, -1});
        }
        for (std::size_t line = 0; line < lines.size(); ++line) {
          if (lines[line][0] > 0)
            shared.push_back({weight[line + 1].row, -lines[line][0] * trait_weight[trait]});
        }
        program_.add_column(0, shared);
        if (program_.columns() > most_columns_) return;
      }
    }
  }
}

void Relaxation::add_pairs() {
  const std::vector<std::uint32_t> heroes_of_class = puzzle_.heroes_of_classes(candidates_);
  for (std::uint32_t e = 0; e < puzzle_.edges.size(); ++e) {
    auto& taken = taken_.emplace_back();
    for (std::size_t end = 0; end < 2; ++end) {
      taken[end].resize(1);
      for (const auto& [of_class, row] : mass_[puzzle_.edges[e][end]][0])
        taken[end][0].emplace(of_class, program_.add_row(0, infinite));
    }
    for (const auto& [first, first_row] : taken[0][0]) {
      for (const auto& [second, second_row] : taken[1][0]) {
        if (first == second && heroes_of_class[first] == 1) continue;
        const std::int64_t weight = puzzle_.weight(first, second);
        if (weight == 0) continue;
        const std::array<Entry, 3> entries{Entry{first_row, -1}, Entry{second_row, -1},
                                           Entry{synergy_row_, static_cast<double>(weight)}};
        program_.add_column(0, entries);
        if (program_.columns() > most_columns_) return;
      }
    }
  }
}

std::uint32_t Relaxation::hero_row(std::uint32_t hero) {
  if (hero_row_[hero] == none) hero_row_[hero] = program_.add_row(-infinite, 1);
  return hero_row_[hero];
}

void Relaxation::add_heroes() {
  hero_row_.assign(puzzle_.heroes(), none);
  std::vector<std::uint32_t> columns(puzzle_.heroes(), 0);
  for (const std::uint32_t node : first_of_group_) {
    for (const std::uint32_t hero : candidates_[node]) ++columns[hero];
  }
  for (std::uint32_t hero = 0; hero < columns.size(); ++hero) {
    if (columns[hero] > 1) allow_miss(hero_row(hero), -1, 1);
  }
  std::vector<Entry> entries;
  for (std::uint32_t group = 0; group < first_of_group_.size(); ++group) {
    const std::uint32_t node = first_of_group_[group];
    for (const std::uint32_t hero : candidates_[node]) {
      entries.assign(1, {group_row_[group], 1});
      if (hero_row_[hero] != none) entries.push_back({hero_row_[hero], 1});
      for (std::size_t r = 0; r < linear_.size(); ++r) {
        const std::int64_t coefficient = puzzle_.linear[r].coefficient[hero];
        for (const std::uint32_t row : linear_[r]) {
          if (row != none && coefficient != 0) entries.push_back({row, static_cast<double>(coefficient)});
        }
      }
      for (std::size_t r = 0; r < by_value_.size(); ++r) {
        const std::uint32_t value = puzzle_.by_value[r].value[hero];
        if (!by_value_[r].least_of.empty()) entries.push_back({by_value_[r].least_of[value], 1});
        if (!by_value_[r].most_of.empty()) entries.push_back({by_value_[r].most_of[value], 1});
      }
      if (strength_ != Strength::rules) {
        const auto& traits = puzzle_.traits[puzzle_.class_of[hero]];
        for (std::size_t trait = 0; trait < mass_[node].size(); ++trait) {
          const std::uint32_t value = strength_ == Strength::edges ? traits[trait] : puzzle_.class_of[hero];
          entries.push_back({mass_[node][trait].at(value), 1});
        }
      }
      program_.add_column(static_cast<double>(puzzle_.price[hero]), entries, 1);
    }
  }
}

}  // namespace skerry::party
