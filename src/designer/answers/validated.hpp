#pragma once

#include "skerry/app/program.hpp"

#include "designer/answers/validation.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/roster.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skerry {
class Communicator;
}

namespace skerry::party {

/// A puzzle and the answers about it.
struct Validated {
  std::string name;
  std::string file;              ///< as the command line names it
  std::optional<Puzzle> puzzle;  ///< none where its reading ended at a rule that no party can meet
  std::string impossible;        ///< then: why no party can meet it, with its place
  Validation validation;
};

/// Reads a puzzle, or a configuration with one, and answers the questions about it; islands on all ranks look
/// for the first price. Keeps the answers in the folder `keep`, and takes what is there, unless its name is
/// empty. Tells its progress on standard error if `notes`. Throws UsageError and DataError for
/// what can't be read, and UsageError where no requirement is on the property of settings.front. Collective;
/// only the first rank has the answers.
Validated validate_file(const std::string& file, const ValidationSettings& settings, const std::string& keep,
                        bool notes, Program& program);

/// Evolves a party for a start price, one island on each rank, with the settings of
/// configs/party/designer.toml but for a quick descent as their local search, until the islands stand still
/// or `seconds` are over. Collective; the answer is the same on every rank.
IslandsAnswer evolve_party(const std::shared_ptr<const Roster>& roster, std::uint64_t seed, double seconds,
                           const std::function<bool()>& stop, Communicator& world);

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
