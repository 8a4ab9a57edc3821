#include "trace/journal.hpp"

#include "skerry/error.hpp"

#include "trace/trace_format.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {
namespace fs = std::filesystem;
namespace {

std::string seal_of(std::string_view object) {
  return fmt::format(", \"crc\": \"{:08x}\"}}", hdf5::checksum_of(object));
}

}  // namespace

void append_sealed(std::string_view object, std::string& text) {
  text.append(object).append(seal_of(object)) += '\n';
}

std::optional<std::string_view> unsealed(std::string_view line) {
  const std::string_view object = line.substr(0, line.size() - std::min(line.size(), seal_of({}).size()));
  return line.substr(object.size()) == seal_of(object) ? std::optional(object) : std::nullopt;
}

std::uint64_t read_lines(const std::filesystem::path& file, std::uint64_t begin,
                         const std::function<void(std::string_view line)>& take) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(begin));
  std::uint64_t end = begin;
  std::string line;
  while (std::getline(stream, line) && !stream.eof()) {
    end += line.size() + 1;
    take(line);
  }
  return end;
}

fs::path journal_of(const fs::path& trace) {
  return trace.string() + ".journal";
}

std::vector<fs::path> journals_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".jsonl" && at->is_regular_file(error)) files.push_back(at->path());
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

JournalCounts count_journals(const fs::path& folder) {
  using nlohmann::json;
  JournalCounts counts;
  for (const fs::path& file : journals_in(folder)) {
    bool first = true;
    read_lines(file, 0, [&](std::string_view line) {
      const auto body = unsealed(line);
      const json object = body ? json::parse(std::string(*body) + "}", nullptr, false) : json();
      const bool header = std::exchange(first, false);
      if (!object.contains(header ? "skerry_journal" : "attempt")) {
        ++counts.damaged;
      } else if (!header) {
        counts.taken += object.contains("taken") ? 1 : 0;
        counts.paid += object.contains("taken") ? 0 : 1;
        counts.failed += object.contains("fail") ? 1 : 0;
      }
    });
  }
  return counts;
}

}  // namespace skerry
