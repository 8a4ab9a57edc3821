#pragma once

#include "skerry/app/settings.hpp"
#include "skerry/problem.hpp"
#include "skerry/score.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

// This is the reference evaluation of a party, rule by rule and from scratch; every faster evaluation must
// agree with it. A party is a hero for each node, [node] hero. Sums, averages (as sums) and the synergy may
// miss their bound by `tolerance`.

constexpr double tolerance = 1e-9;

/// Returns what a hero adds to the sum that a requirement bounds: its number (total, average), or 1 or 0
/// (count). Distinct and share bound no sum: 0.
double contribution(const Puzzle& puzzle, const Requirement& requirement, std::uint32_t hero);

/// Returns the synergy of a party, in [0, 1]; 0 where the formation has no edge.
double synergy(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns it by the weight of an edge between two heroes, edge_weight(hero, hero), and the penalty of a
/// node, fit_penalty(node, hero), for heroes who are numbered in some other way, or found faster.
template <typename EdgeWeight, typename FitPenalty>
double synergy_of(const Puzzle& puzzle, std::span<const std::uint32_t> party, EdgeWeight edge_weight,
                  FitPenalty fit_penalty) {
  if (puzzle.edges.empty()) return 0;
  double sum = 0;
  double total = 0;
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    const auto [from, to] = puzzle.edges[edge];
    sum += puzzle.edge_weights[edge] * edge_weight(party[from], party[to]);
    total += puzzle.edge_weights[edge];
  }
  for (std::uint32_t node = 0; node < party.size(); ++node) sum -= fit_penalty(node, party[node]);
  return std::max(0.0, sum / total);
}

/// Returns what a verdict on the synergy calls the rule: "synergy at least 0.8".
std::string synergy_rule(const Puzzle& puzzle);

/// Returns the verdict on every rule: repeated heroes, restrictions and locks where the puzzle has any, the
/// requirements in their order, the synergy where one is asked.
std::vector<Verdict> judge(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns the score. The fitness is the sum of the objective's column. The violation is the sum of what each
/// rule misses, as a part of its bound (a part of the nodes for repeated heroes, restrictions and locks); it
/// is above 0 exactly where a rule is broken.
Score score(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns what a requirement misses, as a part of its bound, where a party of `nodes` heroes has `found`:
/// the sum for total and average, the number of heroes for count and share, of values for distinct.
double shortfall(const Requirement& requirement, double found, std::size_t nodes);

/// Returns the text form: a line for each node, "node: id (name), column value, ...".
std::string describe(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Tells whether a comment behind a hero's id could be read as the rest of a longer id of the pool.
bool begins_another(const Pool& pool, const std::string& id);

/// Reads the text form: a line for each node in any order, "node: id", and a comment in the rest of the line;
/// it skips empty lines and lines that begin with #. Throws DataError with file, line and column for an
/// unknown node or hero, a repeated node, and a node without a line. `name` stands for the file in messages.
std::vector<std::uint32_t> parse_party(const Puzzle& puzzle, std::string_view text, const std::string& name);

/// Returns the reason why the puzzle's certificate does not prove its optimum; empty where it does, or where
/// there is none.
std::string verify_certificate(const Puzzle& puzzle);

/// Reads the [synergy] table: the synergy asked, its traits, their weights, the curve and the affinities. The
/// puzzle's pool must have been read.
void read_synergy(Puzzle& puzzle, const Settings& settings);

/// Throws DataError where no party can reach the synergy that is asked, even if every edge has the highest
/// weight that traits and curve allow.
void check_synergy(const Puzzle& puzzle);

}  // namespace skerry::party
