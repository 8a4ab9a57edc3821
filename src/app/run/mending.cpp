#include "app/run/mending.hpp"

#include "app/run/trace_header.hpp"

#include <utility>

namespace skerry {

void write_mended(const TraceReader& past, const std::filesystem::path& file, OldFile old,
                  const std::string& ended) {
  TraceWriter writer(file, past_header(past), past, past.epoch_count(), std::move(old));
  if (const auto footer = past.footer()) {
    writer.finish(*footer);
  } else {
    writer.interrupt(ended);
  }
}

}  // namespace skerry
