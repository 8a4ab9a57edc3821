#pragma once

#include "trace/trace_reader.hpp"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

std::string summary_text(const TraceSummary& summary, const std::string& trace);
/// Has the keys of `run --json`, and more.
nlohmann::ordered_json summary_json(const TraceSummary& summary, const std::string& trace);

}  // namespace skerry
