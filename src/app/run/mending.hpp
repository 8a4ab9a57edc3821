#pragma once

#include "trace/trace_reader.hpp"
#include "trace/trace_writer.hpp"

#include <filesystem>
#include <string>

namespace skerry {

/// Writes the whole epochs of a killed trace to a new file, which may replace it, and closes that as the run
/// would have closed it. Where the kill came before the run's end, it is closed as interrupted at `ended`
/// (ISO 8601, UTC).
void write_mended(const TraceReader& past, const std::filesystem::path& file, OldFile old,
                  const std::string& ended);

}  // namespace skerry
