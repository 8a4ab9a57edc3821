#include "trace/journal.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "trace/trace_format.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace skerry {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

constexpr int journal_version = 1;
constexpr std::string_view before_genome = ", \"genome\": ";
constexpr std::string_view before_checksum = ", \"crc\": \"";
constexpr std::string_view after_checksum = "\"}";
constexpr std::size_t checksum_digits = 8;
constexpr std::size_t seal_size = before_checksum.size() + checksum_digits + after_checksum.size();

using Line = fmt::memory_buffer;

void append_sealed(Line& line, std::string& text) {
  const std::uint64_t sum = hdf5::checksum_of(std::string_view(line.data(), line.size()));
  fmt::format_to(fmt::appender(line), "{}{:08x}{}\n", before_checksum, sum, after_checksum);
  text.append(line.data(), line.size());
}

/// Returns the line before its checksum; none if the checksum is not that of the line.
std::optional<std::string_view> unsealed(std::string_view line) {
  if (line.size() < seal_size || !line.ends_with(after_checksum)) return std::nullopt;
  const std::string_view body = line.substr(0, line.size() - seal_size);
  if (line.substr(body.size()) !=
      fmt::format("{}{:08x}{}", before_checksum, hdf5::checksum_of(body), after_checksum))
    return std::nullopt;
  return body;
}

/// Appends seconds that are not negative, cut to microseconds; a format of fixed precision takes longer.
void append_seconds(const char* key, double seconds, Line& line) {
  const auto microseconds = static_cast<std::int64_t>(seconds * 1e6);
  fmt::format_to(fmt::appender(line), ", \"{}\": {}.{:06}", key, microseconds / 1'000'000,
                 microseconds % 1'000'000);
}

void append_measures(const std::vector<double>& measures, Line& line) {
  std::string_view before = ", \"measures\": [";
  for (const double measure : measures)
    fmt::format_to(fmt::appender(line), "{}{}", std::exchange(before, ", "), exact_json(measure));
  line.push_back(']');
}

std::string json_text(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

JournalEntry entry_of(const json& object, std::string_view genome) {
  JournalEntry entry{.genome = std::string(genome), .attempt = object.at("attempt").get<std::uint64_t>()};
  if (object.contains("fail")) {
    entry.outcome =
        FailedAttempt{object.at("fail").get<std::string>(), object.at("reason").get<std::string>()};
  } else {
    entry.outcome = Score{.violation = object.at("violation").get<double>(),
                          .fitness = object.at("fitness").get<double>()};
    if (object.contains("measures")) entry.measures = object.at("measures").get<std::vector<double>>();
  }
  if (object.contains("taken")) return entry;
  entry.work = AttemptWork{.seed = object.at("seed").get<std::uint64_t>(),
                           .rank = object.at("rank").get<std::uint32_t>(),
                           .place = object.at("place").get<std::uint32_t>(),
                           .started_s = object.at("started").get<double>(),
                           .duration_s = object.at("seconds").get<double>()};
  return entry;
}

}  // namespace

void append_line(const JournalEntry& entry, std::string& text) {
  Line line;
  const auto out = fmt::appender(line);
  fmt::format_to(out, "{{\"attempt\": {}", entry.attempt);
  if (const auto* score = std::get_if<Score>(&entry.outcome)) {
    fmt::format_to(out, ", \"fitness\": {}, \"violation\": {}", exact_json(score->fitness),
                   exact_json(score->violation));
    if (!entry.measures.empty()) append_measures(entry.measures, line);
  } else {
    const auto& failure = std::get<FailedAttempt>(entry.outcome);
    fmt::format_to(out, ", \"fail\": {}, \"reason\": {}", json_text(failure.kind), json_text(failure.reason));
  }
  if (entry.work) {
    fmt::format_to(out, ", \"seed\": {}, \"rank\": {}, \"place\": {}", entry.work->seed, entry.work->rank,
                   entry.work->place);
    append_seconds("started", entry.work->started_s, line);
    append_seconds("seconds", entry.work->duration_s, line);
  } else {
    line.append(std::string_view(", \"taken\": true"));
  }
  line.append(before_genome);
  line.append(entry.genome);
  append_sealed(line, text);
}

std::optional<JournalEntry> read_entry(std::string_view line) {
  const auto body = unsealed(line);
  if (!body) return std::nullopt;
  // Quotes in a reason are escaped, so this is not a part of one.
  const std::size_t end = body->find(before_genome);
  if (end == std::string_view::npos) return std::nullopt;
  try {
    const json object = json::parse(std::string(body->substr(0, end)) + "}");
    return entry_of(object, body->substr(end + before_genome.size()));
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

void append_line(const JournalHeader& header, std::string& text) {
  Line line;
  fmt::format_to(fmt::appender(line),
                 R"({{"skerry_journal": {}, "skerry": "{}", "evaluation": "{}", "seed": {}, "island": {})",
                 journal_version, SKERRY_VERSION, header.evaluation, header.seed, header.island);
  append_sealed(line, text);
}

std::optional<JournalHeader> read_header(std::string_view line) {
  const auto body = unsealed(line);
  if (!body) return std::nullopt;
  try {
    const json object = json::parse(std::string(*body) + "}");
    if (object.at("skerry_journal").get<int>() != journal_version) return std::nullopt;
    return JournalHeader{.evaluation = object.at("evaluation").get<std::string>(),
                         .seed = object.at("seed").get<std::uint64_t>(),
                         .island = object.at("island").get<std::uint32_t>()};
  } catch (const json::exception&) {
    return std::nullopt;
  }
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
  JournalCounts counts;
  for (const fs::path& file : journals_in(folder)) {
    bool header = true;
    read_lines(file, 0, [&](std::string_view line) {
      if (std::exchange(header, false)) {
        counts.damaged += read_header(line) ? 0 : 1;
      } else if (const auto entry = read_entry(line)) {
        counts.taken += entry->work ? 0 : 1;
        counts.paid += entry->work ? 1 : 0;
        counts.failed += std::holds_alternative<FailedAttempt>(entry->outcome) ? 1 : 0;
      } else {
        ++counts.damaged;
      }
    });
  }
  return counts;
}

}  // namespace skerry
