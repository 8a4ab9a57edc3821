#pragma once

#include "skerry/app/program.hpp"
#include "skerry/error.hpp"

#include "app/run/session.hpp"

#include <string>

namespace skerry {

/// text: for people. line: one of many runs. json: for scripts.
enum class Form { text, line, json };

/// Says on the first rank how a run ended. `same_command`: how the command that ran it would go on with it;
/// without that it is `resume` that does.
void print_ending(const SessionReport& report, Form form, const Program& program,
                  const std::string& same_command = {});

ExitStatus status_of(const SessionReport& report);

}  // namespace skerry
