#include "puzzles/external/protocol.hpp"

#include "skerry/exact_text.hpp"

#include "app/text/utf8.hpp"
#include "puzzles/external/genome_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry::external {
namespace {

using nlohmann::json;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Replaces the words for numbers that are not finite, which many programs write and JSON does not have, by
/// null.
std::string without_infinities(std::string_view text) {
  constexpr std::array<std::string_view, 8> words = {"-Infinity", "Infinity", "NaN", "-inf",
                                                     "inf",       "-nan",     "nan", "-NaN"};
  std::string plain;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\' && i + 1 < text.size()) {
      plain.append(text.substr(i++, 2));
      continue;
    }
    if (text[i] == '"') in_string = !in_string;
    const auto begins_here = [&](std::string_view word) {
      const std::size_t end = i + word.size();
      return text.substr(i).starts_with(word) && (end == text.size() || !is_letter(text[end])) &&
             (i == 0 || !is_letter(text[i - 1]));
    };
    const auto* const word = in_string ? words.end() : std::ranges::find_if(words, begins_here);
    if (word == words.end()) {
      plain += text[i];
    } else {
      plain += "null";
      i += word->size() - 1;
    }
  }
  return plain;
}

/// Returns the object that the text is; none for any other text.
std::optional<json> object_of(std::string_view text) {
  json document = json::parse(text, nullptr, false);
  if (document.is_discarded()) document = json::parse(without_infinities(text), nullptr, false);
  if (!document.is_object()) return std::nullopt;
  return document;
}

/// Returns the reason that a worker gives for a failure, never an empty one.
std::string reason_of(const json& fail) {
  std::string reason = shown(fail.is_string() ? fail.get<std::string>() : fail.dump(-1, ' ', true));
  return reason.find_first_not_of(' ') == std::string::npos ? "no reason given" : reason;
}

/// Returns the reason of the failure that an object tells of; none where its "fail" is absent or null, false
/// or 0, as programs write it that fill in all keys of an answer.
std::optional<std::string> failure_told(const json& object) {
  const auto fail = object.find("fail");
  const bool none = fail == object.end() || fail->is_null() || *fail == false || *fail == 0;
  if (none) return std::nullopt;
  return reason_of(*fail);
}

/// Returns the number that a value is, NaN for null, or why it is none. A truth value is none: most likely it
/// says whether something worked.
std::variant<double, Failure> number_of(const json& value, std::string_view name) {
  if (value.is_null()) return std::nan("");
  if (value.is_number()) return value.get<double>();
  return Failure{FailureKind::invalid,
                 fmt::format("the {} is {}; it is a number", name, shown(value.dump(-1, ' ', true)))};
}

Judgement judgement_of(const json& object, std::string_view text) {
  if (const auto reason = failure_told(object)) return Failure{FailureKind::told, *reason};
  const auto given = object.find("fitness");
  if (given == object.end()) {
    return Failure{FailureKind::no_answer,
                   fmt::format("{} has neither a number \"fitness\" nor \"fail\"", shown(text))};
  }
  const auto fitness = number_of(*given, "fitness");
  if (const auto* failure = std::get_if<Failure>(&fitness)) return *failure;
  const auto violated = object.find("violation");
  if (violated == object.end()) return judged(std::get<double>(fitness), 0);
  const auto violation = number_of(*violated, "violation");
  if (const auto* failure = std::get_if<Failure>(&violation)) return *failure;
  return judged(std::get<double>(fitness), std::get<double>(violation));
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t most_bytes = 200;
  std::string line;
  std::string_view rest = text.substr(0, most_bytes);
  while (!rest.empty()) {
    const std::size_t sound = utf8_end(rest);
    line += rest.substr(0, sound);
    rest.remove_prefix(sound);
    if (rest.empty()) break;
    line += '?';
    rest.remove_prefix(1);
  }
  std::ranges::replace_if(line, is_control, ' ');
  return text.size() > most_bytes ? line + "..." : line;
}

std::string first_line(const Declaration& declaration) {
  std::string line =
      fmt::format(R"({{"skerry": "{}", "protocol": 1, "direction": "{}", "genome": )", SKERRY_VERSION,
                  declaration.direction == Direction::minimise ? "minimise" : "maximise");
  append_json(declaration.space, line);
  return line + "}\n";
}

std::string read_ready(std::string_view line) {
  const auto object = object_of(line);
  if (!object) return fmt::format("its first line is {}; it is {{\"ready\": true}}", shown(line));
  if (const auto reason = failure_told(*object)) return "it says: " + *reason;
  const auto ready = object->find("ready");
  if (ready == object->end() || !ready->is_boolean() || !ready->get<bool>())
    return fmt::format("its first line is {}; it is {{\"ready\": true}}", shown(line));
  return {};
}

Judgement judged(double fitness, double violation) {
  if (!std::isfinite(fitness)) return Failure{FailureKind::invalid, "the fitness is no finite number"};
  if (!std::isfinite(violation)) return Failure{FailureKind::invalid, "the violation is no finite number"};
  if (violation < 0) {
    return Failure{FailureKind::invalid,
                   fmt::format("the violation is {}; it is at least 0", exact_text(violation))};
  }
  return Score{.violation = violation, .fitness = fitness};
}

std::variant<Answer, Failure> read_answer(std::string_view line) {
  const auto object = object_of(line);
  if (!object) return Failure{FailureKind::no_answer, fmt::format("\"{}\" is no answer", shown(line))};
  const auto id = object->find("id");
  if (id == object->end() || !id->is_string())
    return Failure{FailureKind::no_answer, fmt::format("{} has no text \"id\"", shown(line))};
  return Answer{id->get<std::string>(), judgement_of(*object, line)};
}

Judgement read_result(std::string_view text) {
  const auto object = object_of(text);
  if (!object) return Failure{FailureKind::no_answer, fmt::format("\"{}\" is no JSON object", shown(text))};
  return judgement_of(*object, text);
}

}  // namespace skerry::external
