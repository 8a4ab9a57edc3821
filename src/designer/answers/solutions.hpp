#pragma once

#include "designer/answers/validation.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace skerry::party {

/// Returns the highest cost of a party that costs up to a part of the cheapest more than that.
std::int64_t most_within(double within, std::int64_t best_cost);

/// Returns how many placements each team has among the parties. A team is its heroes, ascending.
std::map<std::vector<std::uint32_t>, std::uint64_t> placements_of_teams(
    const std::vector<std::vector<std::uint32_t>>& parties);

/// Returns the parties within the settings' part of the cheapest: their number, a catalogue of different
/// ones, and how often heroes and values stand in them. Where the list is complete, the first of the cheapest
/// in the order of their heroes takes the place of the party that was found.
Listed list_solutions(Prover& prover, const Findings& known, const Puzzle& puzzle,
                      const ValidationSettings& settings, const std::function<bool()>& stop);

/// Has players build parties of the whole pool; of a tenth, three tenths and half of it, drawn at random for
/// each of several players; and of the heroes that the puzzle's player owns. Locked heroes belong to
/// everyone. An answer that `stop` ends is left out, except the first.
Played play(const Puzzle& puzzle, const ValidationSettings& settings, const std::function<bool()>& stop);

}  // namespace skerry::party
