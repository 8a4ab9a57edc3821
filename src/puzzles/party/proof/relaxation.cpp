#include "puzzles/party/proof/relaxation_program.hpp"

#include <algorithm>
#include <cmath>
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

}  // namespace skerry::party
