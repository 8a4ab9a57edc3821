#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/load_problem.hpp"
#include "skerry/app/program.hpp"
#include "skerry/app/settings.hpp"

#include "app/config/configuration.hpp"
#include "trace/checkpoint/format.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

class Communicator;

struct LoadRequest {
  struct Override {
    std::string key;
    std::string value;
  };
  std::filesystem::path config = {};
  std::vector<Override> overrides = {};
  /// The contents of the file when the run began, if they are known; the value of the first rank counts.
  std::optional<std::string> text = {};
  std::optional<std::uint64_t> islands = {};  ///< as the command line has it, in place of run.islands
  std::vector<std::size_t> nodes = {};        ///< the node of each rank; empty for a single rank
  bool of_trace = false;                      ///< whether the text is that of a trace, of any version
};

struct Loaded {
  Configuration configuration;
  std::unique_ptr<AnyProblem> problem;
  std::optional<double> target;               ///< stop.target, or else the known optimum
  std::uint64_t workers = 0;                  ///< programs of an island that evaluate; 0: none, or not told
  std::string text;                           ///< the effective configuration, TOML
  std::string file;                           ///< absolute
  std::map<std::string, std::string> inputs;  ///< file -> digest; on the first rank alone
  /// The settings and data that decide the run, seed and islands aside; on the first rank alone.
  std::string identity_text;
};

/// Ignores `request.text`. Throws UsageError and DataError.
Loaded load(const LoadRequest& request, const std::vector<ProblemType>& problems, Files& files);

/// The first rank reads the files, the others build from a copy. Throws AgreedFailure. Collective.
Loaded load(LoadRequest request, const std::vector<ProblemType>& problems, Communicator& world);

Digest identity_of(const Loaded& loaded, std::uint64_t seed, std::size_t islands);

std::string with_value(const std::string& toml, const std::string& key, const std::string& value);

/// For a puzzle file (ProblemType::is_puzzle), `files` gets a configuration that names it and leaves all else
/// at its default.
LoadRequest puzzle_request(const ConfigurationArguments& arguments, const Program& program, Files& files);

/// The same for a run: for a puzzle the settings are those of ProblemType::puzzle_configuration. The text is
/// that of the configuration, and the file is read but once. Throws UsageError.
LoadRequest run_request(const ConfigurationArguments& arguments, const Program& program);

/// Splits texts of the form "TABLE.KEY=VALUE". Throws UsageError for one without a value.
std::vector<LoadRequest::Override> parse_overrides(const std::vector<std::string>& settings);

LoadRequest load_request(const ConfigurationArguments& arguments);

}  // namespace skerry
