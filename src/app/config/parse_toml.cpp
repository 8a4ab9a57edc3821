#include "app/config/parse_toml.hpp"

#include "skerry/error.hpp"

#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry {
namespace {

[[noreturn]] void raise(Settings::Kind kind, const std::string& message, const std::filesystem::path& file,
                        toml::source_position at) {
  const std::string text = fmt::format("{} ({}:{}:{})", message, file.string(), at.line, at.column);
  if (kind == Settings::Kind::configuration) throw UsageError(text);
  throw DataError(text);
}

}  // namespace

/// Returns the first place where more parts than that are separated by dots without a comma or a line break
/// between them. Only a key can have so many dots: the numbers of a list are separated by commas, and no line
/// of text has so many sentences.
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
    raise(kind, fmt::format("not valid TOML: {}", error.description()), file, error.source().begin);
  }
  if (const auto at = too_deep(root)) {
    raise(kind, fmt::format("tables and lists stand in each other more than {} deep", most_levels), file,
          *at);
  }
  return root;
}

}  // namespace skerry
