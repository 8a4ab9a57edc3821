#pragma once

#include "skerry/record.hpp"

#include <nlohmann/json.hpp>

namespace skerry {

/// Returns a record as a JSON object, with a key for each member of its table.
template <Record R>
nlohmann::ordered_json record_json(const R& record) {
  nlohmann::ordered_json json;
  for_each_member<R>([&](const auto& member) { json[member.name] = record.*member.pointer; });
  return json;
}

}  // namespace skerry
