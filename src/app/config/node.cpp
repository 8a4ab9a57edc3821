#include "app/config/node.hpp"

#include "skerry/error.hpp"

#include "app/config/renamed_keys.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry {

std::string shown(const toml::node& value) {
  if (value.is_table()) return "a table";
  if (value.is_array()) return "a list";
  constexpr std::size_t longest = 60;
  std::string line = toml_text(value);
  if (line.size() > longest) line = line.substr(0, longest) + "...";
  return line;
}

toml::node* Settings::Node::find(std::string_view key) {
  known.emplace(key);
  return table->get(key);
}

const toml::node& Settings::Node::require(std::string_view key) {
  if (const toml::node* value = find(key)) return *value;
  std::vector<std::string> unasked;
  for (const auto& entry : *table) {
    if (!known.contains(entry.first.str())) unasked.emplace_back(entry.first.str());
  }
  const auto slip = nearest_name(key, unasked);
  if (slip) {
    raise(fmt::format("{} lacks the key '{}'; '{}' looks like it", heading(), key, *slip),
          place_of_key(table->find(*slip)->first));
  }
  raise(fmt::format("{} lacks the key '{}'", heading(), key), place(position));
}

std::string Settings::Node::path_of(std::string_view key) const {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

std::string Settings::Node::heading() const {
  if (path.empty()) return "the file";
  return path.ends_with(']') ? fmt::format("[[{}]]", path.substr(0, path.rfind('[')))
                             : fmt::format("[{}]", path);
}

const std::string* Settings::Node::override_of_list() const {
  for (std::size_t at = path.find('['); at != std::string::npos; at = path.find('[', at + 1)) {
    const auto found = document->overrides.find(path.substr(0, at));
    if (found != document->overrides.end()) return &found->second;
  }
  return nullptr;
}

std::string Settings::Node::place(toml::source_position at) const {
  if (const std::string* option = override_of_list()) return *option;
  return at ? fmt::format("{}:{}:{}", document->file.string(), at.line, at.column) : document->file.string();
}

std::string Settings::Node::place_of(std::string_view key, const toml::node& value) const {
  const auto override_text = document->overrides.find(path_of(key));
  return override_text != document->overrides.end() ? override_text->second : place(value.source().begin);
}

std::string Settings::Node::place_of_key(const toml::key& key) const {
  const std::string whole = path_of(key.str());
  for (const auto& [dotted, text] : document->overrides) {
    if (dotted == whole || (!key.source().begin && dotted.starts_with(whole + "."))) return text;
  }
  return place(key.source().begin);
}

void Settings::Node::raise(const std::string& message, const std::string& place) const {
  const std::string text = fmt::format("{} ({})", message, place);
  if (document->kind == Kind::configuration) throw UsageError(text);
  throw DataError(text);
}

void Settings::Node::refuse(std::string_view key, const toml::node& value, std::string_view expected) const {
  raise(fmt::format("{} is {}; {}", key, shown(value), expected), place_of(key, value));
}

void Settings::Node::reject_unknown_keys() const {
  for (const auto& entry : *table) {
    if (const std::string_view key = entry.first.str(); !known.contains(key)) {
      if (const auto current = renamed_key(path, key)) {
        raise(fmt::format("{} is called {} since skerry {}", key, *current, renamed_since),
              place_of_key(entry.first));
      }
      const std::vector<std::string> candidates(known.begin(), known.end());
      const auto near = nearest_name(key, candidates);
      std::string hint;
      if (near) {
        hint = fmt::format("; did you mean '{}'?", *near);
      } else if (!candidates.empty()) {
        hint = fmt::format("; known here: {}", fmt::join(candidates, ", "));
      }
      raise(fmt::format("unknown key '{}' in {}{}", key, heading(), hint), place_of_key(entry.first));
    }
  }
  for (const auto& [key, node] : tables) node->reject_unknown_keys();
  for (const auto& [key, nodes] : lists) {
    for (const auto& node : nodes) node->reject_unknown_keys();
  }
}

toml::table Settings::Node::with_defaults() const {
  toml::table whole = *table;
  for (const auto& [key, value] : defaults) whole.insert(key, value);
  for (const auto& [key, value] : resolved) whole.insert_or_assign(key, value);
  for (const auto& [key, node] : tables) {
    if (toml::table below = node->with_defaults(); !below.empty()) {
      below.is_inline(false);
      whole.insert_or_assign(key, std::move(below));
    }
  }
  for (const auto& [key, nodes] : lists) {
    if (nodes.empty()) continue;
    toml::array list;
    for (const auto& node : nodes) list.push_back(node->with_defaults());
    whole.insert_or_assign(key, std::move(list));
  }
  return whole;
}

}  // namespace skerry
