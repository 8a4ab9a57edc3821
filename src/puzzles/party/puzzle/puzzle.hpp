#pragma once

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"
#include "skerry/score.hpp"

#include "puzzles/party/puzzle/measure.hpp"
#include "puzzles/party/puzzle/pool.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skerry {
class Settings;
}

namespace skerry::party {

constexpr std::size_t max_nodes = 64;
constexpr std::size_t max_synergy_traits = 8;
constexpr std::size_t max_fits = 32;             ///< of one node
constexpr std::size_t max_affine_values = 1000;  ///< of one trait
constexpr double most_edge_weight = 1000;

enum class RequirementKind { total, average, count, distinct, share };

/// A linear requirement. The kind decides which members are used:
/// - total, average: numeric column `column`; at_least and/or at_most bound the sum (average: the mean) over
///   the party
/// - count: heroes who have one of `values` in categorical column `column`, which may hold several values of
///   a hero; at_least, at_most (both equal: exactly)
/// - distinct: different values of categorical `column`; at_least, at_most
/// - share: the most heroes that share one value of categorical `column`, whatever the value; at_least,
///   at_most
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

/// A soft condition of a node: a hero who does not meet it may stand there, and costs synergy.
struct NodeFit {
  NodeCondition condition;
  double penalty = 0;  ///< in [0, most_edge_weight], in units of an edge weight
};

struct Node {
  std::string name;
  std::vector<NodeCondition> conditions;
  std::optional<std::uint32_t> locked;  ///< this hero stands here
  std::vector<NodeFit> fits{};          ///< at most max_fits
};

/// How much two values of a trait match, in [0, 1], where that differs from 1 for the same value and 0 for
/// two values. Only values that the puzzle file names have a row.
struct Affinity {
  static constexpr std::uint32_t no_row = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> row;  ///< [value] its row, or no_row; empty where the trait has no affinities
  std::vector<double> matches;     ///< [row][row], symmetric
  std::size_t rows = 0;

  double match(std::uint32_t first, std::uint32_t second) const;
};

/// The synergy of a party is, over its edges e = (u, v) of weight w_e and its nodes,
///
///     (sum of w_e x curve(sum of the weights of the traits x how much the values on u and v match)
///      - sum of the penalties of the soft conditions that are not met) / sum of w_e,
///
/// and 0 where that is below 0, so that it lies in [0, 1]: w(x_j, x_i) of Levonyan et al. 2020, eq. 1. The
/// curve is given at 0, 1, 2, ... weighted matches, linear between them, and flat after its last point.
struct Synergy {
  double at_least = 0;                 ///< 0: no requirement
  std::vector<std::uint32_t> columns;  ///< categorical, at most max_synergy_traits
  std::vector<double> weights;         ///< [trait]
  std::vector<double> curve = {0, 1};
  std::vector<Affinity> affinities{};  ///< [trait]; empty where values match themselves alone
  std::string where;

