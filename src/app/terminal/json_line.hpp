#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace skerry {

/// Returns JSON on one line. Bytes that are no UTF-8, which the name of a file may hold, become the
/// replacement character.
inline std::string json_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace skerry
