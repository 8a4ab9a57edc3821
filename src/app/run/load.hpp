#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/files.hpp"

#include "app/config/configuration.hpp"
#include "trace/checkpoint/digest.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

class Communicator;

/// A configuration as the command line asks for it.
struct LoadRequest {
  struct Override {
    std::string key;
    std::string value;
  };
  std::filesystem::path config;
  std::vector<Override> overrides;
  /// What the file held when the run began, where that is known; matters on the first rank alone.
  std::optional<std::string> text = {};
};

/// A configuration and what is built from it.
struct Loaded {
  Configuration configuration;
  std::unique_ptr<AnyProblem> problem;
  std::optional<double> target;               ///< stop.target, or else the known optimum
  std::string text;                           ///< the effective configuration, TOML
  std::string file;                           ///< that the configuration is of, absolute
  std::map<std::string, std::string> inputs;  ///< file -> digest; on the first rank alone
  /// All that decides the run, seed and islands aside; on the first rank alone.
  std::string identity_text;
};

/// Reads and checks everything. `request.text` is left aside. Throws UsageError, DataError.
Loaded load(const LoadRequest& request, const std::vector<ProblemType>& problems, Files& files);

/// The first rank reads, the others build from a copy of what it read. Throws AgreedFailure. Collective.
Loaded load(const LoadRequest& request, const std::vector<ProblemType>& problems, Communicator& world);

/// What a checkpoint has to agree with.
Digest identity_of(const Loaded& loaded, std::uint64_t seed, std::size_t islands);

/// The effective configuration with another seed.
std::string with_seed(const std::string& toml, std::uint64_t seed);

}  // namespace skerry
