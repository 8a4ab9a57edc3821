#pragma once

#include "skerry/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace skerry::fuzz {

/// Ends the program: libFuzzer takes this for a finding and keeps the input.
[[noreturn]] inline void report(const std::string& finding) {
  std::fprintf(stderr, "finding: %s\n", finding.c_str());
  std::abort();
}

inline void require(bool holds, const char* what) {
  if (!holds) report(what);
}

/// Calls `action`; returns true where it did not throw. An Error is a valid answer. Any other exception is a
/// finding, since nobody catches it.
template <typename Action>
bool accepted(Action&& action) {
  try {
    action();
    return true;
  } catch (const Error& error) {
    require(*error.what() != '\0', "an Error without a message");
    return false;
  }
}

/// Takes the first text off `rest`; a line "----" separates the texts of an input.
inline std::string_view take_part(std::string_view& rest) {
  constexpr std::string_view fence = "----\n";
  std::size_t at = 0;
  while (true) {
    at = rest.find(fence, at);
    if (at == std::string_view::npos || at == 0 || rest[at - 1] == '\n') break;
    ++at;
  }
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + fence.size());
  return part;
}

/// Takes the first line off `rest`, without its line feed.
inline std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

/// Runs a target on an input.
void run(std::string_view input);

}  // namespace skerry::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  skerry::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
