#include "trace/trace_header.hpp"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/core.h>

namespace skerry {

void note_resumed(TraceHeader& header) {
  const std::string now = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  header.resumed += (header.resumed.empty() ? "" : " ") + now;
}

}  // namespace skerry
