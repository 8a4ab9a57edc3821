#pragma once

#include "skerry/app/any_problem.hpp"

#include "app/start/candidates.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace skerry {

/// The run that starts, as far as an earlier run has to agree with it.
struct NewRun {
  const AnyProblem& problem;
  std::string configuration;                  ///< the effective configuration, TOML
  std::map<std::string, std::string> inputs;  ///< file -> digest, of every file of the problem
  bool other_instance = false;                ///< whether the earlier run may be of another instance
};

/// Returns the best individual of a trace and, behind it, all solutions of its front or map. Throws DataError
/// for a trace without any, of another problem or, unless that is allowed, of another instance.
Candidates candidates_of_trace(const std::filesystem::path& trace, const NewRun& run);

/// Returns the individuals of all islands of a checkpoint, beside which its trace has to be, best first, or
/// the best and then by island where the run keeps a front or a map. Throws DataError likewise, and for a
/// checkpoint of another version of skerry.
Candidates candidates_of_checkpoint(const std::filesystem::path& checkpoint, const NewRun& run);

}  // namespace skerry
