#pragma once

#include "skerry/detail/text.hpp"

#include "engine/settings/keys.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace skerry {

/// Returns a number as a TOML float, which has a point or an exponent.
inline std::string toml_float(double value) {
  std::string text = exact_text(value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

/// Writes the keys that it visits as TOML. A resumed run compares the text with that of its trace, so its
/// form must not change.
struct TomlText {
  std::string_view separator = "\n";
  std::string (*number)(double) = toml_float;
  std::string text = {};

  void operator()(std::string_view key, std::uint64_t value, auto /*domain*/, const KeyInfo& info) {
    if (value > 0 || info.absent == Absent::recorded) add(key, std::to_string(value));
  }
  void operator()(std::string_view key, double value, auto /*domain*/, const KeyInfo& /*info*/) {
    add(key, number(value));
  }
  void operator()(std::string_view key, bool value, std::nullptr_t, const KeyInfo& /*info*/) {
    add(key, value ? "true" : "false");
  }
  void operator()(std::string_view key, const std::string& value, std::nullptr_t, const KeyInfo& /*info*/) {
    if (!value.empty()) add_quoted(key, value);
  }
  template <typename T>
  void operator()(std::string_view key, const std::optional<T>& value, auto domain, const KeyInfo& info) {
    if (value) (*this)(key, *value, domain, info);
  }
  template <typename Kind, std::size_t N>
  requires std::is_enum_v<Kind>
  void operator()(std::string_view key, Kind kind, const Names<N>& names, const KeyInfo& /*info*/) {
    add_quoted(key, names.at(static_cast<std::size_t>(kind)));
  }
  template <typename Named>
  requires requires(const Named& named) {
    { named.name() } -> std::convertible_to<std::string_view>;
  }
  void operator()(std::string_view key, const Named& named, const auto& /*domain*/, const KeyInfo& /*info*/) {
    add_quoted(key, named.name());
  }

  void add(std::string_view key, std::string_view value) {
    if (!text.empty()) text += separator;
    text.append(key).append(" = ").append(value);
  }
  void add_quoted(std::string_view key, std::string_view value) {
    add(key, "\"" + std::string(value) + "\"");
  }
};

}  // namespace skerry
