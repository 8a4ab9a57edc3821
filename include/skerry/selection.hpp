#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace skerry {

/// A rule that draws parents. A program brings its own (see skerry/own_parts.hpp) as a struct in the form of
/// those below:
///
///   static constexpr std::string_view name = "boltzmann";       what island.selection calls it
///   void prepare(std::span<const Key> keys);                    a generation's keys by slot, valid until its
///                                                               last pick(); or
///   void prepare(std::span<const std::uint32_t> ranking);       its slots, best first
///   std::uint32_t pick(Random& random);                         the slot of one parent
///
/// It may also have `void configure(const Genetic& settings, Direction direction)`, which is called once
/// before the first prepare().
template <typename S>
concept SelectionRule = std::copy_constructible<S> && requires(S& selection, Random& random) {
  { S::name } -> std::convertible_to<std::string_view>;
  { selection.pick(random) } -> std::same_as<std::uint32_t>;
} &&(
    requires(S& selection, std::span<const Key> keys) { selection.prepare(keys); } ||
    requires(S & selection, std::span<const std::uint32_t> ranking) { selection.prepare(ranking); });

/// Draws from a discrete distribution in constant time (Walker 1977, in the form of Vose 1991).
class AliasTable {
 public:
  /// Sets the weights, which are non-negative and finite; if all are 0, the distribution is uniform.
  /// Allocates nothing for a number of weights seen before.
  void assign(std::span<const double> weights);
  std::uint32_t draw(Random& random) const {
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(entries_.size()));
    const Entry& entry = entries_[at];
    return random.uniform() < entry.keep ? at : entry.alias;
  }

 private:
  struct Entry {
    double keep = 1;
    std::uint32_t alias = 0;
  };
  std::vector<Entry> entries_;
  std::vector<double> scaled_;
  std::vector<std::uint32_t> small_;
  std::vector<std::uint32_t> large_;
};

/// Linear ranking selection (Baker 1985): rank r of n has the probability (p - (2 p - 2) r / (n - 1)) / n.
class LinearRankingSelection {
 public:
  static constexpr std::string_view name = "linear_ranking";
  /// `pressure` is the expected number of children of the best as a multiple of the mean, in [1, 2].
  explicit LinearRankingSelection(double pressure = 2) : pressure_(pressure) {}
  void configure(const Genetic& settings, Direction /*direction*/) {
    pressure_ = settings.selection_pressure;
  }
  /// `ranking` holds slots, best first.
  void prepare(std::span<const std::uint32_t> ranking);
  std::uint32_t pick(Random& random) const { return ranking_[table_.draw(random)]; }

 private:
  double pressure_;
  AliasTable table_;
  std::size_t table_size_ = 0;
  std::vector<double> weights_;
  std::span<const std::uint32_t> ranking_;
};

/// The rank selection of Tate and Smith (Computers & Operations Research 22, 1995): of m individuals, the one
/// at the rank floor(U^2) is drawn, where U is uniform in [1, sqrt(m)], so the worst is never drawn.
class TateSmithSelection {
 public:
  static constexpr std::string_view name = "tate_smith";
  /// `ranking` holds slots, best first, and must exist until the last pick().
  void prepare(std::span<const std::uint32_t> ranking) {
    ranking_ = ranking;
    span_ = std::sqrt(static_cast<double>(ranking.size())) - 1;
  }
  std::uint32_t pick(Random& random) const {
    const double root = 1 + span_ * random.uniform();
    // Where U is rounded up to sqrt(m), its square may exceed m.
    return ranking_[std::min(static_cast<std::size_t>(root * root), ranking_.size()) - 1];
  }

 private:
  std::span<const std::uint32_t> ranking_;
  double span_ = 0;  // the length of the interval from which U is drawn
};

/// Tournament selection of `size` entrants, drawn with replacement. The best wins with probability
/// `win_rate`, else the second with the same probability, and so on; the last wins if no other did.
class TournamentSelection {
 public:
  static constexpr std::string_view name = "tournament";
  /// `size` is at least 1; `win_rate` lies in [0, 1].
  explicit TournamentSelection(std::uint64_t size = 2, double win_rate = 1)
      : size_(static_cast<std::uint32_t>(size)), win_rate_(win_rate), wins_(win_rate) {}
  void configure(const Genetic& settings, Direction /*direction*/) {
    *this = TournamentSelection(settings.tournament_size, settings.tournament_win_rate);
  }
  /// `keys` are by slot, and must exist until the last pick().
  void prepare(std::span<const Key> keys);
  std::uint32_t pick(Random& random);

 private:
  template <std::size_t entrants>
  std::uint32_t cheapest_of(Random& random) const;
  bool better(std::uint32_t a, std::uint32_t b) const { return keys_[a] < keys_[b]; }
  std::uint32_t pick_certain(Random& random) const;
  std::uint32_t pick_uncertain(Random& random);
  std::uint32_t pick_uncertain_of_two(Random& random) const;

  std::uint32_t size_;
  double win_rate_;
  Chance wins_;
  std::span<const Key> keys_;
  bool by_cost_ = false;       // whether the best always wins, and all violations are the same
  std::vector<double> costs_;  // by slot, if so
  std::vector<std::uint32_t> entrants_;
};

/// Tournaments of two between neighbours of a random order, as in the program of Deb et al. (2002), so that
/// all individuals enter equally often, give or take one. Children come in pairs of the same two parents.
class ShuffledTournamentSelection {
 public:
  static constexpr std::string_view name = "shuffled_tournament";
  /// `keys` are by slot, and must exist until the last pick().
  void prepare(std::span<const Key> keys);
  std::uint32_t pick(Random& random);

 private:
  std::span<const Key> keys_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;  // the place of the next entrant
};

/// Fitness-proportional selection with windowing: the weight is how much better an individual is than the
/// worst feasible one. Infeasible ones are drawn, by violation, only if no individual is feasible.
class ProportionalSelection {
 public:
  static constexpr std::string_view name = "proportional";
  void prepare(std::span<const Key> keys);
  std::uint32_t pick(Random& random) const { return table_.draw(random); }

 private:
  AliasTable table_;
  std::vector<double> weights_;
};

/// Selection by the distance to an ideal fitness (docs/jump_maze.md), with the weight 1 / (cost - ideal
/// cost). Only individuals at the ideal are drawn if there are any; infeasible ones only if none is feasible.
class ReciprocalSelection {
 public:
  static constexpr std::string_view name = "reciprocal";
  /// `ideal_cost` is the cost that no individual goes below.
  explicit ReciprocalSelection(double ideal_cost = 0) : ideal_cost_(ideal_cost) {}
  void configure(const Genetic& settings, Direction direction) {
    ideal_cost_ = key_of({0, settings.ideal.value()}, direction).cost;
  }
  void prepare(std::span<const Key> keys);
  std::uint32_t pick(Random& random) const { return table_.draw(random); }

 private:
  double ideal_cost_;
  AliasTable table_;
  std::vector<double> weights_;
};

using StockSelections = std::tuple<LinearRankingSelection, TournamentSelection, ProportionalSelection,
                                   ReciprocalSelection, TateSmithSelection, ShuffledTournamentSelection>;

}  // namespace skerry
