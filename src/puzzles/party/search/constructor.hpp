#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/search/candidates.hpp"
#include "puzzles/party/search/roster.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

struct ConstructionSettings {
  bool indexed = true;  ///< false: the plain scan of the pool, as published
  bool guided = true;   ///< false: takes any candidate, not one of the highest synergy (Fig. 4)
  std::uint32_t attempts = 10;
  std::uint32_t cheapest_of =
      1;  ///< the number of draws among equally good candidates; the best priced is taken
};

/// Guided randomised construction (Levonyan et al. 2020, Algorithm 1). It fills the open nodes of a board in
/// random order, each by a candidate of the highest synergy toward its filled neighbours, with ties broken at
/// random. The index and the plain scan choose from the same candidates by the same random numbers, so they
/// build the same parties.
class Constructor {
 public:
  /// Heroes that are neither on the board nor in the pool of this construction.
  using Barred = std::span<const std::uint32_t>;

  Constructor(const Roster& roster, const ConstructionSettings& settings);

  /// Tries one random order. Returns Cause::none, with the board full and feasible; or Cause::synergy, with
  /// the board full; or the cause that left no candidates, with the board as far as it was filled.
  std::size_t attempt(Board& board, Random& random, Barred barred = {});

  /// Tries up to `attempts` orders, each from the board as it is given, and ends after `most_evaluated` full
  /// boards without the synergy, which count as evaluations. Where none succeeds, the board is unchanged and
  /// the cause of the last failure is returned.
  std::size_t construct(Board& board, Random& random, Barred barred = {},
                        std::uint64_t most_evaluated = std::numeric_limits<std::uint64_t>::max());

  /// Fills the open nodes with any heroes that may stand there, whatever the requirements say.
  static void fill(const Roster& roster, Board& board, Random& random);

  /// Counts how often each requirement, the conditions of a node, or synergy ended an attempt.
  struct Failures {
    std::vector<std::uint64_t> requirement;
    std::uint64_t node = 0;
    std::uint64_t synergy = 0;
    std::uint64_t successes = 0;
    double best_synergy = 0;  ///< the highest synergy of all full boards
  };
  const Failures& failures() const { return failures_; }

 private:
  std::uint32_t choose(const Board& board, std::uint32_t node, Barred barred, Random& random,
                       std::size_t& cause);
  std::uint32_t choose_by_scan(const Board& board, std::uint32_t node, Barred barred, Random& random,
                               std::size_t& cause);
  std::uint32_t choose_by_index(const Board& board, std::uint32_t node, Barred barred, Random& random,
                                std::size_t& cause);
  void keep_heaviest(const Board& board, std::uint32_t node);
  std::uint32_t draw(std::uint32_t count, Random& random) const;
  std::size_t note(std::size_t cause);

  const Roster* roster_;
  ConstructionSettings settings_;
  CandidateFilter filter_;
  WeightLevels levels_;
  Bitset candidates_;
  Bitset rest_;
  Bitset highest_;
  std::vector<std::uint32_t> scan_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> opened_;
  Failures failures_;
};

/// Returns a cause in words: "average level at least 84", "synergy at least 0.8", "the conditions of its
/// nodes".
std::string name_of(const Puzzle& puzzle, std::size_t cause);

constexpr std::string_view construction_header =
    "attempt,mode,synergy,feasible,objective,seconds,failed_requirement\n";

/// Repeats Algorithm 1, each time from the locked heroes alone.
class Construction {
 public:
  Construction(const Roster& roster, const ConstructionSettings& settings, std::uint64_t seed);

  /// Makes one attempt, and returns its row of the CSV.
  std::string attempt(std::uint64_t number);
  /// Returns a summary: how many attempts were feasible, their synergy and objective, and the causes that
  /// ended the others.
  std::string summary() const;

 private:
  const Roster& roster_;
  bool guided_;
  Constructor constructor_;
  Board board_;
  Random random_;
  std::uint64_t attempts_ = 0;
  double elapsed_s_ = 0;
  std::vector<double> synergies_;   // of full boards
  std::vector<double> objectives_;  // of feasible ones
};

/// Returns how rare parties are that meet every rule, "one in N VERB every rule". If there were none, and
/// more than a few attempts, N is the least with 95 % confidence (the rule of three: Hanley and Lippman-Hand
/// 1983).
std::string rarity_text(std::uint64_t feasible, std::uint64_t attempts, std::string_view verb = "");

}  // namespace skerry::party
