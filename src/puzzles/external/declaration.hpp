#pragma once

#include "skerry/score.hpp"

#include "puzzles/external/genome.hpp"
#include "puzzles/external/template_text.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::external {

enum class OnFailure { rank_last, abort };
enum class Keep { failures, all, none };

/// Where to find a number in the output of a program.
struct OutputPattern {
  std::regex fitness;  ///< with one group, the number
  std::optional<std::regex> violation{};
};

/// The settings of mode "files".
struct FilesMode {
  std::vector<TemplateText> command;     ///< a template for each word
  std::filesystem::path directory;       ///< in which each evaluation gets a directory of its own
  std::string parameters;                ///< name of the file with the request; empty: none
  std::string input;                     ///< name of the file that is made of the template
  std::optional<TemplateText> deck;      ///< the template, where there is one
  std::string result;                    ///< name of the file that is read; empty: standard output
  std::optional<OutputPattern> pattern;  ///< none: the result is JSON
  Keep keep = Keep::failures;
};

/// An external problem as its configuration declares it.
struct Declaration {
  Space space;
  Direction direction = Direction::minimise;
  std::string unit;
  std::vector<std::string> command;
  std::filesystem::path folder;  ///< of the configuration, absolute
  double timeout_s = 0;          ///< of an evaluation; 0: none
  double start_timeout_s = 0;    ///< of the start of a worker
  std::uint64_t retries = 0;
  OnFailure on_failure = OnFailure::rank_last;
  double most_failures = 1;
  std::size_t workers = 1;         ///< processes at once
  std::size_t requests = 0;        ///< that a worker has at a time; 0: as many as it answers in a moment
  std::optional<FilesMode> files;  ///< none: mode "worker"
  std::string evaluation;          ///< a digest of what decides the score of a genome
};

/// Returns what to try where the program can't be started: a path, where it lies beside the configuration and
/// is looked for in PATH; empty otherwise.
std::string hint(const Declaration& declaration);

/// Reads the [problem] table; docs/external.md lists the keys. Files that decide the fitness become inputs of
/// the run. Throws UsageError and DataError.
Declaration read_declaration(const Settings& settings, Files& files);

}  // namespace skerry::external
