#include "puzzles/external/protocol.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry::external {
namespace {

struct FailureName {
  FailureKind kind;
  std::string_view word;  ///< in a judgement's text
  std::string_view text;  ///< behind a number of evaluations
};

constexpr std::array<FailureName, 8> failure_names = {{
    {FailureKind::told, "told", "reported by the evaluator"},
    {FailureKind::invalid, "invalid", "without a valid number"},
    {FailureKind::no_answer, "no_answer", "without an answer that could be read"},
    {FailureKind::unknown_id, "unknown_id", "answered under an unknown id"},
    {FailureKind::too_long, "too_long", "with too long an answer"},
    {FailureKind::timeout, "timeout", "not answered in time"},
    {FailureKind::ended, "ended", "ended by the end of the process"},
    {FailureKind::refused, "refused", "for which no process started"},
}};
constexpr std::string_view score_word = "score";

const FailureName& name_of_kind(FailureKind kind) {
  return *std::ranges::find(failure_names, kind, &FailureName::kind);
}

/// Removes the text up to the first space, and that.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

std::optional<double> number_of_word(std::string_view word) {
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string_view word_of(FailureKind kind) {
  return name_of_kind(kind).word;
}

FailureKind kind_of_word(std::string_view word) {
  const auto* const name = std::ranges::find(failure_names, word, &FailureName::word);
  if (name == failure_names.end())
    throw DataError(fmt::format("\"{}\" is no result of an evaluation", word.substr(0, 100)));
  return name->kind;
}

std::string text_of(const Judgement& judgement) {
  if (const auto* failure = std::get_if<Failure>(&judgement))
    return fmt::format("{} {}", word_of(failure->kind), failure->reason);
  const auto& [score, measures] = std::get<Scored>(judgement);
  std::string text =
      fmt::format("{} {} {}", score_word, exact_text(score.violation), exact_text(score.fitness));
  for (const double measure : measures) text.append(" ").append(exact_text(measure));
  return text;
}

Judgement read_judgement(std::string_view text) {
  std::string_view rest = text;
  const std::string_view word = take_word(rest);
  if (word == score_word) {
    std::vector<double> numbers;
    bool right = !text.ends_with(' ');
    while (right && !rest.empty()) {
      const auto number = number_of_word(take_word(rest));
      right = number.has_value();
      if (right) numbers.push_back(*number);
    }
    if (right && numbers.size() >= 2) {
      return Scored(Score{.violation = numbers[0], .fitness = numbers[1]},
                    std::vector<double>(numbers.begin() + 2, numbers.end()));
    }
    throw DataError(fmt::format("\"{}\" is no result of an evaluation", text.substr(0, 100)));
  }
  return Failure{kind_of_word(word), std::string(rest)};
}

bool Tally::count_failure(const Failure& failure) {
  ++failures_;
  Kind& kind = kinds_[failure.kind];
  if (++kind.number == 1) kind.reason = failure.reason;
  return kind.number == 1;
}

std::string Tally::summary() const {
  if (failures_ == 0) return {};
  std::string text = fmt::format("{} of {} evaluations failed: ", failures_, evaluations_);
  for (bool first = true; const auto& [kind, found] : kinds_) {
    text +=
        fmt::format("{}{} {} ({})", first ? "" : ", ", found.number, name_of_kind(kind).text, found.reason);
    first = false;
  }
  return text;
}

std::string Tally::text() const {
  nlohmann::json kinds = nlohmann::json::array();
  for (const auto& [kind, found] : kinds_) kinds.push_back({kind, found.number, found.reason});
  return nlohmann::json{{"evaluations", evaluations_}, {"kinds", kinds}}.dump(
      -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Tally::add(std::string_view text) {
  const auto other = nlohmann::json::parse(text);
  evaluations_ += other["evaluations"].get<std::uint64_t>();
  for (const auto& found : other["kinds"]) {
    const auto number = found[1].get<std::uint64_t>();
    failures_ += number;
    Kind& kind = kinds_[found[0].get<FailureKind>()];
    if (kind.number == 0) kind.reason = found[2].get<std::string>();
    kind.number += number;
  }
}

namespace {

using nlohmann::json;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Replaces numbers that are not finite, which many programs write and JSON does not have, by null.
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

/// Returns none if the text is not an object.
std::optional<json> object_of(std::string_view text) {
  json document = json::parse(text, nullptr, false);
  if (document.is_discarded()) document = json::parse(without_infinities(text), nullptr, false);
  if (!document.is_object()) return std::nullopt;
  return document;
}

/// Returns a text that is never empty.
std::string reason_of(const json& fail) {
  std::string reason = shown(fail.is_string() ? fail.get<std::string>() : fail.dump(-1, ' ', true));
  return reason.find_first_not_of(' ') == std::string::npos ? "no reason given" : reason;
}

/// Returns null if there is none.
const json* member_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

/// Returns none if "fail" is absent or null, false or 0, as programs write it that fill in all keys of an
/// answer.
std::optional<std::string> failure_told(const json* fail) {
  const bool none = fail == nullptr || fail->is_null() || *fail == false || *fail == 0;
  if (none) return std::nullopt;
  return reason_of(*fail);
}

/// Returns NaN for null. A truth value is not a number: most likely it says whether something worked.
std::variant<double, Failure> number_of(const json& value, std::string_view name) {
  if (value.is_null()) return std::nan("");
  if (value.is_number()) return value.get<double>();
  return Failure{FailureKind::invalid,
                 fmt::format("the {} is {}; it is a number", name, shown(value.dump(-1, ' ', true)))};
}

/// Returns the index of a category, which an answer gives as it is or by the category's name.
std::variant<double, Failure> category_of(const json& value, const Feature& feature) {
  const auto& names = feature.categories;
  if (value.is_string()) {
    const auto found = std::ranges::find(names, value.get_ref<const std::string&>());
    if (found != names.end()) return static_cast<double>(found - names.begin());
  } else if (value.is_number()) {
    const auto index = value.get<double>();
    if (index >= 0 && index < static_cast<double>(names.size()) && index == std::floor(index)) return index;
  }
  return Failure{FailureKind::invalid,
                 fmt::format("the feature {} is {}; it is one of {}, or its index, 0 to {}", feature.name,
                             shown(value.dump(-1, ' ', true)), shown(joined(names, ", ")), names.size() - 1)};
}

/// Appends the numbers of a list; returns a failure if it is not one of `count` finite numbers. `features`
/// are those whose list it is.
std::optional<Failure> append_measures(const json* list, const char* name, std::size_t count,
                                       std::vector<double>& measures,
                                       std::span<const Feature> features = {}) {
  if (count == 0) return std::nullopt;
  const auto is_category = [&](std::size_t i) {
    return i < features.size() && !features[i].categories.empty();
  };
  bool right = list != nullptr && list->is_array() && list->size() == count;
  for (std::size_t i = 0; right && i < count; ++i) right = is_category(i) || (*list)[i].is_number();
  if (!right) {
    const std::string found = list == nullptr ? "are missing" : "are " + shown(list->dump(-1, ' ', true));
    return Failure{FailureKind::invalid, fmt::format("the {} {}; they are a list of {} finite number{}", name,
                                                     found, count, count == 1 ? "" : "s")};
  }
  for (std::size_t i = 0; i < count; ++i) {
    const json& value = (*list)[i];
    const std::variant<double, Failure> number =
        is_category(i) ? category_of(value, features[i]) : value.get<double>();
    if (const auto* failure = std::get_if<Failure>(&number)) return *failure;
    measures.push_back(std::get<double>(number));
  }
  return std::nullopt;
}

/// Returns null for the parts that an answer does not have.
using FindPart = std::function<const json*(const char* key)>;

/// `text` is what the answer stands in.
Judgement judgement_of(const FindPart& find, std::string_view text, const Declaration& declaration) {
  if (const auto reason = failure_told(find("fail"))) return Failure{FailureKind::told, *reason};
  std::vector<double> measures;
  const std::size_t objectives = declaration.objectives.size();
  if (auto failure = append_measures(find("objectives"), "objectives", objectives, measures)) return *failure;
  const std::vector<Feature>& features = declaration.features;
  if (auto failure = append_measures(find("features"), "features", features.size(), measures, features))
    return *failure;
  std::variant<double, Failure> fitness;
  if (const json* given = find("fitness")) {
    fitness = number_of(*given, "fitness");
  } else if (declaration.first_objective_is_fitness()) {
    fitness = measures.front();
  } else if (objectives > 0) {
    return Failure{
        FailureKind::no_answer,
        fmt::format("there is no \"fitness\", and the first objective, {}, has another direction "
                    "than the problem; problem.direction = \"{}\" takes it for the fitness",
                    declaration.objectives.front().name, word_of(declaration.objectives.front().direction))};
  } else {
    return Failure{FailureKind::no_answer,
                   fmt::format("{} has neither a number \"fitness\" nor \"fail\"", shown(text))};
  }
  if (const auto* failure = std::get_if<Failure>(&fitness)) return *failure;
  std::variant<double, Failure> violation = 0.0;
  if (const json* given = find("violation")) violation = number_of(*given, "violation");
  if (const auto* failure = std::get_if<Failure>(&violation)) return *failure;
  Judgement judgement = judged(std::get<double>(fitness), std::get<double>(violation));
  if (auto* scored = std::get_if<Scored>(&judgement)) scored->measures = std::move(measures);
  return judgement;
}

using Answers = std::variant<std::vector<Answer>, Failure>;

Answers read_batch(const json& object, std::string_view line, const Declaration& declaration) {
  const json& ids = object.at("batch");
  const auto refuse = [&](std::string_view what) {
    return Failure{FailureKind::no_answer, fmt::format("{}: {}", shown(line), what)};
  };
  if (!ids.is_array() || !std::ranges::all_of(ids, [](const json& id) { return id.is_string(); }))
    return refuse("\"batch\" is a list of ids, which are texts");
  for (const char* key : {"fitness", "violation", "objectives", "features"}) {
    const json* column = member_of(object, key);
    if (column != nullptr && (!column->is_array() || column->size() != ids.size()))
      return refuse(fmt::format("\"{}\" is a list of {} values, one for each id", key, ids.size()));
  }
  const json* fail = member_of(object, "fail");
  if (fail != nullptr && !fail->is_object() && !fail->is_null())
    return refuse("\"fail\" is an object of reasons by id");
  std::vector<Answer> answers;
  answers.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto& id = ids[i].get_ref<const std::string&>();
    const auto find = [&](std::string_view key) -> const json* {
      if (key == "fail") return fail == nullptr ? nullptr : member_of(*fail, id.c_str());
      const json* column = member_of(object, key.data());
      return column == nullptr ? nullptr : &(*column)[i];
    };
    answers.push_back({id, judgement_of(find, line, declaration)});
  }
  return answers;
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

std::string_view word_of(Direction direction) {
  return direction == Direction::minimise ? "minimise" : "maximise";
}

std::string json_of_measures(const Declaration& declaration) {
  nlohmann::ordered_json measures = {{"objectives", json::array()}, {"features", json::array()}};
  for (const Objective& objective : declaration.objectives)
    measures["objectives"].push_back({{"name", objective.name}, {"direction", word_of(objective.direction)}});
  for (const Feature& feature : declaration.features) {
    measures["features"].push_back({{"name", feature.name}});
    if (!feature.categories.empty()) measures["features"].back()["categories"] = feature.categories;
  }
  const std::string object = measures.dump(-1, ' ', true, json::error_handler_t::replace);
  return object.substr(1, object.size() - 2);
}

std::string first_line(const Declaration& declaration) {
  std::string line = fmt::format(R"({{"skerry": "{}", "protocol": 1, "direction": "{}")", SKERRY_VERSION,
                                 word_of(declaration.direction));
  if (!declaration.objectives.empty() || !declaration.features.empty())
    line.append(", ").append(json_of_measures(declaration));
  line += ", \"genome\": ";
  append_json(declaration.space, line);
  return line + "}\n";
}

Readiness read_ready(std::string_view line) {
  const auto object = object_of(line);
  const auto is_true = [&](const char* key) {
    const json* value = member_of(*object, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
  };
  if (object) {
    if (const auto reason = failure_told(member_of(*object, "fail"))) return {"it says: " + *reason};
    if (is_true("ready")) return {.batch = is_true("batch")};
  }
  return {fmt::format("its first line is {}; it is {{\"ready\": true}}", shown(line))};
}

Judgement judged(double fitness, double violation) {
  if (!std::isfinite(fitness)) return Failure{FailureKind::invalid, "the fitness is no finite number"};
  if (!std::isfinite(violation)) return Failure{FailureKind::invalid, "the violation is no finite number"};
  if (violation < 0) {
    return Failure{FailureKind::invalid,
                   fmt::format("the violation is {}; it is at least 0", exact_text(violation))};
  }
  return Scored(Score{.violation = violation, .fitness = fitness});
}

Answers read_answers(std::string_view line, const Declaration& declaration) {
  const auto object = object_of(line);
  if (!object) return Failure{FailureKind::no_answer, fmt::format("\"{}\" is no answer", shown(line))};
  if (object->contains("batch")) return read_batch(*object, line, declaration);
  const json* id = member_of(*object, "id");
  if (id == nullptr || !id->is_string())
    return Failure{FailureKind::no_answer, fmt::format("{} has no text \"id\"", shown(line))};
  const auto find = [&](const char* key) { return member_of(*object, key); };
  return std::vector<Answer>{{id->get<std::string>(), judgement_of(find, line, declaration)}};
}

Judgement read_result(std::string_view text, const Declaration& declaration) {
  const auto object = object_of(text);
  if (!object) return Failure{FailureKind::no_answer, fmt::format("\"{}\" is no JSON object", shown(text))};
  return judgement_of([&](const char* key) { return member_of(*object, key); }, text, declaration);
}

namespace {

constexpr std::array<const char*, 4> kind_names = {"real", "integer", "bit", "permutation"};

std::string text_of(double value) {
  std::string text = exact_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string text_of(std::int32_t value) {
  return exact_text(value);
}

std::string text_of(std::uint32_t value) {
  return exact_text(value);
}

template <typename T>
void append_bounds(std::span<const T> bounds, bool as_list, std::string& text) {
  if (!as_list) {
    text += text_of(bounds.front());
    return;
  }
  for (std::size_t gene = 0; gene < bounds.size(); ++gene)
    text.append(gene == 0 ? "[" : ", ").append(text_of(bounds[gene]));
  text += ']';
}

std::size_t size_of(const PartSpace& part) {
  return std::visit([](const auto& values) { return values.size(); }, part.values);
}

/// Returns false if the JSON value is of another kind.
bool read_gene(const nlohmann::json& value, std::size_t gene, Reals<>& genes) {
  if (!value.is_number()) return false;
  genes[gene] = value.get<double>();
  return true;
}
template <typename Whole>
bool read_whole_number(const nlohmann::json& value, Whole& gene) {
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<Whole>::max())
    return false;
  if (!value.is_number_unsigned() && value.get<std::int64_t>() < std::numeric_limits<Whole>::min())
    return false;
  gene = value.get<Whole>();
  return true;
}
bool read_gene(const nlohmann::json& value, std::size_t gene, Integers<>& genes) {
  return read_whole_number(value, genes[gene]);
}
bool read_gene(const nlohmann::json& value, std::size_t gene, Permutation<>& genes) {
  return read_whole_number(value, genes[gene]);
}
bool read_gene(const nlohmann::json& value, std::size_t gene, Bits<>& bits) {
  std::uint32_t bit = 0;
  if (value.is_boolean()) {
    bit = value.get<bool>() ? 1 : 0;
  } else if (!read_whole_number(value, bit) || bit > 1) {
    return false;
  }
  if (bit == 1) bits.flip(gene);
  return true;
}

/// JSON knows fewer forms of numbers; a whole one stays whole.
std::string json_of_number(std::string_view text) {
  const char* const end = text.data() + text.size();
  std::int64_t whole = 0;
  if (std::from_chars(text.data(), end, whole).ptr == end) return std::to_string(whole);
  double number = 0;
  std::from_chars(text.data(), end, number);
  return text_of(number);
}

void make_room(const PartSpace& part, Values& values) {
  values = empty_values(static_cast<std::uint8_t>(part.values.index()));
  std::visit([&](auto& own) { own.resize(size_of(part)); }, values);
}

std::string read_part(const PartSpace& part, const nlohmann::json& list, Values& values) {
  const std::size_t size = size_of(part);
  if (!list.is_array() || list.size() != size)
    return fmt::format("part {} is not a list of {} values", part.name, size);
  make_room(part, values);
  for (std::size_t gene = 0; gene < size; ++gene) {
    const bool right = std::visit([&](auto& own) { return read_gene(list[gene], gene, own); }, values);
    if (!right) {
      return fmt::format("value {} of part {} is {}, no {}", gene, part.name, list[gene].dump(),
                         kind_names[part.values.index()]);
    }
  }
  return {};
}

}  // namespace

void append_value(const Values& values, std::size_t gene, std::string& text) {
  std::visit(
      [&](const auto& own) {
        if constexpr (requires { own.test(gene); }) {
          text += own.test(gene) ? '1' : '0';
        } else {
          text += text_of(own[gene]);
        }
      },
      values);
}

void append_values(const PartSpace& part, const Values& values, std::string_view separator,
                   std::string& text) {
  for (std::size_t gene = 0; gene < size_of(part); ++gene) {
    if (gene > 0) text += separator;
    append_value(values, gene, text);
  }
}

void append_json(const Space& space, const Genome& genome, std::string& text) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    text.append(i == 0 ? "{\"" : ", \"").append(space[i].name).append("\": [");
    append_values(space[i], genome.parts[i], ", ", text);
    text += ']';
  }
  text += '}';
}

void append_json(const Space& space, std::string& text) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    text += fmt::format(R"({}{{"name": "{}", "kind": "{}", "size": {})", i == 0 ? "[" : ", ", space[i].name,
                        kind_names[space[i].values.index()], size_of(space[i]));
    std::visit(
        [&](const auto& values) {
          if constexpr (requires { values.lower(0); }) {
            text += ", \"low\": ";
            append_bounds(values.lower(), space[i].lists_low, text);
            text += ", \"high\": ";
            append_bounds(values.upper(), space[i].lists_high, text);
          }
        },
        space[i].values);
    text += '}';
  }
  text += ']';
}

std::string json_of_numbers(const Space& space, std::span<const std::string_view> numbers) {
  std::string text;
  for (const PartSpace& part : space) {
    text.append(text.empty() ? "{\"" : ", \"").append(part.name).append("\": [");
    for (std::size_t gene = 0; gene < size_of(part); ++gene)
      text.append(gene > 0 ? ", " : "").append(json_of_number(numbers[gene]));
    numbers = numbers.subspan(size_of(part));
    text += ']';
  }
  return text + "}";
}

std::string read_json(const Space& space, std::string_view text, Genome& genome) {
  const auto document = nlohmann::json::parse(text, nullptr, false);
  if (!document.is_object()) return "the text is no JSON object";
  if (document.size() != space.size())
    return fmt::format("there are {} parts; {} are declared", document.size(), space.size());
  genome.parts.resize(space.size());
  for (std::size_t i = 0; i < space.size(); ++i) {
    const auto found = document.find(space[i].name);
    if (found == document.end()) return fmt::format("part {} is missing", space[i].name);
    if (std::string mistake = read_part(space[i], *found, genome.parts[i]); !mistake.empty()) return mistake;
  }
  return {};
}

}  // namespace skerry::external
