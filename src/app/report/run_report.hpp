#pragma once

#include "skerry/app/any_problem.hpp"

#include "app/run/session.hpp"

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

}  // namespace skerry
