#pragma once

#include "skerry/app/settings.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/core.h>
#include <toml++/toml.h>

namespace skerry {

struct SettingsDocument {
  std::filesystem::path file;
  Settings::Kind kind = Settings::Kind::configuration;
  toml::table root;
  std::map<std::string, std::string> overrides;  ///< dotted path -> "--set path=value"
};

std::string shown(const toml::node& value);

/// A view into the document, with a record of the keys that were read.
struct Settings::Node {
  std::shared_ptr<SettingsDocument> document;
  toml::table* table = nullptr;
  toml::source_position position{};  ///< of the table, or of the table above it if the file lacks it
  std::string path;                  ///< dotted: "island", "island.override[0]"; empty for the root

  std::set<std::string, std::less<>> known;
  toml::table defaults;  ///< of keys that were read and are absent
  toml::table resolved;  ///< absolute paths given by --set
  std::map<std::string, std::shared_ptr<Node>, std::less<>> tables;
  std::map<std::string, std::vector<std::shared_ptr<Node>>, std::less<>> lists;

  /// Returns null if the key is absent. The key counts as known from now on.
  toml::node* find(std::string_view key);
  const toml::node& require(std::string_view key);

  std::string path_of(std::string_view key) const;
  std::string heading() const;  ///< "[island]", or "the file" for the root
  std::string place(toml::source_position at) const;
  /// Returns the place in the file, or the --set option that gave the value.
  std::string place_of(std::string_view key, const toml::node& value) const;
  std::string place_of_key(const toml::key& key) const;
  bool overridden(std::string_view key) const {
    return document->overrides.contains(path_of(key)) || override_of_list() != nullptr;
  }
  /// Returns null if no --set option gave the list of tables in which this table is.
  const std::string* override_of_list() const;

  [[noreturn]] void raise(const std::string& message, const std::string& place) const;
  /// Throws with a message such as: population is "many"; it is a whole number (file:line:column).
  [[noreturn]] void refuse(std::string_view key, const toml::node& value, std::string_view expected) const {
    raise(fmt::format("{} is {}; {}", key, shown(value), expected), place_of(key, value));
  }

  void reject_unknown_keys() const;
  toml::table with_defaults() const;
};

std::string toml_text(const toml::node& value);
std::string toml_document(const toml::table& table);

/// toml++ bounds the depth of lists and inline tables, but not that of the tables which a key of many parts
/// makes; it and this program go down by recursion.
constexpr std::size_t most_levels = 64;

/// Returns the first place where a key of the text, or a text that looks like one, has more parts than that.
std::optional<toml::source_position> endless_key(std::string_view text);

std::optional<toml::source_position> too_deep(const toml::table& root);

/// Throws, as `kind` says, for a text that is not TOML or is nested too deep.
toml::table parse_toml(std::string_view text, const std::filesystem::path& file, Settings::Kind kind);

std::string toml_string(std::string_view text);

}  // namespace skerry
