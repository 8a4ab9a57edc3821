#pragma once

#include "skerry/app/settings.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

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

/// The version from which on the names below are in force.
inline constexpr std::string_view renamed_since = "0.2.0";

/// Returns today's name of a key that was called `key` before, or none where no key was. `table` is the
/// dotted path of its table, "island" or "island.override[0]".
std::optional<std::string_view> renamed_key(std::string_view table, std::string_view key);

/// Returns today's name of a value that was called `value` before; `key` is today's name of its key.
std::optional<std::string_view> renamed_value(std::string_view table, std::string_view key,
                                              std::string_view value);

/// Returns a configuration from a trace of an earlier version with today's names. Throws UsageError, with
/// `file` in its message, for a text that is no TOML.
std::string with_current_names(const std::string& toml, const std::string& file);

/// The most levels of tables and lists inside each other. toml++ and this program go down the levels by
/// recursion; toml++ bounds the depth of lists and inline tables, but not that of the tables which a key of
/// many parts makes.
constexpr std::size_t most_levels = 64;

/// Returns the first place where a key of the text, or a text that looks like one, has more parts than that.
std::optional<toml::source_position> endless_key(std::string_view text);

/// Returns the first place where tables and lists are nested deeper than that.
std::optional<toml::source_position> too_deep(const toml::table& root);

/// Returns the tables of a file. Throws, as `kind` says, for a text that is no TOML or is nested too deep.
toml::table parse_toml(std::string_view text, const std::filesystem::path& file, Settings::Kind kind);

/// Returns the text as a TOML string, with its quotation marks.
std::string toml_string(std::string_view text);

}  // namespace skerry
