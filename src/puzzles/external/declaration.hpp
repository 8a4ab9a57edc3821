#pragma once

#include "skerry/evaluation/task_runner.hpp"
#include "skerry/measures.hpp"
#include "skerry/score.hpp"

#include "puzzles/external/genome.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::external {

struct Request {
  std::string id;        ///< no two requests of an island have the same; letters, digits and points
  std::string genome{};  ///< a JSON object
  std::uint64_t seed = 0;
};

/// The line has its end.
std::string request_line(const Request& request);
/// Throws DataError for a text that request_line() did not return.
Request read_request(std::string_view line);
std::string_view id_of_request(std::string_view line);

/// Places are {{x}} for all values of part x, separated by spaces, {{x[3]}} for one of them, counted from 0,
/// {{seed}}, {{id}}, and {{folder}} for the configuration's folder.
class TemplateText {
 public:
  /// Throws UsageError, with one sentence, for an unknown place; `name` stands for the text.
  TemplateText(std::string_view text, const Space& space, const std::string& name);

  std::string filled(const Space& space, const Genome& genome, const Request& request,
                     const std::string& folder) const;
  bool has_places() const { return !places_.empty(); }

 private:
  enum class Kind { values, seed, id, folder };
  struct Place {
    Kind kind;
    std::size_t part = 0;
    std::optional<std::size_t> gene{};
  };

  static Place place_of(std::string_view name, const Space& space, const std::string& text);

  std::vector<std::string> pieces_;  // one more than there are places, which lie between them
  std::vector<Place> places_;
};

enum class OnFailure { rank_last, abort };
enum class Keep { failures, all, none };

struct OutputPattern {
  std::regex fitness;  ///< with one group, the number
  std::optional<std::regex> violation{};
};

struct FilesMode {
  std::vector<TemplateText> command;  ///< a template for each word
  std::filesystem::path directory;    ///< in which each evaluation gets a directory of its own
  std::string parameters;             ///< with the request; empty: none
  std::string input;                  ///< made of the template
  std::optional<TemplateText> deck;
  std::string result;                    ///< name of the file that is read; empty: standard output
  std::optional<OutputPattern> pattern;  ///< none: the result is JSON
  Keep keep = Keep::failures;
};

struct Declaration {
  Space space;
  Direction direction = Direction::minimise;
  std::string unit;
  std::vector<Objective> objectives{};
  std::vector<Feature> features{};
  std::vector<std::string> command;
  std::filesystem::path folder;  ///< of the configuration, absolute
  double timeout_s = 0;          ///< of an evaluation; 0: none
  double start_timeout_s = 0;    ///< of the start of a worker
  std::uint64_t retries = 0;
  OnFailure on_failure = OnFailure::rank_last;
  double most_failures = 1;
  std::size_t workers = 1;
  std::size_t requests = 0;        ///< that a worker has at a time; 0: as many as it answers in a moment
  std::optional<FilesMode> files;  ///< none: mode "worker"
  std::string evaluation;          ///< a digest of what decides the score of a genome

  /// Tells whether the first objective is the fitness of an answer that has none.
  bool first_objective_is_fitness() const {
    return !objectives.empty() && objectives.front().direction == direction;
  }
};

/// Names the path to try if the program can't be started but lies beside the configuration; empty otherwise.
std::string hint(const Declaration& declaration);

/// docs/external.md lists the keys. Files that decide the fitness become inputs of the run. Throws UsageError
/// and DataError.
Declaration read_declaration(const Settings& settings, Files& files);

/// It covers command, direction, declared parts, objectives and features, the way in which programs get and
/// give numbers, and the digests of inputs.
std::string evaluation_digest(const Settings& problem, const Declaration& declaration,
                              const std::vector<std::string>& inputs);

/// How often in a row a process is started that can't be started or is not ready, and how much longer each
/// pause before the next start is.
constexpr int most_starts = 3;
constexpr std::chrono::milliseconds pause_after_failed_start{100};

/// 0 is no limit.
inline TaskRunner::Clock::duration time_limit(double seconds) {
  // No evaluation lasts a century; later times would overflow a clock.
  constexpr double most_s = 1e9;
  const double limited = seconds > 0 && seconds < most_s ? seconds : most_s;
  return std::chrono::duration_cast<TaskRunner::Clock::duration>(std::chrono::duration<double>(limited));
}

}  // namespace skerry::external
