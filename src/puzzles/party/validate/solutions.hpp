#pragma once

#include "puzzles/party/validate/validation.hpp"

namespace skerry::party {

/// Adds the parties within the settings' part of the cheapest: their number, a catalogue of different ones,
/// and how often heroes and values stand in them. Where the list is complete, the first of the cheapest in
/// the order of their heroes takes the place of the party that was found.
void list_solutions(Validation& validation, Prover& prover, const Puzzle& puzzle,
                    const ValidationSettings& settings, const std::function<bool()>& stop);

}  // namespace skerry::party
