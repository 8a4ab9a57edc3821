#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace skerry::party {

// A party is a hero for each node, [node] hero; without one the puzzle alone is drawn.

/// Draws a party as an SVG picture. Its nodes stand where layout() puts them, each with its name, its hero
/// and the hero's value in the objective's column. An edge is thicker and darker the more it weighs, and
/// dashed where it weighs nothing. A dashed frame marks a hero that is repeated or may not stand there, a
/// double frame a locked one. Below stand a legend, the total, the synergy and every rule with a tick or a
/// cross and what was found. The description in the file says the same in words. Without a party a node shows
/// its restrictions or its locked hero.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint32_t> party = {});

/// Draws a party as text: a line for each node with its hero, the hero's value and the weights of the edges
/// to its neighbours, which parse_party() reads; the rest are comments. Without a party all lines are
/// comments.
std::string draw_text(const Puzzle& puzzle, std::span<const std::uint32_t> party = {});

}  // namespace skerry::party
