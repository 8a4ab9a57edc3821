#pragma once

#include "puzzles/party/generate/generate.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace skerry::party {

/// A generated puzzle each of whose rules costs something.
struct BindingPuzzle {
  Generated files;                 ///< the comment at the top of the puzzle says what is known of it, too
  std::vector<std::string> lines;  ///< that in words: the price, and what it is without each rule
  std::string proof;               ///< the certificate of the price
  std::uint32_t draws = 1;         ///< pools that were drawn
};

/// Draws pools of a market until the price of the puzzle falls by settings.binding at least, as a part of it,
/// without any one of its rules, and until it falls with a synergy that is 0.1 lower and rises with one that
/// is 0.1 higher. Before that, Algorithm 1 has to build parties that meet every rule in settings.buildable of
/// its guided attempts at least. A price is that of the best party known: one that annealing finds, or the cheapest, where
/// the proof ends. Efforts are counted in steps, so that the same settings give the same puzzle. `progress`
/// gets a sentence now and then. Returns nothing where none of `most_draws` pools is like that.
std::optional<BindingPuzzle> generate_binding(GenerateSettings settings, std::uint32_t most_draws,
                                              const std::function<void(const std::string&)>& progress);

}  // namespace skerry::party
