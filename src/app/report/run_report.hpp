#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/program.hpp"
#include "skerry/error.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include "app/run/session.hpp"
#include "trace/trace_reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

std::string report_text(const SessionReport& report, bool colour);
/// With this variable, JSON says of a run that had ended before: "kept".
inline constexpr const char* tells_kept = "SKERRY_TELLS_KEPT";
/// The keys are part of the command line's contract.
nlohmann::ordered_json report_json(const SessionReport& report);

std::string repeat_line(const SessionReport& report);
std::string repeat_summary(const std::vector<SessionReport>& reports);

/// Texts are such as "1234.5, feasible" and "1200, 2.9 % away".
std::string score_text(Score score);
std::string target_text(Score score, Direction direction, double target);

/// Returns 0 if the problem does not judge.
std::size_t broken_rules(const Assessment& assessment);

std::string assessment_text(const Assessment& assessment, Direction direction, std::optional<double> target,
                            bool colour);

std::string check_text(const Assessment& assessment, Direction direction, std::optional<double> target,
                       bool colour);

struct KeptSolutions {
  struct Extremes {
    Objective objective;
    double least = 0;
    double most = 0;
  };

  SetKind kind = SetKind::none;
  std::uint64_t solutions = 0;
  Trials trials = {};
  std::optional<double> hypervolume = {};  ///< of a front, up to the references, if each objective has one
  std::vector<Extremes> extremes = {};     ///< of the objectives of a front that is not empty
  std::uint64_t cells = 0;                 ///< of a map
  std::optional<double> qd_score = {};     ///< of a map whose solutions have a worst fitness
};

/// Without `worst_fitness` there is no QD-score if the problem minimises, and 0 if it maximises. The
/// hypervolume is left out for more than four objectives and if it would take seconds.
KeptSolutions kept_solutions(const SetDescription& description, const SolutionSet& set, Direction direction,
                             std::optional<double> worst_fitness);
/// Each line is named in a column of that width: "front", "price", or "map". Empty if nothing is kept.
std::string kept_text(const KeptSolutions& kept, std::size_t width);
/// "812 of 1,000 cells, QD-score 1234.5"
std::string kept_words(const KeptSolutions& kept);
/// Names the command that draws them, too; empty if nothing is kept.
std::string where_kept(const KeptSolutions& kept, const std::string& trace);
/// Adds the keys "front" and "map"; the one that is not kept is null.
void add_kept(nlohmann::ordered_json& json, const KeptSolutions& kept);

enum class Form { text, line, json };

/// Prints on the first rank. `same_command` would go on with the run; without it, `resume` would.
void print_ending(const SessionReport& report, Form form, const Program& program,
                  const std::string& same_command = {});

ExitStatus status_of(const SessionReport& report);

std::string summary_text(const TraceSummary& summary, const std::string& trace);
/// Has the keys of `run --json`, and more.
nlohmann::ordered_json summary_json(const TraceSummary& summary, const std::string& trace);

}  // namespace skerry
