#pragma once

#include "skerry/detail/text.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace skerry {

/// The allowed values of a number, both ends included.
template <typename T>
struct Limits {
  T least;
  T most;
};

/// The allowed values of a number that can't be 0; the other end is included.
struct AboveZero {
  double most = std::numeric_limits<double>::max();

  /// The values with 0, as which a value is checked first.
  constexpr Limits<double> closed() const { return {0, most}; }
  constexpr bool bounded() const { return most != 1 && most != std::numeric_limits<double>::max(); }
};

/// The names of the values of an enum, in its order, or those that a text usually has.
template <std::size_t N>
using Names = std::array<std::string_view, N>;

/// Returns the names of the stock parts in such a tuple.
template <typename... Part>
constexpr Names<sizeof...(Part)> names_of_parts(std::type_identity<std::tuple<Part...>> /*parts*/) {
  return {Part::name...};
}

inline constexpr Limits<std::uint64_t> any_count{0, std::numeric_limits<std::int64_t>::max()};
/// Integers of TOML end before 2^63; above, a text holds the number.
inline constexpr Limits<std::uint64_t> any_seed{0, std::numeric_limits<std::uint64_t>::max()};
inline constexpr Limits<std::uint64_t> positive{1, std::numeric_limits<std::int64_t>::max()};
inline constexpr Limits<double> rate{0, 1};
inline constexpr Limits<double> not_negative{0, std::numeric_limits<double>::max()};
inline constexpr Limits<double> at_least_one{1, std::numeric_limits<double>::max()};
inline constexpr Limits<double> any_number{std::numeric_limits<double>::lowest(),
                                           std::numeric_limits<double>::max()};

/// What becomes of an absent key: its default is recorded, or it is left out, or refused.
enum class Absent { recorded, left_out, refused };

/// What a key means, for docs/configuration.md and `skerry keys`; texts are Markdown.
///
/// Each table of keys has a function visit_settings(settings, visit), or one named after the table, that
/// calls visit(key, member, domain, info) for each key. The domain is Limits or AboveZero of a number, the
/// Names of an enum, the values of a topology, or nullptr. These lists serve to read, check, write and
/// explain the keys.
struct KeyInfo {
  const char* meaning;
  const char* by_default = nullptr;  ///< where the default is more than the value of the member
  Absent absent = Absent::recorded;
};

/// Returns a number as a TOML float, which has a point or an exponent.
inline std::string toml_float(double value) {
  std::string text = exact_text(value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

/// Writes keys as TOML, in a form that must not change: resumed runs compare it with that of their trace.
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
  template <std::size_t N>
  void operator()(std::string_view key, const std::string& value, const Names<N>& names,
                  const KeyInfo& info) {
    if (value != names.front() || info.absent == Absent::recorded) add_quoted(key, value);
  }
  void operator()(std::string_view key, const std::vector<double>& values, auto /*domain*/,
                  const KeyInfo& /*info*/) {
    std::string list;
    for (const double value : values) list += (list.empty() ? "[" : ", ") + number(value);
    if (!values.empty()) add(key, list + "]");
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
