#pragma once

#include "puzzles/party/proof/clash_rules.hpp"
#include "puzzles/party/proof/integer_program.hpp"
#include "puzzles/party/proof/integer_puzzle.hpp"

#include <optional>
#include <span>
#include <vector>

namespace skerry::party {

/// A program that has a solution wherever some party meets the rules, and the row of each of them. It knows
/// no placement beyond which kinds of nodes a hero may stand on: heroes that are equal in all that the rules
/// see are counted together, and of each value of a property it knows by how many heroes it is had. So it may
/// have a solution, too, where there is no party.
struct ClashProgram {
  IntegerProgram program;
  std::vector<std::optional<ElasticRow>> row_of;  ///< [rule]; none where the other rules imply it
};

/// Returns the program of these rules and no others.
ClashProgram clash_program(const Puzzle& puzzle, const IntegerPuzzle& whole,
                           std::span<const ClashRule> rules);

}  // namespace skerry::party
