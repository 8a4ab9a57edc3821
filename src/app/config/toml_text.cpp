#include "app/config/node.hpp"
#include "app/config/toml_string.hpp"

#include <cmath>
#include <sstream>

#include <fmt/core.h>

// toml++ writes numbers with 17 digits, 0.2 as 0.20000000000000001; here they have as few digits as they
// need.
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
