#pragma once

#include "puzzles/party/proof/integer_puzzle.hpp"
#include "puzzles/party/proof/lagrangian.hpp"
#include "puzzles/party/proof/multipliers.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace skerry::party {

/// How much of the synergy a linear program sees.
enum class Strength {
  rules,  ///< none of it: the rules and the restrictions of the nodes
  edges,  ///< for each edge, trait and value, what is shared is at most what either end has of the value
  pairs   ///< for each edge, which pairs of classes stand on it
};

/// Returns the multipliers of the linear program of that strength over the candidates, rounded to whole
/// numbers and made valid; none where the program has more than `most_columns` columns, takes longer than
/// `seconds`, or is ended by `stop`. A rule may be missed at a high cost, so that the program always has a
/// solution, and where no party of the candidates meets the rules the multipliers say so by a bound above any
/// price.
std::optional<Multipliers> relax(const IntegerPuzzle& puzzle, const Candidates& candidates, Strength strength,
                                 double seconds, std::size_t most_columns,
                                 const std::function<bool()>& stop = {});

}  // namespace skerry::party
