#include "trace/journal_places.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;

fs::path journal_of(const fs::path& trace) {
  return trace.string() + ".journal";
}

std::string journal_name(std::uint32_t island) {
  return fmt::format("island-{}.jsonl", island);
}

std::vector<fs::path> journals_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".jsonl") files.push_back(at->path());
  }
  std::ranges::sort(files);
  return files;
}

void remove_journal(const fs::path& trace, bool force) {
  const fs::path folder = journal_of(trace);
  const std::vector<fs::path> files = journals_in(folder);
  if (!files.empty() && !force) {
    throw UsageError(
        fmt::format("{} holds what was paid for a trace that is gone; --force removes it, --output names "
                    "another trace",
                    folder.string()));
  }
  std::error_code error;
  for (const fs::path& file : files) {
    if (!fs::remove(file, error) && error)
      throw UsageError(fmt::format("{} can't be removed: {}", file.string(), error.message()));
  }
  fs::remove(folder, error);
}

}  // namespace skerry
