#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skerry {

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

}  // namespace skerry
