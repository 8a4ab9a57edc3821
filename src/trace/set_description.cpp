#include "trace/set_description.hpp"

#include "skerry/error.hpp"

#include "trace/hdf5/attribute.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry::hdf5 {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Objective& objective) {
  return {{"name", objective.name},
          {"unit", objective.unit},
          {"direction", objective.direction == Direction::minimise ? "minimise" : "maximise"},
          {"reference", objective.reference ? Json(*objective.reference) : Json(nullptr)}};
}

Json json_of(const Feature& feature) {
  return {{"name", feature.name}, {"unit", feature.unit},   {"least", feature.least},
          {"most", feature.most}, {"cells", feature.cells}, {"categories", feature.categories}};
}

Objective objective_of(const Json& json) {
  Objective objective{.name = json.at("name"), .unit = json.at("unit")};
  const std::string direction = json.at("direction");
  if (direction != "minimise" && direction != "maximise")
    throw Failure("its direction is '" + direction + "'");
  objective.direction = direction == "minimise" ? Direction::minimise : Direction::maximise;
  if (const Json& reference = json.at("reference"); !reference.is_null())
    objective.reference = reference.get<double>();
  return objective;
}

Feature feature_of(const Json& json) {
  return {.name = json.at("name"),
          .unit = json.at("unit"),
          .least = json.at("least"),
          .most = json.at("most"),
          .cells = json.at("cells"),
          .categories = json.at("categories")};
}

}  // namespace

std::string description_text(const SetDescription& description) {
  Json list = Json::array();
  for (const Objective& objective : description.objectives) list.push_back(json_of(objective));
  for (const Feature& feature : description.features) list.push_back(json_of(feature));
  // A name that is no UTF-8 is changed rather than refused.
  std::string text = list.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > most_text_bytes) {
    throw UsageError(fmt::format(
        "the names of the {} take {} bytes as JSON, and a trace has room for {}; make them shorter",
        description.kind == SetKind::map ? "features and their categories" : "objectives", text.size(),
        most_text_bytes));
  }
  return text;
}

void read_description(const std::string& text, SetDescription& description) {
  try {
    for (const Json& one : Json::parse(text)) {
      if (description.kind == SetKind::map) {
        description.features.push_back(feature_of(one));
      } else {
        description.objectives.push_back(objective_of(one));
      }
    }
  } catch (const Json::exception& error) {
    throw Failure(
        fmt::format("attribute 'description' is not as docs/trace-format.md says ({})", error.what()));
  }
}

}  // namespace skerry::hdf5
