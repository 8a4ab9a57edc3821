#pragma once

#include "skerry/error.hpp"

#include "commands/program.hpp"
#include "run/session.hpp"

namespace skerry {

/// text: for people. line: one of many runs. json: for scripts.
enum class Form { text, line, json };

/// Says on the first rank how a run ended.
void print_ending(const SessionReport& report, Form form, const Program& program);

ExitStatus status_of(const SessionReport& report);

}  // namespace skerry
