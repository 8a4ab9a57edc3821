#pragma once

#include "skerry/experiment.hpp"
#include "skerry/files.hpp"

#include "config/configuration.hpp"

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
};

/// A configuration and what is built from it.
struct Loaded {
  Configuration configuration;
  std::unique_ptr<Experiment> experiment;
  std::optional<double> target;               ///< stop.target, or else the known optimum
  std::string text;                           ///< the effective configuration, TOML
  std::map<std::string, std::string> inputs;  ///< file -> digest; on the first rank alone
};

/// Reads and checks everything. Throws UsageError, DataError.
Loaded load(const LoadRequest& request, const std::vector<ProblemType>& problems, Files& files);

/// The first rank reads, the others build from a copy of what it read. Throws AgreedFailure. Collective.
Loaded load(const LoadRequest& request, const std::vector<ProblemType>& problems, Communicator& world);

/// The effective configuration with another seed.
std::string with_seed(const std::string& toml, std::uint64_t seed);

}  // namespace skerry
