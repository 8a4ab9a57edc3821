#pragma once

#include "hdf5/trace_writer.hpp"
#include "run/load.hpp"
#include "run/session.hpp"

#include <string>
#include <vector>

namespace skerry {

/// Of a run that begins; hosts[r] is where rank r runs.
TraceHeader first_header(const Loaded& loaded, const SessionSettings& settings,
                         const std::vector<std::string>& hosts);

/// Of a run that goes on: as it was, but for what resuming may change, and with the time of day added.
TraceHeader resumed_header(const TraceReader& past, const Loaded& loaded);

}  // namespace skerry
