#include "skerry/app/settings.hpp"

#include "app/config/node.hpp"
#include "app/config/renamed_keys.hpp"

#include <algorithm>
#include <cmath>
#include <system_error>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry {
namespace {

constexpr std::string_view whole_number = "it is a whole number";
constexpr std::string_view any_number = "it is a number";
constexpr std::string_view any_text = "it is a text in quotes";

template <typename T>
std::string interval(Range<T> range) {
  if (range.most == std::numeric_limits<T>::max()) return fmt::format("it is at least {}", range.least);
  if (range.least == std::numeric_limits<T>::lowest()) return fmt::format("it is at most {}", range.most);
  if (range.least == T{0} && range.most == T{1} && std::is_floating_point_v<T>) {
    return "a rate lies in [0, 1]";
  }
  return fmt::format("it lies in [{}, {}]", range.least, range.most);
}

template <typename T>
T checked(const Settings::Node& node, std::string_view key, const toml::node& value, T number,
          Range<T> range) {
  if (number < range.least || number > range.most) node.refuse(key, value, interval(range));
  return number;
}

std::int64_t to_integer(const Settings::Node& node, std::string_view key, const toml::node& value) {
  const auto* integer = value.as_integer();
  if (integer == nullptr) node.refuse(key, value, whole_number);
  return integer->get();
}

double to_number(const Settings::Node& node, std::string_view key, const toml::node& value) {
  if (const auto* integer = value.as_integer()) return static_cast<double>(integer->get());
  const auto* number = value.as_floating_point();
  if (number == nullptr || !std::isfinite(number->get())) {
    node.refuse(key, value, number == nullptr ? any_number : "it is a finite number");
  }
  return number->get();
}

std::string to_text(const Settings::Node& node, std::string_view key, const toml::node& value) {
  const auto* text = value.as_string();
  if (text == nullptr) node.refuse(key, value, any_text);
  return text->get();
}

template <typename Convert>
auto to_list(Settings::Node& node, std::string_view key, std::string_view expected, Convert&& convert) {
  std::vector<decltype(convert(std::declval<const toml::node&>()))> list;
  if (const toml::node* value = node.find(key)) {
    const toml::array* array = value->as_array();
    if (array == nullptr) node.refuse(key, *value, expected);
    for (const toml::node& element : *array) list.push_back(convert(element));
  }
  return list;
}

template <typename Convert>
auto to_lists(Settings::Node& node, std::string_view key, std::string_view expected, Convert&& convert) {
  return to_list(node, key, expected, [&](const toml::node& row) {
    std::vector<decltype(convert(row))> list;
    if (!row.is_array()) node.refuse(key, row, expected);
    for (const toml::node& value : *row.as_array()) list.push_back(convert(value));
    return list;
  });
}

std::filesystem::path resolve(Settings::Node& node, std::string_view key, const toml::node& value) {
  const std::filesystem::path named = to_text(node, key, value);
  if (named.empty()) node.refuse(key, value, "it is the name of a file");
  if (!node.overridden(key)) return node.document->file.parent_path() / named;
  std::error_code error;
  node.resolved.insert_or_assign(key, std::filesystem::absolute(named, error).string());
  return named;
}

}  // namespace

std::int64_t Settings::integer(std::string_view key, Range<std::int64_t> range) const {
  const toml::node& value = node_->require(key);
  return checked(*node_, key, value, to_integer(*node_, key, value), range);
}

std::int64_t Settings::integer(std::string_view key, std::int64_t fallback, Range<std::int64_t> range) const {
  if (node_->find(key) != nullptr) return integer(key, range);
  node_->defaults.insert_or_assign(key, fallback);
  return fallback;
}

double Settings::number(std::string_view key, Range<double> range) const {
  const toml::node& value = node_->require(key);
  return checked(*node_, key, value, to_number(*node_, key, value), range);
}

double Settings::number(std::string_view key, double fallback, Range<double> range) const {
  if (node_->find(key) != nullptr) return number(key, range);
  node_->defaults.insert_or_assign(key, fallback);
  return fallback;
}

bool Settings::flag(std::string_view key, bool fallback) const {
  const toml::node* value = node_->find(key);
  if (value == nullptr) {
    node_->defaults.insert_or_assign(key, fallback);
    return fallback;
  }
  if (!value->is_boolean()) node_->refuse(key, *value, "it is true or false");
  return value->as_boolean()->get();
}

std::string Settings::text(std::string_view key) const {
  return to_text(*node_, key, node_->require(key));
}

std::string Settings::text(std::string_view key, std::string_view fallback) const {
  if (node_->find(key) != nullptr) return text(key);
  node_->defaults.insert_or_assign(key, fallback);
  return std::string(fallback);
}

bool Settings::is_text(std::string_view key) const {
  const toml::node* value = node_->find(key);
  return value != nullptr && value->is_string();
}

bool Settings::is_list(std::string_view key) const {
  const toml::node* value = node_->find(key);
  return value != nullptr && value->is_array();
}

std::string Settings::choice(std::string_view key, std::string_view fallback,
                             std::span<const std::string_view> names) const {
  std::string name = text(key, fallback);
  if (std::ranges::find(names, name) != names.end()) return name;
  if (const auto current = renamed_value(node_->path, key, name)) {
    node_->refuse(key, node_->require(key),
                  fmt::format("it is called \"{}\" since skerry {}", *current, renamed_since));
  }
  const auto near = nearest_name(name, {names.begin(), names.end()});
  node_->refuse(key, node_->require(key),
                fmt::format("it is one of {}{}", fmt::join(names, ", "),
                            near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
}

std::filesystem::path Settings::path(std::string_view key) const {
  return resolve(*node_, key, node_->require(key));
}

std::filesystem::path Settings::path(std::string_view key, const std::filesystem::path& fallback) const {
  const toml::node* value = node_->find(key);
  return value != nullptr ? resolve(*node_, key, *value) : fallback;
}

std::vector<std::int64_t> Settings::integers(std::string_view key) const {
  return to_list(*node_, key, "it is a list of whole numbers",
                 [&](const toml::node& value) { return to_integer(*node_, key, value); });
}

std::vector<double> Settings::numbers(std::string_view key) const {
  return to_list(*node_, key, "it is a list of numbers",
                 [&](const toml::node& value) { return to_number(*node_, key, value); });
}

std::vector<std::string> Settings::texts(std::string_view key) const {
  if (const toml::node* value = node_->find(key); value != nullptr && value->is_string()) return {text(key)};
  return to_list(*node_, key, "it is a list of texts",
                 [&](const toml::node& value) { return to_text(*node_, key, value); });
}

std::vector<std::vector<std::int64_t>> Settings::integer_lists(std::string_view key) const {
  return to_lists(*node_, key, "it is a list of lists of whole numbers",
                  [&](const toml::node& value) { return to_integer(*node_, key, value); });
}

std::vector<std::vector<double>> Settings::number_lists(std::string_view key) const {
  return to_lists(*node_, key, "it is a list of lists of numbers",
                  [&](const toml::node& value) { return to_number(*node_, key, value); });
}

}  // namespace skerry
