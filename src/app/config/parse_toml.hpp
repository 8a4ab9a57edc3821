#pragma once

#include "skerry/app/settings.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include <toml++/toml.h>

namespace skerry {

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

}  // namespace skerry
