#pragma once

#include "puzzles/party/bound/certificate.hpp"
#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/bound/lagrangian.hpp"
#include "puzzles/party/bound/search.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace skerry::party {

/// Parties that cost no more than a limit.
struct Listing {
  std::vector<std::vector<std::uint32_t>> parties;  ///< [node] hero of the pool, in the order found
  bool complete = false;                            ///< there are no others
};

/// Proves what the cheapest party of a puzzle costs, with a cut-off that rises from a lower bound: at each
/// one a chain of linear programs (rules, edges, pairs) filters the candidates, and a search takes what is
/// left. A cut-off at which nothing is found is a bound; a party found at one is the cheapest.
class Prover {
 public:
  using Stop = std::function<bool()>;
  using Progress = std::function<void(const Findings&)>;

  /// The puzzle must outlive the prover. Throws DataError where its numbers can't be counted in whole units.
  explicit Prover(const Puzzle& puzzle);

  const IntegerPuzzle& whole() const { return whole_; }

  /// Sets the seconds that one linear program may take; the default is 20.
  void limit_programs(double seconds) { program_seconds_ = seconds; }

  /// Lets long searches be shared with the other ranks.
  void share(SharedSearch& shared) { shared_ = &shared; }

  /// Sets the seconds after which the other ranks give up a search that is shared; the default is 60.
  void limit_others(double seconds) { others_seconds_ = seconds; }

  /// Takes a hero out of the puzzle.
  void ban(std::uint32_t hero);

  /// Proves until it is done or `stop` says so. `party` is one that is known to meet the rules, or empty.
  Findings prove(std::span<const std::uint32_t> party, const Stop& stop, const Progress& progress = {});

  /// Goes on from what was proven before about the same puzzle, at the next cut-off.
  Findings prove_on(Findings findings, const Stop& stop, const Progress& progress = {});

  /// Lists the parties that cost `most` or less, at most `limit` of them.
  Listing list(std::int64_t most, std::size_t limit, const Stop& stop);

 private:
  /// What is left of the candidates at a cut-off, and the multipliers that removed the others.
  struct Step {
    std::vector<Multipliers> stages;
    Candidates candidates;
    bool by_kins = false;   // the last search was by kins
    bool complete = false;  // a search through what was left has ended
  };
  using Found = std::function<std::int64_t(std::span<const std::uint32_t> party)>;

  /// Returns the multipliers of the program of rules over all candidates, with which each step begins.
  std::optional<Multipliers> by_rules(const Stop& stop);
  /// Finds up to `parties` parties; 0: the cheapest alone.
  Step attempt(std::int64_t most, std::size_t parties, const Found& found, const Stop& stop);
  bool search(const Step& step, std::int64_t most, const Found& found, const Stop& stop) const;
  bool sound(std::span<const std::uint32_t> party) const;
  std::int64_t bound_by(const Multipliers& multipliers) const;
  /// Returns what a party of the next search may cost: that much above the lowest bound, less than the best.
  std::int64_t cut_off(std::int64_t lowest, double raise, const Findings& findings) const;
  bool closes_gap(const Findings& findings) const;

  const Puzzle* puzzle_;
  IntegerPuzzle whole_;
  std::optional<std::size_t> kin_;  // of searches by kins, where they apply
  /// Whether each node may have each hero. Each then takes the same share of all heroes in the programs that
  /// see synergy, and these prove no more than the program of the rules.
  bool nodes_alike_;
  double program_seconds_ = 20;
  SharedSearch* shared_ = nullptr;
  double others_seconds_ = 60;
  std::optional<Multipliers> by_rules_;  // once they are known
};

}  // namespace skerry::party
