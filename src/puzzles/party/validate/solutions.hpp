#pragma once

#include "puzzles/party/validate/validation.hpp"

namespace skerry::party {

/// Adds the parties within the settings' part of the cheapest: their number, a catalogue of different ones,
/// and how often heroes and values stand in them.
void list_solutions(Validation& validation, Prover& prover, const Puzzle& puzzle,
                    const ValidationSettings& settings, const std::function<bool()>& stop);

}  // namespace skerry::party
