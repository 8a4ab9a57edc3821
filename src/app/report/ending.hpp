#pragma once

#include "skerry/app/program.hpp"
#include "skerry/error.hpp"

#include "app/run/session.hpp"

#include <string>

namespace skerry {

/// The form of a report: text for people, one line for each of many runs, JSON for scripts.
enum class Form { text, line, json };

/// Prints, on the first rank, how a run ended. `same_command` is the command that would go on with the run;
/// where it is missing, `resume` would.
void print_ending(const SessionReport& report, Form form, const Program& program,
                  const std::string& same_command = {});

ExitStatus status_of(const SessionReport& report);

}  // namespace skerry
