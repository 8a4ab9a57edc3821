#pragma once

#include "designer/proof/clash_program.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace skerry::party {

/// Rules of a puzzle that no party meets together.
struct Clash {
  /// What one of the rules alone would have to give: with the others as they are and this one any tighter
  /// than the relaxed text (by a step of its last decimal, where the bound has many), there is still no
  /// party. Whether there is one with the relaxed rule is not said.
  struct Relaxation {
    std::size_t rule = 0;  ///< index into `rules`
    double bound = 0;      ///< in the units of the rule, not rounded; 0 where the rule must go
    std::string text;      ///< the rule with that bound
  };
  std::vector<std::string> rules;  ///< texts; a requirement with two bounds stands there once
  std::vector<Relaxation> relaxations;
  bool irreducible = true;  ///< without any one of the rules the proof fails; false where time ran out
};

/// Looks for rules that clash by linear programs that know no placement, and checks each proof in whole
/// numbers. It returns nothing where they prove nothing, although there may be no party, or where `stop`
/// says so before anything is proven. Throws DataError where the
/// puzzle's numbers can't be counted in whole units.
std::optional<Clash> find_clash(const Puzzle& puzzle, const std::function<bool()>& stop);

/// Finds the rules that clash by searches for a party (Prover), for puzzles that are known to have none:
/// slower, and it sees placement and whole numbers of heroes. It returns nothing where `stop` says so before
/// the first search has ended, or where there is a party.
std::optional<Clash> search_clash(const Puzzle& puzzle, const std::function<bool()>& stop);

/// Reduces the rules of a puzzle to a set that clashes and is irreducible for a given kind of proof (the
/// deletion filter of Chinneck and Dravnieks 1991).
class ClashFilter {
 public:
  using Rules = std::vector<ClashRule>;
  /// Returns those of the rules that a proof that they clash uses; nothing where it can't be proven.
  using Prove = std::function<std::optional<Rules>(const Rules& rules)>;
  /// Returns how a rule of a clash would have to give, the others being as they are, so that with any
  /// tighter bound the rules still clash; nothing where it can't be told.
  using Relax = std::function<std::optional<RelaxedRule>(const Rules& rules, std::size_t rule)>;
  using Stop = std::function<bool()>;

  ClashFilter(const Puzzle& puzzle, const IntegerPuzzle& whole, Stop stop);

  /// Returns the clash; nothing where all rules together are not proven to clash.
  std::optional<Clash> reduce(const Prove& prove, const Relax& relax);

 private:
  bool keep(Rules rules, const Prove& prove);
  bool drop(const auto& unwanted, const Prove& prove);

  const Puzzle& puzzle_;
  const IntegerPuzzle& whole_;
  Stop stop_;
  Rules left_;
};

/// Returns, between a bound that is refuted and the loosest one, which is not, the bound next to one that is
/// refuted.
std::int64_t relax_by_bisection(std::int64_t refuted_bound, std::int64_t loosest,
                                const std::function<bool(std::int64_t bound)>& refuted);

}  // namespace skerry::party
