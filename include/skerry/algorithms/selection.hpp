#pragma once

#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Draws from a discrete distribution in constant time (Walker 1977, in the form of Vose 1991).
class AliasTable {
 public:
  /// Sets the weights, which are non-negative and finite; if all are 0, the distribution is uniform.
  /// Allocates nothing for a number of weights seen before.
  void assign(std::span<const double> weights);
  /// Returns an index, from 0, with a probability proportional to its weight.
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

/// Linear ranking selection (Baker 1985): of n individuals, best first, the one at rank r has the probability
/// (pressure - (2 pressure - 2) r / (n - 1)) / n.
class LinearRankingSelection {
 public:
  /// `pressure` is the expected number of children of the best as a multiple of the mean, in [1, 2].
  explicit LinearRankingSelection(double pressure) : pressure_(pressure) {}
  /// Prepares pick() for a population; `ranking` holds the individuals' slots, best first.
  void prepare(std::span<const std::uint32_t> ranking);
  /// Returns the slot of a parent.
  std::uint32_t pick(Random& random) const { return ranking_[table_.draw(random)]; }

 private:
  double pressure_;
  AliasTable table_;
  std::size_t table_size_ = 0;
  std::vector<double> weights_;
  std::span<const std::uint32_t> ranking_;
};

/// The rank selection of Tate and Smith (Computers & Operations Research 22, 1995): of m individuals, the
/// best at rank 1, the one at the rank floor(U^2) is drawn, where U is uniform in [1, sqrt(m)]. So rank r has
/// the probability (sqrt(r + 1) - sqrt(r)) / (sqrt(m) - 1), and the worst, which only U = sqrt(m) would draw,
/// has the probability 0. Of two individuals the better one is always drawn.
class TateSmithSelection {
 public:
  /// Prepares pick() for a population; `ranking` holds the individuals' slots, best first, and must exist
  /// until the last pick().
  void prepare(std::span<const std::uint32_t> ranking) {
    ranking_ = ranking;
    span_ = std::sqrt(static_cast<double>(ranking.size())) - 1;
  }
  /// Returns the slot of a parent.
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
  /// `size` is the number of entrants, at least 1; `win_rate` lies in [0, 1].
  TournamentSelection(std::uint64_t size, double win_rate)
      : size_(static_cast<std::uint32_t>(size)), win_rate_(win_rate), wins_(win_rate) {}
  /// Prepares pick() for a population; `keys` are its keys by slot, and must exist until the last pick().
  void prepare(std::span<const Key> keys);
  /// Returns the slot of a parent.
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

/// Tournaments of two between neighbours of a random order of all individuals, one after another, and then of
/// another order, as in the program of Deb et al. (2002): an individual enters as many tournaments as any
/// other, give or take one, and of an odd number one sits out an order.
class ShuffledTournamentSelection {
 public:
  /// Prepares pick() for a population; `keys` are its keys by slot, and must exist until the last pick().
  void prepare(std::span<const Key> keys);
  /// Returns the slot of a parent.
  std::uint32_t pick(Random& random);

 private:
  std::span<const Key> keys_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;  // the place of the next entrant
};

/// Fitness-proportional selection with windowing: the weight of an individual is how much better it is than
/// the worst feasible one. Infeasible individuals are drawn only where no individual is feasible, and then by
/// violation.
class ProportionalSelection {
 public:
  /// Prepares pick() for a population; `keys` are its keys by slot.
  void prepare(std::span<const Key> keys);
  /// Returns the slot of a parent.
  std::uint32_t pick(Random& random) const { return table_.draw(random); }

 private:
  AliasTable table_;
  std::vector<double> weights_;
};

/// Selection by the distance to an ideal fitness (from the report on number-jump mazes, docs/jump_maze.md).
/// The weight of an individual is 1 / (its cost - the cost of the ideal); if an individual reaches the ideal,
/// only such individuals are drawn. Infeasible individuals are drawn only if no individual is feasible, and
/// then all with equal probability.
class ReciprocalSelection {
 public:
  /// `ideal_cost` is the cost that no individual goes below.
  explicit ReciprocalSelection(double ideal_cost) : ideal_cost_(ideal_cost) {}
  /// Prepares pick() for a population; `keys` are its keys by slot.
  void prepare(std::span<const Key> keys);
  /// Returns the slot of a parent.
  std::uint32_t pick(Random& random) const { return table_.draw(random); }

 private:
  double ideal_cost_;
  AliasTable table_;
  std::vector<double> weights_;
};

}  // namespace skerry
