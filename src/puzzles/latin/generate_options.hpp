#pragma once

#include "skerry/app/command.hpp"

#include <cstdint>
#include <string>

namespace skerry::latin {

/// The options that generators of puzzles with a difficulty share.
struct GenerateOptions {
  std::string difficulty;  ///< empty stands for any
  std::uint32_t count = 1;
  std::uint64_t seed = 1;
  std::uint32_t attempts = 0;  ///< 0 stands for the generator's default
  std::string output;          ///< empty stands for standard output
};

/// Declares --difficulty; `otherwise` is the help's description of a call without it.
void declare_difficulty(CommandLine& line, GenerateOptions& options, const std::string& otherwise);
/// Declares --count, --seed, --attempts and --output; `attempts` is the help's description of the attempts.
void declare_series(CommandLine& line, GenerateOptions& options, const std::string& attempts);

}  // namespace skerry::latin
