#include "puzzles/external/journal_entry.hpp"

#include "skerry/detail/text.hpp"

#include "trace/journal.hpp"

#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry::external {
namespace {

using nlohmann::json;

constexpr int journal_version = 1;
constexpr std::string_view genome_field = ", \"genome\": ";

/// Appends seconds that are not negative, cut to microseconds; a format of fixed precision takes longer.
void append_seconds(const char* key, double seconds, std::string& line) {
  const auto microseconds = static_cast<std::int64_t>(seconds * 1e6);
  line += fmt::format(", \"{}\": {}.{:06}", key, microseconds / 1'000'000, microseconds % 1'000'000);
}

void append_measures(const std::vector<double>& measures, std::string& line) {
  std::string_view before = ", \"measures\": [";
  for (const double measure : measures)
    line += fmt::format("{}{}", std::exchange(before, ", "), exact_json(measure));
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
  std::string line = fmt::format("{{\"attempt\": {}", entry.attempt);
  if (const auto* score = std::get_if<Score>(&entry.outcome)) {
    line += fmt::format(", \"fitness\": {}, \"violation\": {}", exact_json(score->fitness),
                        exact_json(score->violation));
    if (!entry.measures.empty()) append_measures(entry.measures, line);
  } else {
    const auto& failure = std::get<FailedAttempt>(entry.outcome);
    line += fmt::format(", \"fail\": {}, \"reason\": {}", json_text(failure.kind), json_text(failure.reason));
  }
  if (entry.work) {
    line += fmt::format(", \"seed\": {}, \"rank\": {}, \"place\": {}", entry.work->seed, entry.work->rank,
                        entry.work->place);
    append_seconds("started", entry.work->started_s, line);
    append_seconds("seconds", entry.work->duration_s, line);
  } else {
    line += ", \"taken\": true";
  }
  line += genome_field;
  line += entry.genome;
  append_sealed(line, text);
}

std::optional<JournalEntry> read_entry(std::string_view line) {
  const auto body = unsealed(line);
  if (!body) return std::nullopt;
  // Quotes in a reason are escaped, so this is not a part of one.
  const std::size_t end = body->find(genome_field);
  if (end == std::string_view::npos) return std::nullopt;
  try {
    const json object = json::parse(std::string(body->substr(0, end)) + "}");
    return entry_of(object, body->substr(end + genome_field.size()));
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

void append_line(const JournalHeader& header, std::string& text) {
  const std::string line =
      fmt::format(R"({{"skerry_journal": {}, "skerry": "{}", "evaluation": "{}", "seed": {}, "island": {})",
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

}  // namespace skerry::external
