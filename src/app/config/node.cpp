#include "app/config/node.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/core.h>

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
  if (!document->root.contains(path)) {
    std::vector<std::string> tables;
    for (const auto& [name, value] : document->root) tables.emplace_back(name.str());
    if (const auto meant = nearest_name(path, tables)) {
      raise(fmt::format("there is no [{}]; '{}' looks like it", path, *meant),
            place_of_key(document->root.find(*meant)->first));
    }
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

void Settings::Node::reject_unknown_keys() const {
  for (const auto& entry : *table) {
    if (const std::string_view key = entry.first.str(); !known.contains(key)) {
      const std::vector<std::string> candidates(known.begin(), known.end());
      const auto near = nearest_name(key, candidates);
      std::string hint;
      for (const auto& [name, below] : tables)
        if (below->known.contains(key))
          hint += fmt::format("{}'{}.{}'", hint.empty() ? "" : " or ", name, key);
      if (!hint.empty()) {
        hint = fmt::format("; did you mean {}?", hint);
      } else if (near) {
        hint = fmt::format("; did you mean '{}'?", *near);
      } else if (!candidates.empty()) {
        hint = fmt::format("; known here: {}", joined(candidates, ", "));
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

namespace {

[[noreturn]] void raise(Settings::Kind kind, const std::string& message, const std::filesystem::path& file,
                        toml::source_position at) {
  const std::string text = fmt::format("{} ({}:{}:{})", message, file.string(), at.line, at.column);
  if (kind == Settings::Kind::configuration) throw UsageError(text);
  throw DataError(text);
}

}  // namespace

/// Only a key can have so many dots: lists have commas, and no line of text has so many sentences.
std::optional<toml::source_position> endless_key(std::string_view text) {
  std::size_t parts = 1;
  toml::source_position at{1, 1};
  for (std::size_t i = 0; i < text.size(); ++i, ++at.column) {
    if (text[i] == ',' || text[i] == '\n') parts = 1;
    if (text[i] == '\n') at = {at.line + 1, 0};
    if (text[i] == '.' && !text.substr(i + 1).starts_with('.') && ++parts > most_levels) return at;
  }
  return std::nullopt;
}

std::optional<toml::source_position> too_deep(const toml::table& root) {
  std::vector<std::pair<const toml::node*, std::size_t>> waiting = {{&root, 0}};
  while (!waiting.empty()) {
    const auto [node, levels] = waiting.back();
    waiting.pop_back();
    if (levels > most_levels) return node->source().begin;
    if (const toml::table* table = node->as_table()) {
      for (const auto& entry : *table) waiting.emplace_back(&entry.second, levels + 1);
    } else if (const toml::array* array = node->as_array()) {
      for (const toml::node& element : *array) waiting.emplace_back(&element, levels + 1);
    }
  }
  return std::nullopt;
}

toml::table parse_toml(std::string_view text, const std::filesystem::path& file, Settings::Kind kind) {
  if (const auto at = endless_key(text)) {
    raise(kind, fmt::format("a key has more than {} parts", most_levels), file, *at);
  }
  toml::table root;
  try {
    root = toml::parse(text);
  } catch (const toml::parse_error& error) {
    const std::string_view what = error.description();
    const bool large = what.find("not representable in 64 bits") != std::string_view::npos;
    raise(kind,
          fmt::format("not valid TOML: {}{}", what, large ? "; a seed of 2^63 or more is in quotes" : ""),
          file, error.source().begin);
  }
  if (const auto at = too_deep(root)) {
    raise(kind, fmt::format("tables and lists stand in each other more than {} deep", most_levels), file,
          *at);
  }
  return root;
}

}  // namespace skerry

// toml++ writes 0.2 as 0.20000000000000001; here numbers have as few digits as they need.
namespace skerry {
namespace {

std::string toml_number(double number) {
  std::string text = fmt::format("{}", number);
  if (std::isfinite(number) && text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string key_text(std::string_view key) {
  constexpr std::string_view bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const bool plain = !key.empty() && key.find_first_not_of(bare) == std::string_view::npos;
  return plain ? std::string(key) : toml_string(key);
}

bool is_list_of_tables(const toml::node& node) {
  return node.is_array_of_tables() && !node.as_array()->empty();
}

void write_table(const toml::table& table, const std::string& path, std::string& text) {
  const auto below = [&](const toml::key& key) {
    return path.empty() ? key_text(key) : fmt::format("{}.{}", path, key_text(key));
  };
  for (const auto& entry : table) {
    if (entry.second.is_table() || is_list_of_tables(entry.second)) continue;
    text += fmt::format("{} = {}\n", key_text(entry.first), toml_text(entry.second));
  }
  for (const auto& entry : table) {
    if (const toml::table* inner = entry.second.as_table()) {
      text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", below(entry.first));
      write_table(*inner, below(entry.first), text);
    } else if (is_list_of_tables(entry.second)) {
      for (const toml::node& element : *entry.second.as_array()) {
        text += fmt::format("{}[[{}]]\n", text.empty() ? "" : "\n", below(entry.first));
        write_table(*element.as_table(), below(entry.first), text);
      }
    }
  }
}

}  // namespace

std::string toml_text(const toml::node& value) {
  std::string text;
  if (const toml::table* table = value.as_table()) {
    for (const auto& entry : *table) {
      text +=
          fmt::format("{}{} = {}", text.empty() ? "" : ", ", key_text(entry.first), toml_text(entry.second));
    }
    return fmt::format("{{{}}}", text);
  }
  if (const toml::array* array = value.as_array()) {
    for (const toml::node& element : *array) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", toml_text(element));
    }
    return fmt::format("[{}]", text);
  }
  if (const auto* number = value.as_floating_point()) return toml_number(number->get());
  constexpr auto flags =
      toml::toml_formatter::default_flags &
      ~(toml::format_flags::allow_literal_strings | toml::format_flags::allow_multi_line_strings);
  std::ostringstream stream;
  value.visit([&](const auto& concrete) {
    if constexpr (toml::is_value<decltype(concrete)>) stream << toml::toml_formatter{concrete, flags};
  });
  return std::move(stream).str();
}

std::string toml_string(std::string_view text) {
  return toml_text(toml::value<std::string>(std::string(text)));
}

std::string toml_document(const toml::table& table) {
  std::string text;
  write_table(table, "", text);
  return text;
}

}  // namespace skerry
