#pragma once

#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/bound/kin_bound.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace skerry::party {

/// Returns prices of the rules on sums around `root`: all of them lowered to a quarter or raised to eight
/// times in steps of 15 %, and, where there are several rules, each alone left out, halved and doubled. None
/// is best for all kins, and each gives a true bound.
std::vector<KinBound::Prices> price_grid(const KinBound::Prices& root);

using PricedHero = std::pair<std::int64_t, std::uint32_t>;

/// Returns, for k up to `nodes`, the least sum of k of these heroes in a party of so many nodes that keeps
/// any one of the rules: the largest over the rules; KinBound::unreachable_sum where a rule leaves too few.
std::vector<std::int64_t> cheapest_sums(const std::vector<ValueRule>& rules, std::size_t nodes,
                                        std::vector<PricedHero> heroes);

}  // namespace skerry::party
