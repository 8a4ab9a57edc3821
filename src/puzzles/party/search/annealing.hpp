#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/search/candidates.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>
#include <vector>

namespace skerry::party {

/// The steps of an annealing that is to find the cheapest party of a puzzle, which one in a few does.
constexpr std::uint64_t steps_of_an_annealing = 600'000;
/// The annealings of a puzzle that is one of many to be answered.
constexpr std::uint32_t annealings_of_one_of_many = 8;

/// Simulated annealing (Kirkpatrick et al. 1983) on full boards, which may pass through parties that break
/// rules: what a rule misses has a price, so that the values that a party shares can change as a whole. A
/// step exchanges two nodes, or gives a node another hero, most often one who shares a trait with a
/// neighbour, and the sooner the cheaper it is for what it brings to the rules on sums.
class Annealing {
 public:
  explicit Annealing(const Roster& roster);

  /// Anneals for `steps` steps, half of the times from the party of a full board and half from a party of any
  /// heroes. Leaves on the board the cheapest party that it has met and that meets every rule, or the given
  /// one, if none is cheaper. For a party that breaks rules the objective may count less, or hardly at all.
  void improve(Board& board, std::uint64_t steps, Random& random);

  /// Anneals from a party of any heroes; returns [node] hero of the pool, or nothing if no party that was met
  /// meets every rule. The objective then counts less in the next call.
  std::vector<std::uint32_t> party(std::uint64_t steps, Random& random);

 private:
  using Genome = std::vector<std::uint32_t>;
  struct State {
    double energy = 0;
    bool feasible = false;
  };
  struct Prepared;
  bool anneal(Board& board, std::uint64_t steps, Random& random, double share, double least);
  void put_all(Board& board, const Genome& party) const;
  State state_of(const Board& board, double share) const;
  State state_with(const Board& board, double share, std::uint32_t node, std::uint32_t hero,
                   double most) const;
  void weigh_anew(const Board& board);
  std::uint32_t draw(const Board& board, std::uint32_t node, Random& random) const;
  static std::uint32_t early(std::size_t count, double u) {
    return static_cast<std::uint32_t>(static_cast<double>(count) * u);
  }

  const Roster* roster_;
  std::shared_ptr<const Prepared> prepared_;  // shared by copies
  double share_of_objective_ = 1;             // in the energy of the next party()
  std::vector<double> weighed_;               // the prices of rules, as the run has adapted them
};

/// Anneals `runs` times, or until `stop` says so between two of them; returns the cheapest party that meets
/// every rule as [node] hero of the pool, or nothing if there is none.
std::vector<std::uint32_t> anneal_party(const Roster& roster, std::uint32_t runs, std::uint64_t steps,
                                        std::uint64_t seed, const std::function<bool()>& stop = {});

// The functions of the C library may differ in the last bit from machine to machine. These are made of
// operations that round in the same way everywhere; their relative error is below 1e-13.

inline double exact_exp(double x) {
  const double doublings = std::floor(x / std::numbers::ln2 + 0.5);
  const double rest = x - doublings * std::numbers::ln2;
  double sum = 1;
  for (int i = 18; i > 0; --i) sum = 1 + sum * rest / i;
  return std::ldexp(sum, static_cast<int>(doublings));
}

/// Returns the natural logarithm of a positive number.
inline double exact_log(double x) {
  int doublings = 0;
  const double part = std::frexp(x, &doublings);
  const double s = (part - std::numbers::sqrt2 / 2) / (part + std::numbers::sqrt2 / 2);
  double sum = 0;
  for (int i = 31; i > 0; i -= 2) sum = sum * s * s + 1.0 / i;
  return 2 * s * sum + (doublings - 0.5) * std::numbers::ln2;
}

}  // namespace skerry::party
