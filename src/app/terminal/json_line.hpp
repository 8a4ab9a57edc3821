#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace skerry {

/// JSON on one line. Bytes that are no UTF-8, as a file's name may hold, become the replacement character.
inline std::string json_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace skerry
