#pragma once

#include "skerry/app/settings.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include <toml++/toml.h>

namespace skerry {

/// How deep tables and lists may stand in each other. What is done with them goes down by recursion, in
/// toml++ too, which bounds lists and inline tables, and not the tables that a key of many parts makes.
constexpr std::size_t most_levels = 64;

/// The first place where a key of the text, or what looks like one, has more parts than that.
std::optional<toml::source_position> endless_key(std::string_view text);

/// The first place where tables and lists stand in each other deeper.
std::optional<toml::source_position> too_deep(const toml::table& root);

/// The tables of a file. Throws by kind for what is no TOML and for what is nested too deep.
toml::table parse_toml(std::string_view text, const std::filesystem::path& file, Settings::Kind kind);

}  // namespace skerry
