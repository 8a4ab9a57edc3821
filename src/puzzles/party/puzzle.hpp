#pragma once

#include "skerry/app/files.hpp"
#include "skerry/score.hpp"

#include "puzzles/party/pool.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace skerry::party {

constexpr std::size_t max_nodes = 64;
constexpr std::size_t max_synergy_traits = 8;

enum class RequirementKind { total, average, count, distinct, share };

/// A linear requirement. The kind decides which members are used:
/// - total, average: numeric column `column`; at_least and/or at_most bound the sum (average: the mean) over
///   the party
/// - count: heroes whose categorical column `column` has one of `values`; at_least, at_most (both equal:
///   exactly)
/// - distinct: different values of categorical `column`; at_least, at_most
/// - share: the most heroes that share one value of categorical `column`, whatever the value; at_most
struct Requirement {
  RequirementKind kind = RequirementKind::count;
  std::uint32_t column = 0;           ///< index into Pool::numeric or Pool::categorical
  std::vector<std::uint32_t> values;  ///< codes, count only; values the pool lacks are left out
  std::optional<double> at_least;
  std::optional<double> at_most;
  std::string text;   ///< "average level at least 75"
  std::string where;  ///< "type2-puzzle.toml:14:1"
};

/// A condition of a node. A hero must meet every condition; without one, any hero may stand there.
struct NodeCondition {
  std::uint32_t column = 0;  ///< categorical
  std::vector<std::uint32_t> values;
};

struct Node {
  std::string name;
  std::vector<NodeCondition> conditions;
  std::optional<std::uint32_t> locked;  ///< this hero stands here
};

/// The synergy is the mean over the edges of curve(sum of the weights of the traits in which both heroes
/// agree), in [0, 1]. The curve is given at 0, 1, 2, ... weighted matches, linear between them, and flat
/// after its last point.
struct Synergy {
  double at_least = 0;                 ///< 0: no requirement
  std::vector<std::uint32_t> columns;  ///< categorical, at most max_synergy_traits
  std::vector<double> weights;         ///< [trait]
  std::vector<double> curve = {0, 1};
  std::string where;

  /// Returns the weight of an edge whose heroes agree in the traits of the bit mask.
  double edge_weight(unsigned mask) const;
};

/// The proof of an optimum: price_h >= base + sum over r of multiplier_r x contribution of h to requirement
/// r, for every hero h. So no party that meets the requirements costs less than N x base + sum of
/// multiplier_r x bound_r. A contribution is the hero's number (total, average), or 1 or 0 (count); distinct
/// and share have none. bound_r bounds the sum over the party: it is at_least where the multiplier is
/// positive, at_most where it is negative.
struct Certificate {
  double optimum = 0;
  double base = 0;
  std::vector<double> multipliers;   ///< [requirement]
  std::vector<std::uint32_t> party;  ///< [node] hero: a party that reaches it
};

/// A party building puzzle with its pool. See docs/party.md for the file.
struct Puzzle {
  std::string name;
  Pool pool;
  std::vector<Node> nodes;
  std::vector<std::array<std::uint32_t, 2>> edges;
  /// [node] Where a picture shows the node, x and y, which grows downwards; all different, in any unit. Empty
  /// where the file does not say.
  std::vector<std::array<double, 2>> positions;
  std::vector<Requirement> requirements;
  Synergy synergy;
  std::uint32_t objective = 0;  ///< numeric column whose sum over the party is the fitness
  std::string unit;             ///< the unit of the fitness; may be empty
  Direction direction = Direction::minimise;
  std::optional<Certificate> certificate;
  std::optional<double> known_optimum;  ///< the optimum of the certificate, or one stated without proof
};

/// Tells whether the conditions of a node allow a hero there; where a column holds several values, any of
/// them is enough.
bool may_stand(const Puzzle& puzzle, std::uint32_t node, std::uint32_t hero);

/// Returns the weight of an edge with these heroes on its ends, in [0, 1].
double edge_weight(const Puzzle& puzzle, std::uint32_t first_hero, std::uint32_t second_hero);

/// Reads a puzzle file and the pool it names. Throws DataError for an edge to no node, a loop or a repeated
/// edge, positions that are not one for each node, a column that the pool lacks (with the nearest name), a
/// requirement that no party can meet (too few heroes with the value, an average above the N best, more
/// distinct values than there are), more nodes than heroes, a hero that is locked twice or where it may not
/// stand, and a certificate that does not hold.
Puzzle read_puzzle(const std::filesystem::path& file, Files& files);

}  // namespace skerry::party
