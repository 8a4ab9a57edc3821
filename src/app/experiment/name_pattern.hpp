#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skerry {

/// Tells whether `name` matches `pattern`, in which each * stands for any characters, also for none. Takes at
/// most time proportional to the product of both lengths.
bool matches(std::string_view pattern, std::string_view name);

bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

/// Returns a message such as: there is no variant "rong"; did you mean "ring"? `kind` is "variant" here. The
/// message is empty where `pattern` matches one of `names`.
std::string complaint(std::string_view kind, const std::string& pattern,
                      const std::vector<std::string>& names);

}  // namespace skerry
