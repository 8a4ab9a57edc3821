#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/program.hpp"
#include "skerry/error.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include "app/run/session.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

/// Returns the report of a run for people: the solution, its score rule by rule, the reason of the stop, and
/// the path of the trace.
std::string report_text(const SessionReport& report, bool colour);
/// The variable by which an experiment has its processes say in JSON that a run had ended before them
/// ("kept"). Otherwise a series that is repeated says the same again.
inline constexpr const char* tells_kept = "SKERRY_TELLS_KEPT";
/// Returns the report of a run as JSON; the keys are part of the command line's contract.
nlohmann::ordered_json report_json(const SessionReport& report);

/// Return a line for one run of several, and a summary of all.
std::string repeat_line(const SessionReport& report);
std::string repeat_summary(const std::vector<SessionReport>& reports);

/// Return a score as text ("1234.5, feasible"), and its distance from a target ("1200, 2.9 % away").
std::string score_text(Score score);
std::string target_text(Score score, Direction direction, double target);

/// Returns how many rules are not met; 0 where a problem does not judge.
std::size_t broken_rules(const Assessment& assessment);

/// Returns a solution's score, its gap to the target, and the table of rules.
std::string assessment_text(const Assessment& assessment, Direction direction, std::optional<double> target,
                            bool colour);

/// Returns the same for `check`, with the problem's explanation.
std::string check_text(const Assessment& assessment, Direction direction, std::optional<double> target,
                       bool colour);

/// What the solutions that a run keeps besides its populations amount to.
struct KeptSolutions {
  struct Extremes {
    Objective objective;
    double least = 0;
    double most = 0;
  };

  SetKind kind = SetKind::none;
  std::uint64_t solutions = 0;
  std::optional<double> hypervolume = {};  ///< of a front, up to the references, if each objective has one
  std::vector<Extremes> extremes = {};     ///< of the objectives of a front that is not empty
  std::uint64_t cells = 0;                 ///< of a map
  std::optional<double> qd_score = {};     ///< of a map whose solutions have a worst fitness
};

/// Returns what a set amounts to. From `worst_fitness` the QD-score counts; without one there is none if the
/// problem minimises, and it is 0 if the problem maximises. The hypervolume of more than four objectives, and
/// of so many solutions that it would take seconds, is left out.
KeptSolutions kept_solutions(const SetDescription& description, const SolutionSet& set, Direction direction,
                             std::optional<double> worst_fitness);
/// Returns lines for people, each named in a column of that width: "front", "price", or "map". Empty where
/// nothing is kept.
std::string kept_text(const KeptSolutions& kept, std::size_t width);
/// Returns the same in a few words: "812 of 1,000 cells, QD-score 1234.5".
std::string kept_words(const KeptSolutions& kept);
/// Returns where the solutions are, and the command that draws them; empty where nothing is kept.
std::string where_kept(const KeptSolutions& kept, const std::string& trace);
/// Adds the keys "front" and "map"; the one that is not kept is null.
void add_kept(nlohmann::ordered_json& json, const KeptSolutions& kept);

/// The form of a report: text for people, one line for each of many runs, JSON for scripts.
enum class Form { text, line, json };

/// Prints, on the first rank, how a run ended. `same_command` is the command that would go on with the run;
/// where it is missing, `resume` would.
void print_ending(const SessionReport& report, Form form, const Program& program,
                  const std::string& same_command = {});

ExitStatus status_of(const SessionReport& report);

}  // namespace skerry
