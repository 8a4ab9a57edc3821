#include "app/experiment/name_pattern.hpp"

#include "skerry/app/settings.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry {

bool matches(std::string_view pattern, std::string_view name) {
  std::size_t at = 0;
  std::size_t star = std::string_view::npos;  // the last * met in the pattern
  std::size_t after_star = 0;
  std::size_t i = 0;
  while (i < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      after_star = i;
    } else if (at < pattern.size() && pattern[at] == name[i]) {
      ++at;
      ++i;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      i = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matches(pattern, name); });
}

std::string complaint(std::string_view kind, const std::string& pattern,
                      const std::vector<std::string>& names) {
  if (std::ranges::any_of(names, [&](const std::string& name) { return matches(pattern, name); })) return {};
  const auto near = nearest_name(pattern, names);
  return fmt::format("there is no {} \"{}\"{}", kind, pattern,
                     near ? fmt::format("; did you mean \"{}\"?", *near) : "");
}

}  // namespace skerry
