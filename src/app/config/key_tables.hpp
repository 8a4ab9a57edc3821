#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skerry {

/// What docs/configuration.md says of a key; texts are Markdown.
struct KeyRow {
  std::string key;
  std::string values;              ///< "integer ≥1"; empty if there are names
  std::vector<std::string> names;  ///< that the key may have
  std::string by_default;          ///< one of the names, or a text; empty: nothing
  bool required = false;
  std::string meaning;
};

struct KeyTable {
  std::string name;   ///< of the table in a configuration: "island"
  std::string title;  ///< "[island]", with what the keys are about if the table has several lists of them
  std::vector<KeyRow> rows;
};

/// Returns the keys of all tables but [problem]. A key that several algorithms have is told once, with the
/// default of each.
std::vector<KeyTable> key_tables();

/// Returns the table as it stands in docs/configuration.md.
std::string markdown_of(const KeyTable& table);

/// Returns the table for a terminal.
std::string text_of(const KeyTable& table);

}  // namespace skerry