  /// Returns one without rows where values match themselves alone.
  const Affinity& affinity(std::size_t trait) const;
  /// Returns the sum of weighted matches of two heroes who match by match_of(trait).
  template <typename MatchOf>
  double matches(MatchOf match_of) const {
    double sum = 0;
    for (std::size_t trait = 0; trait < weights.size(); ++trait) sum += weights[trait] * match_of(trait);
    return sum;
  }
  /// Returns that of heroes who agree in the traits of the bit mask, and match in no other.
  double matches(unsigned mask) const {
    return matches([mask](std::size_t trait) { return mask >> trait & 1U; });
  }
  /// Returns the curve at a sum of weighted matches, 0 or more.
  double curve_at(double matches) const;
  double edge_weight(unsigned mask) const { return curve_at(matches(mask)); }
  /// Returns the highest weight of an edge whose weighted matches add to at most `matches`.
  double highest_weight(double matches) const;
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
  std::vector<double> edge_weights;  ///< [edge], above 0, at most most_edge_weight; 1 where none are given
  std::vector<Requirement> requirements;
  Synergy synergy;
  std::uint32_t objective = 0;  ///< numeric column whose sum over the party is the fitness
  std::string unit;             ///< the unit of the fitness; may be empty
  Direction direction = Direction::minimise;
  std::optional<Certificate> certificate;
  std::optional<double> known_optimum;     ///< the optimum of the certificate, or one stated without proof
  std::vector<std::string> banned;         ///< ids that the player banned; these heroes are not in the pool
  std::vector<std::uint32_t> owned;        ///< heroes that the player owns, in the order of the pool
  std::vector<std::string> too_dear;       ///< ids that problem.leave_out_dear took from the pool
  std::vector<FeatureMeasure> features{};  ///< empty where none are named, see features_of()
  std::vector<ObjectiveMeasure> objectives{};  ///< likewise
  Naming naming{};
};

/// Tells whether a hero has one of the values of a condition; where a column holds several values, any of
/// them is enough.
bool meets(const Pool& pool, const NodeCondition& condition, std::uint32_t hero);

/// Tells whether the conditions of a node allow a hero there.
bool may_stand(const Puzzle& puzzle, std::uint32_t node, std::uint32_t hero);

/// Tells whether the synergy of a party follows from more than the values that the ends of its edges share:
/// whether values match in part, edges weigh differently, or nodes have soft conditions.
bool has_graded_synergy(const Puzzle& puzzle);

/// Returns how much two heroes match, through the curve, in [0, 1]: the weight of an edge between them before
/// the edge's own weight.
double edge_weight(const Puzzle& puzzle, std::uint32_t first_hero, std::uint32_t second_hero);

/// Returns what the soft conditions of a node take from the sum of weights where a hero stands there; 0 or
/// more.
double fit_penalty(const Puzzle& puzzle, std::uint32_t node, std::uint32_t hero);

/// Returns the sum of the weights of the edges, by which the synergy is divided.
double total_edge_weight(const Puzzle& puzzle);

/// Reads a puzzle file and the pool it names. Throws DataError for an edge to no node, a loop or a repeated
/// edge, positions that are not one for each node, a column that the pool lacks (with the nearest name), a
/// requirement that no party can meet (too few heroes with the value, an average above the N best, more
/// distinct values than there are), more nodes than heroes, a hero that is locked twice or where it may not
/// stand, and a certificate that does not hold. `player` is the [problem.player] table of a configuration, or
/// null: its heroes are banned and its prices hold (player.hpp). The features and objectives that `problem`
/// names, the [problem] table of a configuration, take the place of the puzzle's own.
Puzzle read_puzzle(const std::filesystem::path& file, Files& files, const Settings* player = nullptr,
                   const Settings* problem = nullptr);

/// Does the same with a puzzle file that has been parsed.
Puzzle read_puzzle(const Settings& settings, Files& files, const Settings* player = nullptr,
                   const Settings* problem = nullptr);

/// A rule that no party of the pool can meet, whatever the others ask.
class ImpossibleRule : public DataError {
 public:
  /// `rule` is the text of the rule, `message` a sentence for the user that has the place, too.
  ImpossibleRule(std::string rule, const std::string& message) : DataError(message), rule_(std::move(rule)) {}
  const std::string& rule() const noexcept { return rule_; }

 private:
  std::string rule_;
};

/// Returns the kind of a [[requirement]] table, what it needs of its column, and whether that is a number.
RequirementKind requirement_kind(const Settings& settings);
ColumnUse column_use(RequirementKind kind);
bool is_numeric(RequirementKind kind);

/// Returns the name of the column that a requirement is on.
const std::string& property_of(const Pool& pool, const Requirement& requirement);

/// Reads one [[requirement]] table. The puzzle must have its nodes and its pool, with the column.
Requirement read_requirement(const Settings& settings, const Puzzle& puzzle);

/// Returns what a requirement asks, with the names of its property and, for a count, of its values.
std::string requirement_text(const Naming& naming, const Requirement& requirement,
                             const std::string& property, const std::vector<std::string>& values);

/// Returns the codes of `value = "..."` or `values = [...]`, ascending, without those that the pool lacks.
/// Throws where it lacks all of them: ImpossibleRule where a party needs a hero with one.
std::vector<std::uint32_t> value_codes(const Naming& naming, const CategoricalColumn& column,
                                       const Settings& settings, bool needed = false);

/// Throws ImpossibleRule, naming the requirement, where no choice of heroes meets it on any nodes; locked
/// heroes are part of every choice.
void check_possible(const Requirement& requirement, const Puzzle& puzzle);

}  // namespace skerry::party
