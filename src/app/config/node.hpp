#pragma once

#include "skerry/app/settings.hpp"

#include <map>
#include <set>

#include <toml++/toml.h>

namespace skerry {

/// What all tables of one file have in common.
struct SettingsDocument {
  std::filesystem::path file;
  Settings::Kind kind = Settings::Kind::configuration;
  toml::table root;
  std::map<std::string, std::string> overrides;  ///< dotted path -> "--set path=value"
};

/// One table: a view into the document, with a record of the keys that were read.
struct Settings::Node {
  std::shared_ptr<SettingsDocument> document;
  toml::table* table = nullptr;
  toml::source_position
      position{};    ///< the position of the table, or of the table above it where the file lacks it
  std::string path;  ///< dotted: "island", "island.override[0]"; empty for the root

  std::set<std::string, std::less<>> known;
  toml::table defaults;  ///< the defaults of keys that were read and are absent
  toml::table resolved;  ///< absolute paths given by --set
  std::map<std::string, std::shared_ptr<Node>, std::less<>> tables;
  std::map<std::string, std::vector<std::shared_ptr<Node>>, std::less<>> lists;

  /// Returns the value of a key, null where it is absent. The key counts as known from now on.
  toml::node* find(std::string_view key);
  const toml::node& require(std::string_view key);

  std::string path_of(std::string_view key) const;
  std::string heading() const;  ///< "[island]", or "the file" for the root
  std::string place(toml::source_position at) const;
  /// Returns the place of a value of this table in the file, or the --set option that gave it.
  std::string place_of(std::string_view key, const toml::node& value) const;
  std::string place_of_key(const toml::key& key) const;
  bool overridden(std::string_view key) const {
    return document->overrides.contains(path_of(key)) || override_of_list() != nullptr;
  }
  /// Returns the --set option that gave the list of tables in which this table is; null where none did.
  const std::string* override_of_list() const;

  [[noreturn]] void raise(const std::string& message, const std::string& place) const;
  /// Throws with a message such as: population is "many"; it is a whole number (file:line:column).
  [[noreturn]] void refuse(std::string_view key, const toml::node& value, std::string_view expected) const;

  void reject_unknown_keys() const;
  toml::table with_defaults() const;
};

/// Returns a value as messages show it.
std::string shown(const toml::node& value);

/// Returns a value as TOML text on one line.
std::string toml_text(const toml::node& value);
/// Returns a table as the text of a TOML file.
std::string toml_document(const toml::table& table);

}  // namespace skerry
