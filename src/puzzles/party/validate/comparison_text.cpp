#include "app/terminal/console.hpp"
#include "puzzles/party/validate/comparison.hpp"

#include <fmt/core.h>

namespace skerry::party {

namespace {

std::string difference_text(const AnswerChange& change) {
  if (!change.difference || *change.difference == 0) return "";
  return fmt::format(" ({}{}{}{})", *change.difference > 0 ? "+" : "", number_text(*change.difference),
                     change.unit.empty() ? "" : " ", change.unit);
}

std::string line_of(const AnswerChange& change) {
  const auto told = [](const std::string& text) { return text.empty() ? "not answered" : text; };
  if (change.before == change.after) return "as before: " + change.after;
  return fmt::format("{}; before: {}{}", told(change.after), told(change.before), difference_text(change));
}

}  // namespace

std::string text_of(const Comparison& comparison) {
  std::string text = fmt::format("compared with {} ({})\n", comparison.puzzle, comparison.file);
  if (!comparison.changes) {
    text += "changes    are not told where a rule by itself can't be met\n";
  } else if (comparison.changes->empty()) {
    text += "changes    none\n";
  } else {
    for (const Change& change : *comparison.changes)
      text += fmt::format("{:<10} {}\n", change.part, change.text);
  }
  text += "what that did to the answers\n";
  for (const AnswerChange& change : comparison.answers)
    text += fmt::format("{:<10} {}\n", change.answer, line_of(change));
  return text;
}

nlohmann::ordered_json json_of(const Comparison& comparison) {
  using Json = nlohmann::ordered_json;
  Json json = {{"puzzle", comparison.puzzle}, {"file", comparison.file}, {"changes", nullptr}};
  if (comparison.changes) {
    json["changes"] = Json::array();
    for (const auto& [part, text] : *comparison.changes)
      json["changes"].push_back({{"part", part}, {"text", text}});
  }
  json["answers"] = Json::array();
  for (const AnswerChange& change : comparison.answers) {
    json["answers"].push_back({{"answer", change.answer},
                               {"before", change.before},
                               {"after", change.after},
                               {"difference", change.difference ? Json(*change.difference) : Json(nullptr)},
                               {"unit", change.unit}});
  }
  return json;
}

}  // namespace skerry::party
