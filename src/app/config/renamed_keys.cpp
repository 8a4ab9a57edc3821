#include "app/config/renamed_keys.hpp"

#include "app/config/node.hpp"
#include "app/config/parse_toml.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skerry {
namespace {

struct RenamedKey {
  std::string_view table;
  std::string_view former;
  std::string_view current;
};
constexpr std::array renamed_keys = {
    RenamedKey{"island", "refresh_below", "immigrants_below"},
    RenamedKey{"island", "refresh_share", "immigrants_share"},
    RenamedKey{"island", "uncrossed", "without_crossover"},
};

struct RenamedValue {
  std::string_view table;
  std::string_view key;
  std::string_view former;
  std::string_view current;
};
constexpr std::array renamed_values = {
    RenamedValue{"island", "selection", "linear_rank", "linear_ranking"},
    RenamedValue{"island", "without_crossover", "copy", "clone"},
    RenamedValue{"island", "without_crossover", "fresh", "random_immigrant"},
    RenamedValue{"problem", "inference", "heal", "repair"},
};

/// Returns the first part of a table's path, since [[island.override]] has the keys of [island].
std::string_view first_part(std::string_view table) {
  return table.substr(0, table.find('.'));
}

void rename_in(toml::table& table, std::string_view path) {
  for (const RenamedKey& key : renamed_keys) {
    if (key.table != path || !table.contains(key.former)) continue;
    table.get(key.former)->visit([&](auto& value) { table.insert_or_assign(key.current, std::move(value)); });
    table.erase(key.former);
  }
  for (const RenamedValue& value : renamed_values) {
    if (value.table != path || table[value.key].value<std::string_view>() != value.former) continue;
    table.insert_or_assign(value.key, value.current);
  }
}

}  // namespace

std::optional<std::string_view> renamed_key(std::string_view table, std::string_view key) {
  const auto found = std::ranges::find_if(renamed_keys, [&](const RenamedKey& renamed) {
    return renamed.table == first_part(table) && renamed.former == key;
  });
  return found == renamed_keys.end() ? std::nullopt : std::optional(found->current);
}

std::optional<std::string_view> renamed_value(std::string_view table, std::string_view key,
                                              std::string_view value) {
  const auto found = std::ranges::find_if(renamed_values, [&](const RenamedValue& renamed) {
    return renamed.table == first_part(table) && renamed.key == key && renamed.former == value;
  });
  return found == renamed_values.end() ? std::nullopt : std::optional(found->current);
}

std::string with_current_names(const std::string& toml, const std::string& file) {
  toml::table root = parse_toml(toml, file, Settings::Kind::configuration);
  if (toml::table* problem = root["problem"].as_table()) rename_in(*problem, "problem");
  if (toml::table* island = root["island"].as_table()) {
    rename_in(*island, "island");
    if (toml::array* overrides = (*island)["override"].as_array()) {
      for (toml::node& element : *overrides) {
        if (toml::table* table = element.as_table()) rename_in(*table, "island");
      }
    }
  }
  return toml_document(root);
}

}  // namespace skerry
