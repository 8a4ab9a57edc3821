#pragma once

#include "app/run/load.hpp"
#include "app/run/session.hpp"
#include "trace/trace_writer.hpp"

namespace skerry {

/// Returns the header of a run that begins.
TraceHeader first_header(const Loaded& loaded, const SessionSettings& settings, const Layout& layout);

/// Returns the header of a run that a trace holds. Where an earlier version of skerry wrote it, its
/// configuration gets today's names; otherwise the configuration is unchanged.
TraceHeader past_header(const TraceReader& past);

/// Returns the header of a run that goes on: the earlier one, with the settings that resuming may change, and
/// with the present time and layout added.
TraceHeader resumed_header(const TraceReader& past, const Loaded& loaded, const Layout& layout);

}  // namespace skerry
