#pragma once

#include "skerry/app/files.hpp"
#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

namespace skerry::party {

/// Changes a puzzle to what a player has, by the [problem.player] table of a configuration and the CSV file
/// it may name: heroes that are owned or discounted get their prices, and banned heroes leave the pool. The
/// known optimum is kept only where its certificate also proves it for the changed pool. Throws UsageError
/// for a mistake in the table and DataError for one in the file: an unknown hero (with the nearest id), one
/// that is owned and banned, or has two prices, or is banned and locked, a negative price or factor, and bans
/// that leave too few heroes for the formation or none for a node.
void apply_player(Puzzle& puzzle, const Settings& player, Files& files);

}  // namespace skerry::party
