#pragma once

#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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

/// What is fuzzed, by the name of its file: a static object of this type registers it.
struct Target {
  /// Changes an input of at most `most` bytes in place and returns its new size; `seed` decides how.
  using Change = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);

  /// `change` is for a target whose inputs are no text; it ends in a call of LLVMFuzzerMutate().
  Target(const char* target_name, void (*run_on)(std::string_view input), Change change_of = nullptr);

  const char* name;
  void (*run)(std::string_view input);
  Change change;
};

}  // namespace skerry::fuzz

/// Changes an input at random: libFuzzer's, or that of random_inputs.cpp.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
