#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::party {

/// Tells whether heroes could agree in the traits of the synergy as the rules ask, whoever they are: whether
/// there is a partition of the nodes for each trait, into groups of one value, that has as many groups as the
/// rules on different values ask, none larger than the rules on shares allow, and enough synergy. Where each
/// value of a trait has one value of another in the pool, as a club its league, the groups of the one lie in
/// groups of the other, but for as many as there are exceptions. False proves that no party meets the rules;
/// none where `most_steps` steps of the search did not tell, or where the synergy follows from more than
/// equal values.
std::optional<bool> has_trait_pattern(const Puzzle& puzzle, std::uint64_t most_steps);

}  // namespace skerry::party
