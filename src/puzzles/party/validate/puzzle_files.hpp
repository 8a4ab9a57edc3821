#pragma once

#include "skerry/app/program.hpp"

#include "puzzles/party/search/roster.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace skerry::party {

/// Returns the files for which the arguments of a command stand: a folder for the party puzzles (*.toml)
/// directly in it, by name, and all else for itself. Throws AgreedFailure for a folder without a puzzle, and
/// for one that can't be read. Collective; the first rank looks.
std::vector<std::string> puzzle_files(const std::vector<std::string>& arguments, Program& program);

/// A puzzle, and the SHA-256 digest of each file that was read for it, by its name.
struct PuzzleRead {
  std::shared_ptr<const Roster> roster;
  std::map<std::string, std::string> inputs;
};

/// Reads a party puzzle, or a configuration with one. Throws ImpossibleRule for a rule that no party can
/// meet, and UsageError and DataError as `run` does.
PuzzleRead read_roster(const std::string& file, const Program& program);

}  // namespace skerry::party
