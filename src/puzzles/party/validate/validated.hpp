#pragma once

#include "skerry/app/program.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/validate/validation.hpp"

#include <optional>
#include <string>

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

}  // namespace skerry::party
