#include "trace/trace_header.hpp"

#include <algorithm>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry {

namespace {

void append_item(std::string& items, const std::string& item) {
  items += (items.empty() ? "" : " ") + item;
}

std::ptrdiff_t items_in(const std::string& items) {
  return items.empty() ? 0 : std::ranges::count(items, ' ') + 1;
}

}  // namespace

void note_layout(TraceHeader& header, const Layout& layout) {
  header.hosts = fmt::format("{}", fmt::join(layout.hosts, ","));
  header.islands = layout.hosts.size();
  header.processes = layout.processes;
}

void note_resumed(TraceHeader& header, const Layout& layout) {
  while (items_in(header.resumed_on) < items_in(header.resumed)) append_item(header.resumed_on, "?");
  append_item(header.resumed, fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  std::vector<std::string> hosts;
  for (const std::string& host : layout.hosts) {
    if (std::ranges::find(hosts, host) == hosts.end()) hosts.push_back(host);
  }
  append_item(header.resumed_on, fmt::format("{}@{}", layout.processes, fmt::join(hosts, ",")));
}

}  // namespace skerry
