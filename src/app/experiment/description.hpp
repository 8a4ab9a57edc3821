#pragma once

#include "skerry/app/command.hpp"

#include "app/run/load.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry {

class Files;

/// A command that a variant uses in place of runs, and that writes a table.
struct VariantTask {
  std::string command;           ///< the name of the command: "construct"
  nlohmann::ordered_json asked;  ///< its table in the file, as a JSON object
  TableTask call;
};

/// A variant of an experiment on one of its instances, at a point of its grid. It runs once for each seed.
struct Variant {
  std::string name;      ///< the name of its files: results/<experiment>/<name>-<seed>.h5
  std::string instance;  ///< the label of its instance, within which variants are compared; may be empty
  std::string label;     ///< its name among the variants of its instance
  std::filesystem::path config;
  std::uint64_t islands = 1;
  bool baseline = false;  ///< whether the other variants of its instance are compared with it
  std::vector<LoadRequest::Override> settings;
  std::optional<VariantTask> task;
  nlohmann::ordered_json published;  ///< published figures, to be printed beside ours; a JSON object

  std::filesystem::path file_of(std::uint64_t seed) const;
};

/// Many runs, described once.
struct ExperimentDescription {
  std::string name;
  std::string title;
  std::string source;          ///< the publication of the experiment
  std::filesystem::path file;  ///< absolute
  std::filesystem::path output;
  std::uint64_t first_seed = 1;
  std::uint64_t seeds = 1;
  std::vector<Variant>
      variants;  ///< every instance with every variant of the file, at every point of the grid
  nlohmann::ordered_json claims;  ///< claims about figures of one or two variants; a JSON list
};

/// Reads an experiment file, which docs/experiments.md describes. Its variants may name those of `commands`
/// that write tables. Throws UsageError, also for more than a million runs, and DataError for a mistake in
/// its table of published figures.
ExperimentDescription read_experiment(const std::filesystem::path& file, Files& files,
                                      const std::vector<Command>& commands);

}  // namespace skerry
