#pragma once

#include "puzzles/party/proof/clash.hpp"
#include "puzzles/party/proof/clash_rules.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace skerry::party {

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
