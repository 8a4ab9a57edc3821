#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skerry {

/// The version from which on the names below are in force.
inline constexpr std::string_view renamed_since = "0.2.0";

/// Today's name of a key that was called `key` before; none where there was no such key. `table` is the
/// dotted path of its table, "island" or "island.override[0]".
std::optional<std::string_view> renamed_key(std::string_view table, std::string_view key);

/// Today's name of a value of the key `key`, which bears its name of today, that was called `value` before.
std::optional<std::string_view> renamed_value(std::string_view table, std::string_view key,
                                              std::string_view value);

/// A configuration as a trace of an earlier version holds it, with the names of today. Throws UsageError,
/// with `file` in its message, for what is no TOML.
std::string with_current_names(const std::string& toml, const std::string& file);

}  // namespace skerry
