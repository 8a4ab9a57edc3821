#include "puzzles/party/validate/kept_answers.hpp"

#include "skerry/error.hpp"

#include "app/terminal/output_file.hpp"
#include "trace/checkpoint/digest.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr const char* kept_schema = "skerry.kept-answers/1";

}  // namespace

KeptAnswers::KeptAnswers(std::filesystem::path file, double seconds, std::function<bool()> stop)
    : file_(std::move(file)), stop_(std::move(stop)), limit_(seconds) {
  make_folder(file_.parent_path());
  remove_parts_of(file_);
  std::ifstream stream(file_, std::ios::binary);
  if (!stream) return;
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != kept_schema)
      throw DataError(fmt::format("the schema of {} is {}; it is \"{}\"", file_.string(),
                                  json.at("schema").dump(), kept_schema));
    const bool same_limit = json.at("limit").get<double>() == limit_;
    for (const auto& [question, kept] : json.at("answers").items()) {
      Entry entry{kept.at("answer"), kept.at("seconds").get<double>(), kept.at("final").get<bool>()};
      if (!same_limit) entry.seconds = 0;
      if (same_limit || entry.final) entries_.emplace(question, std::move(entry));
    }
  } catch (const Json::exception& error) {
    throw DataError(
        fmt::format("{} does not hold answers that --keep has written ({}); without it the "
                    "validation begins anew",
                    file_.string(), error.what()));
  }
}

const KeptAnswers::Json* KeptAnswers::find(const std::string& question) {
  const auto known = entries_.find(question);
  if (known == entries_.end()) return nullptr;
  before_ = std::max(seconds(), known->second.seconds);
  watch_ = Stopwatch();
  return &known->second.answer;
}

void KeptAnswers::keep(const std::string& question, Json answer, bool final) {
  if (stop_()) return;  // which has cut the answer short
  entries_.insert_or_assign(question, Entry{std::move(answer), seconds(), final});
  if (file_.empty()) return;
  Json json = {{"schema", kept_schema}, {"limit", limit_}, {"answers", Json::object()}};
  for (const auto& [name, entry] : entries_)
    json["answers"][name] = {{"answer", entry.answer}, {"seconds", entry.seconds}, {"final", entry.final}};
  replace_file(file_, json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::filesystem::path kept_file(const std::filesystem::path& folder, const std::filesystem::path& puzzle,
                                const std::map<std::string, std::string>& digests_of_inputs,
                                const ValidationSettings& settings) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {} {} {}\n", SKERRY_VERSION, settings.within,
                  settings.seconds_a_question, settings.catalogue, settings.differ, settings.most_listed,
                  settings.constructions, settings.players, settings.seed, settings.front);
  for (const auto& [name, digest] : digests_of_inputs) text += digest + "\n";
  constexpr std::size_t enough = 16;
  return folder / fmt::format("{}-{}.kept.json", puzzle.stem().string(),
                              hexadecimal(digest_of(text)).substr(0, enough));
}

}  // namespace skerry::party
