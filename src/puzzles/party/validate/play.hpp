#pragma once

#include "puzzles/party/validate/validation.hpp"

#include <functional>

namespace skerry::party {

/// Adds how hard a puzzle is for a player who builds parties by Algorithm 1: of the whole pool; of a tenth,
/// three tenths and half of it, drawn at random for each of several players; and of the heroes that the
/// puzzle's player owns. Locked heroes belong to everyone. An answer that `stop` ends is left out, except the
/// first.
void play(Validation& validation, const Puzzle& puzzle, const ValidationSettings& settings,
          const std::function<bool()>& stop);

}  // namespace skerry::party
