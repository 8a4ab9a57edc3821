#pragma once

#include "skerry/app/command.hpp"
#include "skerry/app/settings.hpp"

#include "app/run/load.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry {

class Files;

/// A command that a variant uses in place of runs, and that writes a table.
struct VariantTask {
  std::string command;
  nlohmann::ordered_json asked;  ///< its table in the file, as a JSON object
  TableTask call;
};

/// It runs once for each seed, on one instance and at a point of the grid.
struct Variant {
  std::string name;      ///< the name of its files: results/<experiment>/<name>-<seed>.h5
  std::string instance;  ///< the label of its instance, within which variants are compared; may be empty
  std::string label;
  std::filesystem::path config;
  std::uint64_t islands = 1;
  bool baseline = false;
  std::vector<LoadRequest::Override> settings;
  std::optional<VariantTask> task;
  nlohmann::ordered_json published;  ///< to be printed beside ours; a JSON object
  bool chosen = true;                ///< whether this call carries out its runs

  std::filesystem::path file_of(std::uint64_t seed) const;
};

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
  nlohmann::ordered_json claims;  ///< about figures of one or two variants; a JSON list
};

/// What a call of an experiment changes of its file.
struct ExperimentChanges {
  std::vector<LoadRequest::Override> settings = {};  ///< of all variants
  std::optional<std::uint64_t> seeds = {};
  std::vector<std::string> chosen = {};  ///< patterns of names of variants; none: all
};

/// docs/experiments.md describes the file. Variants may name those of `commands` that write tables. Throws
/// UsageError, also for more than a million runs, and DataError for a mistake in the published figures.
ExperimentDescription read_experiment(const std::filesystem::path& file, Files& files,
                                      const std::vector<Command>& commands,
                                      const ExperimentChanges& changes = {});

struct GridPoint {
  std::string name;  ///< "gene_rate=0.1-population=20"; empty for the only point of an empty grid
  std::optional<std::uint64_t> islands;
  std::vector<LoadRequest::Override> settings;
};

/// The last key changes fastest. Throws UsageError for a key without a list, and for more than 100,000
/// combinations.
std::vector<GridPoint> grid_points(const Settings& table);

/// Each * in `pattern` stands for any characters, also for none. The time is at most proportional to the
/// product of both lengths.
bool matches(std::string_view pattern, std::string_view name);

bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

/// Returns a message such as: there is no variant "rong"; did you mean "ring"? It is empty if `pattern`
/// matches one of `names`. `kind` is "variant" here.
std::string complaint(std::string_view kind, const std::string& pattern,
                      const std::vector<std::string>& names);

struct Pairing {
  std::string instance;  ///< empty if the file has no instances
  std::string variant;   ///< its name, or its label if it has none
  Variant made;          ///< without its figures and the point of the grid, which are added later
};

/// The last changes fastest. Settings are those of the experiment, the instance, the variant and the
/// exceptions, in this order. Throws UsageError, also if no pair is left and for more than 100,000 pairs.
std::vector<Pairing> cross(const Settings& experiment, const std::vector<Command>& commands);

}  // namespace skerry
