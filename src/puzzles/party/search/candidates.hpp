#pragma once

#include "skerry/score.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/search/roster.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace skerry::party {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// The demand of a linear requirement on the next hero, so that the open nodes can still meet it.
struct Demand {
  enum class Kind {
    anyone,
    hopeless,        ///< it can't be met any more
    members,         ///< of the requirement's values: as many are owed as nodes are open
    others,          ///< none of them: the party has the most that are allowed
    new_values,      ///< a value not yet in the party
    present_values,  ///< a value already in the party
    below_cap,       ///< a value that fewer than `cap` heroes have
    leading_values,  ///< a value that `cap` heroes have, and that the pool has often enough for the rule
    range            ///< a number in [least, most]
  };
  Kind kind = Kind::anyone;
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  std::uint32_t cap = 0;
};

/// A party, partly or wholly placed, with running totals for every requirement and for synergy. Heroes are
/// numbered by price place.
class Board {
 public:
  explicit Board(const Roster& roster);

  /// Removes all heroes but the locked ones.
  void clear();
  void place(std::uint32_t node, std::uint32_t hero);
  void remove(std::uint32_t node);

  const Roster& roster() const { return *roster_; }
  std::uint32_t hero(std::uint32_t node) const { return heroes_[node]; }
  std::span<const std::uint32_t> heroes() const { return heroes_; }
  bool open(std::uint32_t node) const { return heroes_[node] == nobody; }
  std::uint32_t open_nodes() const { return open_; }
  bool has(std::uint32_t hero) const { return contains(used_, hero); }

  /// Returns the demand of requirement r on the next hero. At least one node must be open.
  Demand demand(std::size_t r) const;
  /// Tells whether one hero meets a demand of requirement r.
  bool meets(const Demand& demand, std::size_t r, std::uint32_t hero) const;
  /// Returns how many heroes of the board have the value, for requirement r (distinct or share).
  std::uint32_t holders(std::size_t r, std::uint32_t value) const { return tallies_[r].holders[value]; }

  /// Returns the sum of the weights of the edges from a node to its filled neighbours, if that hero stood
  /// there, less the penalties of the node's soft conditions that the hero does not meet.
  double weight_toward(std::uint32_t node, std::uint32_t hero) const;
  /// Returns the sum of the weights of all edges between filled nodes, less the penalties of filled nodes.
  double weight() const { return weight_; }
  /// Returns what it would be if another hero, who is not on the board, stood on a node of a full one.
  double weight_with(std::uint32_t node, std::uint32_t hero) const {
    return weight_ - weight_toward(node, heroes_[node]) + weight_toward(node, hero);
  }
  double synergy() const { return synergy(weight_); }
  double synergy(double weight) const {
    if (roster_->total_weight() == 0) return 0;
    const double mean = weight / roster_->total_weight();
    return roster_->grades() == nullptr ? mean : std::max(0.0, mean);
  }
  /// Returns the weight that is missing for the synergy asked: 0 or less where nothing is, and minus infinity
  /// where none is asked.
  double owed_weight() const { return owed_weight(weight_); }
  double owed_weight(double weight) const {
    const double at_least = roster_->puzzle().synergy.at_least;
    return at_least > 0 ? at_least * roster_->total_weight() - weight
                        : -std::numeric_limits<double>::infinity();
  }
  bool synergetic() const { return synergetic(weight_); }
  bool synergetic(double weight) const {
    return synergy(weight) >= roster_->puzzle().synergy.at_least - tolerance;
  }
  /// Returns the sum of the objective over the heroes placed.
  double objective() const;

  /// Returns what requirement r misses on a full board: of a sum, or in heroes or values; 0 where it is met.
  double missing(std::size_t r) const { return missing(r, found(r)); }
  /// Returns what it would miss if another hero, who is not on the board, stood on a node.
  double missing_with(std::size_t r, std::uint32_t node, std::uint32_t hero) const {
    return missing(r, found_with(r, node, hero));
  }

  /// Returns the score of a full board without a repeated hero. It equals score() of judge.hpp, up to
  /// rounding.
  Score score() const;

 private:
  struct Tally {
    double sum = 0;
    std::uint32_t members = 0;
    std::uint32_t distinct = 0;
    std::vector<std::uint8_t> holders;  // [value]
  };
  void count(std::uint32_t hero, int sign);
  Demand demand_of_share(std::size_t r) const;
  double found(std::size_t r) const;
  double found_with(std::size_t r, std::uint32_t node, std::uint32_t hero) const;
  double missing(std::size_t r, double found) const;

  const Roster* roster_;
  std::vector<std::uint32_t> heroes_;
  std::uint32_t open_;
  double weight_ = 0;
  Bitset used_;
  std::vector<Tally> tallies_;
};

/// The reason why a node had no candidate: a requirement's number, or one of these.
struct Cause {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t node = static_cast<std::size_t>(-2);  ///< no hero that is left may stand there
  static constexpr std::size_t synergy =
      static_cast<std::size_t>(-3);  ///< the party is full, and its synergy too low
};

/// Finds the heroes that an open node of a board can take: they may stand there, are not in the party, and
/// leave every linear requirement possible as far as the forward check sees (Levonyan et al. 2020, IV.B.1).
/// With one node open the check is exact: the full party meets every linear requirement.
class CandidateFilter {
 public:
  /// Writes the candidates to `candidates`, without the heroes of `barred`; returns the cause that left none,
  /// or Cause::none.
  std::size_t operator()(const Board& board, std::uint32_t node, Bitset& candidates,
                         std::span<const std::uint32_t> barred = {});

 private:
  void apply(const Board& board, const Demand& demand, std::size_t r, Bitset& candidates);
  Bitset scratch_;
  Bitset union_;
};

/// Computes, for many heroes at once, the weight of the edges to a node's filled neighbours, as whole levels
/// (Roster::Levels, or Grades where the puzzle has them). Levels are stored bit by bit, each bit a set of
/// heroes: T traits and d neighbours take d x T set operations, whatever the number of heroes.
class WeightLevels {
 public:
  static constexpr double above_all = 256;  ///< a level that no hero has

  /// Computes the levels of the heroes in `candidates`.
  void compute(const Board& board, std::uint32_t node, const Bitset& candidates);
  /// Keeps the candidates of the highest level, and returns that level.
  std::uint32_t keep_highest(Bitset& candidates) const;
  /// Keeps the candidates of at least that level.
  void keep_at_least(std::uint32_t level, Bitset& candidates) const;

 private:
  static constexpr std::size_t most_bits = 8;

  /// The heroes that match a filled neighbour in a trait by so many units.
  struct Match {
    BitsetView heroes;
    unsigned units;
  };
  /// A filled neighbour: the edge to it, and the end of its matches.
  struct FilledEdge {
    std::size_t edge;
    std::size_t end;
  };
  void compute_grades(const Board& board, std::uint32_t node, const Bitset& candidates);
  void collect_matches(const Board& board, std::uint32_t node);
  void size_scratch(std::size_t sets, std::size_t blocks);

  std::size_t bits_ = 0;
  std::vector<Bitset> slices_;  // [bit] heroes whose level has that bit
  std::vector<BitsetView> agree_;
  std::vector<Bitset> scratch_;
  std::vector<Match> matches_;
  std::vector<FilledEdge> filled_;
};

}  // namespace skerry::party
