#pragma once

#include "app/run/load.hpp"
#include "app/run/session.hpp"
#include "trace/trace_writer.hpp"

#include <string>
#include <vector>

namespace skerry {

/// Of a run that begins; hosts[r] is where rank r runs.
TraceHeader first_header(const Loaded& loaded, const SessionSettings& settings,
                         const std::vector<std::string>& hosts);

/// Of a run that a trace holds. Where an earlier version of skerry wrote it, the configuration has the names
/// of today; otherwise it is as it was written.
TraceHeader past_header(const TraceReader& past);

/// Of a run that goes on: as it was, but for what resuming may change, and with the time of day added.
TraceHeader resumed_header(const TraceReader& past, const Loaded& loaded);

}  // namespace skerry
