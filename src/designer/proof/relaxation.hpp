#pragma once

#include "designer/proof/linear_program.hpp"
#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/bound/lagrangian.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace skerry::party {

/// How much of the synergy a linear program sees.
enum class Strength {
  rules,  ///< none of it: the rules and the restrictions of the nodes
  edges,  ///< for each edge, trait and value, what is shared is at most what either end has of the value
  pairs   ///< for each edge, which pairs of classes stand on it
};

/// Returns the multipliers of the linear program of that strength over the candidates, rounded to whole
/// numbers and made valid; none where the program has more than `most_columns` columns, takes longer than
/// `seconds`, or is ended by `stop`. A rule may be missed at a high cost, so that the program always has a
/// solution, and where no party of the candidates meets the rules the multipliers say so by a bound above any
/// price.
std::optional<Multipliers> relax(const IntegerPuzzle& puzzle, const Candidates& candidates, Strength strength,
                                 double seconds, std::size_t most_columns,
                                 const std::function<bool()>& stop = {});

/// The linear program of relax(): its rows and columns, and the multipliers that follow from its prices.
class Relaxation {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  Relaxation(const IntegerPuzzle& puzzle, const Candidates& candidates, Strength strength);
  std::optional<Multipliers> solve(double seconds, std::size_t most_columns,
                                   const std::function<bool()>& stop);

 private:
  void group_nodes();
  void add_rows_of_rules();
  void add_rows_of_values();
  void add_edges();
  void add_pairs();
  void add_heroes();
  using Entry = LinearProgram::Entry;
  void allow_miss(std::uint32_t row, double direction, double scale);
  std::uint32_t hero_row(std::uint32_t hero);

  void read_rules(const LinearProgram::Solution& solution, Multipliers& multipliers) const;
  void read_edges(const LinearProgram::Solution& solution, Multipliers& multipliers) const;
  void read_once(const LinearProgram::Solution& solution, Multipliers& multipliers) const;
  std::int64_t parts(double price) const {
    return std::llround(std::clamp(price * static_cast<double>(fraction_), -4e15, 4e15));
  }

  const IntegerPuzzle& puzzle_;
  const Candidates& candidates_;
  Strength strength_;
  std::int64_t fraction_;
  double miss_cost_ = 0;
  std::size_t most_columns_ = 0;
  LinearProgram program_;
  std::vector<std::uint32_t> group_;                  // [node]
  std::vector<std::uint32_t> first_of_group_;         // [group] a node of it
  std::vector<std::uint32_t> group_row_;              // [group]
  std::vector<std::uint32_t> hero_row_;               // [hero], none where the hero has one column
  std::vector<std::array<std::uint32_t, 2>> linear_;  // [rule] rows of at_least and at_most
  struct OfValues {
    std::uint32_t least = none, most = none;
    std::vector<std::uint32_t> least_of, most_of;  // [value]
  };
  std::vector<OfValues> by_value_;
  std::uint32_t synergy_row_ = none;
  // [node][trait][value] (edges) or [node][0][class] (pairs): the row that gathers the heroes of a value
  std::vector<std::vector<std::map<std::uint32_t, std::uint32_t>>> mass_;
  // [edge][end][trait][value] or [edge][end][0][class]: the row that bounds what the edge takes of it
  std::vector<std::array<std::vector<std::map<std::uint32_t, std::uint32_t>>, 2>> taken_;
};

}  // namespace skerry::party
