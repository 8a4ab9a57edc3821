#pragma once

#include "skerry/app/any_problem.hpp"

#include "app/run/session.hpp"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry {

/// A run for people: the solution, what it is worth, rule by rule, why the run stopped, where the trace is.
std::string report_text(const SessionReport& report, bool colour);
/// A run for programs; the keys are part of the command line's contract.
nlohmann::ordered_json report_json(const SessionReport& report);

/// One run of several, and all of them together.
std::string repeat_line(const SessionReport& report);
std::string repeat_summary(const std::vector<SessionReport>& reports);

/// "1234.5, feasible", "1200, 2.9 % away": a score, and how far it is from a target.
std::string score_text(Score score);
std::string target_text(Score score, Direction direction, double target);

/// Rules that are not met; none where a problem does not judge.
std::size_t broken_rules(const Assessment& assessment);

/// A solution's worth, its gap to the target, and the table of rules.
std::string assessment_text(const Assessment& assessment, Direction direction, std::optional<double> target,
                            bool colour);

/// The same for `check`, and what the problem explains.
std::string check_text(const Assessment& assessment, Direction direction, std::optional<double> target,
                       bool colour);

}  // namespace skerry
