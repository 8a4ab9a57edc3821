#pragma once

#include "skerry/app/command.hpp"

#include <cstdint>
#include <string>

namespace skerry::latin {

/// The options that generators of puzzles with a difficulty share.
struct GenerateOptions {
  std::string difficulty;  ///< empty: any
  std::uint32_t count = 1;
  std::uint64_t seed = 1;
  std::uint32_t attempts = 0;  ///< 0: as many as the generator finds right
  std::string output;          ///< empty: standard output
};

/// --difficulty; `otherwise` is what the help says of a call without it.
void declare_difficulty(CommandLine& line, GenerateOptions& options, const std::string& otherwise);
/// --count, --seed, --attempts and --output; `attempts` is what the help says of the attempts.
void declare_series(CommandLine& line, GenerateOptions& options, const std::string& attempts);

}  // namespace skerry::latin
