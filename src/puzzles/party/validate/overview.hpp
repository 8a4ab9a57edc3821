#pragma once

#include "puzzles/party/validate/validated.hpp"

#include <string>
#include <vector>

namespace skerry::party {

/// A row of the table of several puzzles.
struct OverviewRow {
  std::string puzzle, file;
  /// Whether it can be solved, the price of the best party, how sure that is, the solutions, who is used
  /// most, how hard it is for a player, and the rule that makes it dearest or the rules that clash.
  std::vector<std::string> cells;
};

/// Returns the row of a puzzle.
OverviewRow overview_row(const Validated& validated);

/// Returns the table with its heading, in aligned columns. Puzzles of the same name are told apart by file.
std::string overview_text(const std::vector<OverviewRow>& rows);

}  // namespace skerry::party
