#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skerry {

/// Whether `name` is what `pattern` describes: each * in it stands for any characters, also for none. Takes
/// time in proportion to the product of both lengths at most.
bool matches(std::string_view pattern, std::string_view name);

bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

/// "there is no variant "rong"; did you mean "ring"?", where `kind` is "variant"; empty where `pattern`
/// matches one of `names`.
std::string complaint(std::string_view kind, const std::string& pattern,
                      const std::vector<std::string>& names);

}  // namespace skerry
