#include "skerry/error.hpp"

#include "app/config/node.hpp"
#include "app/config/parse_toml.hpp"
#include "app/text/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/core.h>

namespace skerry {
namespace {

/// Returns the value that the text stands for in TOML, or else the text itself.
toml::table parse_value(std::string_view value) {
  if (value.find_first_of("\r\n") == std::string_view::npos) {
    try {
      return toml::parse(fmt::format("value = {}", value));
    } catch (const toml::parse_error&) {
      return toml::table{{"value", value}};
    }
  }
  return toml::table{{"value", value}};
}

}  // namespace

Settings Settings::parse(std::string_view text, const std::filesystem::path& file, Kind kind) {
  auto document = std::make_shared<SettingsDocument>();
  document->file = file;
  document->kind = kind;
  document->root = parse_toml(text, file, kind);
  auto node = std::make_shared<Node>();
  node->table = &document->root;
  node->document = std::move(document);
  return Settings(std::move(node));
}

void Settings::override(std::string_view dotted_key, std::string_view value) {
  const std::string text = fmt::format("--set {}={}", dotted_key, value);
  if (!is_utf8(text))
    throw UsageError(fmt::format("a key or value is not UTF-8, as TOML has to be ({})", text));
  if (endless_key(dotted_key) || endless_key(value)) {
    throw UsageError(fmt::format("a key has more than {} parts; it is TABLE.KEY ({})", most_levels, text));
  }
  toml::table* table = &node_->document->root;
  std::string_view rest = dotted_key;
  std::string path;
  while (true) {
    const std::size_t dot = rest.find('.');
    const std::string_view key = rest.substr(0, dot);
    if (key.empty()) throw UsageError(fmt::format("a part of the key is empty; it is TABLE.KEY ({})", text));
    path += path.empty() ? std::string(key) : fmt::format(".{}", key);
    toml::node* existing = table->get(key);
    if (dot == std::string_view::npos) {
      toml::table parsed = parse_value(value);
      toml::node& fresh = *parsed.get("value");
      if (fresh.is_table() || (existing != nullptr && existing->is_table())) {
        throw UsageError(fmt::format("{} is a table; set one of its keys at a time ({})", path, text));
      }
      if (existing != nullptr && existing->is_array_of_tables() && !fresh.is_array()) {
        throw UsageError(fmt::format(
            "{0} is a list of tables; set all of it: --set '{0}=[{{ KEY = VALUE, ... }}, ...]' ({1})", path,
            text));
      }
      fresh.visit([&](auto& concrete) { table->insert_or_assign(key, std::move(concrete)); });
      node_->document->overrides[path] = text;
      if (too_deep(node_->document->root)) {
        throw UsageError(
            fmt::format("tables and lists stand in each other more than {} deep ({})", most_levels, text));
      }
      return;
    }
    if (existing == nullptr) existing = &table->insert(key, toml::table{}).first->second;
    if (!existing->is_table()) {
      throw UsageError(
          fmt::format("{} is {}, so no key below it can be set ({})", path, shown(*existing), text));
    }
    table = existing->as_table();
    rest.remove_prefix(dot + 1);
  }
}

void Settings::replace(std::string_view key, double number) {
  node_->document->overrides[node_->path_of(key)] = where(key);
  constexpr double most_whole = 0x1p53;
  if (number == std::floor(number) && std::abs(number) < most_whole) {
    node_->table->insert_or_assign(key, static_cast<std::int64_t>(number));
  } else {
    node_->table->insert_or_assign(key, number);
  }
}

bool Settings::has(std::string_view key) const {
  return node_->find(key) != nullptr;
}

std::vector<std::string> Settings::keys() const {
  struct Place {
    bool overridden;
    toml::source_position at;
    std::string key;
  };
  std::vector<Place> places;
  for (const auto& entry : *node_->table) {
    const auto at = entry.first.source().begin;
    places.push_back({!at, at, std::string(entry.first.str())});
  }
  std::ranges::stable_sort(places, [](const Place& a, const Place& b) {
    return a.overridden == b.overridden ? a.at < b.at : b.overridden;
  });
  std::vector<std::string> names;
  names.reserve(places.size());
  for (Place& place : places) names.push_back(std::move(place.key));
  return names;
}

Settings Settings::table(std::string_view key) const {
  if (const auto seen = node_->tables.find(key); seen != node_->tables.end()) return Settings(seen->second);
  static toml::table empty;
  toml::node* value = node_->find(key);
  if (value != nullptr && !value->is_table()) node_->refuse(key, *value, "it is a table");
  auto below = std::make_shared<Node>();
  below->document = node_->document;
  below->table = value != nullptr ? value->as_table() : &empty;
  below->position = value != nullptr ? value->source().begin : node_->position;
  below->path = node_->path_of(key);
  node_->tables.emplace(key, below);
  return Settings(std::move(below));
}

std::vector<Settings> Settings::tables(std::string_view key) const {
  auto [list, fresh] = node_->lists.try_emplace(std::string(key));
  if (fresh) {
    if (toml::node* value = node_->find(key)) {
      toml::array* array = value->as_array();
      if (array == nullptr) node_->refuse(key, *value, "it is a list of tables");
      for (toml::node& element : *array) {
        if (!element.is_table()) node_->refuse(key, element, "it is a list of tables");
        auto below = std::make_shared<Node>();
        below->document = node_->document;
        below->table = element.as_table();
        below->position = element.source().begin;
        below->path = fmt::format("{}[{}]", node_->path_of(key), list->second.size());
        list->second.push_back(std::move(below));
      }
    }
  }
  std::vector<Settings> tables;
  for (const auto& below : list->second) tables.push_back(Settings(below));
  return tables;
}

std::vector<Settings::Value> Settings::values() const {
  std::vector<Value> values;
  for (const std::string& key : keys()) {
    const toml::node& node = *node_->find(key);
    if (node.is_table()) {
      for (Value& below : table(key).values()) {
        below.key = fmt::format("{}.{}", key, below.key);
        values.push_back(std::move(below));
      }
      continue;
    }
    Value value{.key = key, .text = toml_text(node), .items = {}};
    if (const toml::array* list = node.as_array()) {
      for (const toml::node& item : *list) value.items.push_back(toml_text(item));
    }
    values.push_back(std::move(value));
  }
  return values;
}

std::string Settings::where(std::string_view key) const {
  const toml::node* value = key.empty() ? nullptr : node_->table->get(key);
  return value != nullptr ? node_->place_of(key, *value) : node_->place(node_->position);
}

void Settings::fail(std::string_view key, const std::string& message) const {
  node_->raise(message, where(key));
}

void Settings::reject_unknown_keys() const {
  node_->reject_unknown_keys();
}

std::string Settings::to_toml() const {
  return toml_document(node_->with_defaults());
}

const std::filesystem::path& Settings::file() const {
  return node_->document->file;
}

}  // namespace skerry
