#pragma once

#include "skerry/problem.hpp"
#include "skerry/score.hpp"

#include "puzzles/party/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

// The reference evaluation of a party, rule by rule and from scratch: what every faster evaluation must agree
// with. A party is a hero for each node, [node] hero. Sums, averages (as sums) and the synergy may miss their
// bound by `tolerance`.

constexpr double tolerance = 1e-9;

/// What a hero adds to the sum a requirement bounds: its number (total, average), 1 or 0 (count).
/// Distinct and share are no sums: 0.
double contribution(const Puzzle& puzzle, const Requirement& requirement, std::uint32_t hero);

/// The synergy of a party, in [0, 1]; 0 where the formation has no edge.
double synergy(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Every rule with what was found: heroes twice, restrictions and locks where the puzzle has any, the
/// requirements in their order, the synergy where one is asked.
std::vector<Verdict> judge(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Fitness: the sum of the objective's column. Violation: the sum over the rules of what is missing, each as
/// a part of its bound (a part of the nodes for heroes twice, restrictions and locks); > 0 exactly where a
/// rule is broken.
Score score(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// What a requirement misses, as a part of its bound, where a party of `nodes` heroes has `found`: the sum
/// for total and average, the number of heroes for count and share, of values for distinct.
double shortfall(const Requirement& requirement, double found, std::size_t nodes);

/// The text form: a line for each node, "node: id (name), column value, ...".
std::string describe(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Reads the text form: a line for each node in any order, "node: id", the rest of the line a comment; empty
/// lines and lines that begin with # are skipped. Throws DataError with file, line and column for an unknown
/// node or hero, a node twice, a node without a line. `name` stands for the file in messages.
std::vector<std::uint32_t> parse_party(const Puzzle& puzzle, std::string_view text, const std::string& name);

/// Why the puzzle's certificate does not prove its optimum; empty where it does, or where there is none.
std::string verify_certificate(const Puzzle& puzzle);

}  // namespace skerry::party
