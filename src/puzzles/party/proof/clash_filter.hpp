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
  /// Returns the bound that a rule of a clash would have to have, the others being as they are, so that with
  /// any tighter one the rules still clash; nothing where it can't be told.
  using Relax = std::function<std::optional<std::int64_t>(const Rules& rules, std::size_t rule)>;
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

/// Returns, between a rule's bound, with which the rules clash, and the loosest one, with which they do not,
/// the bound next to one that is proven to clash.
std::int64_t relax_by_bisection(std::vector<ClashRule> rules, std::size_t rule, std::int64_t loosest,
                                const ClashFilter::Prove& prove);

}  // namespace skerry::party
