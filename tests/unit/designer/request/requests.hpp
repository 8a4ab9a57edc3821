#pragma once

#include "designer/request/request.hpp"
#include "unit/puzzles/party/puzzles.hpp"

#include <string>
#include <string_view>

namespace skerry::party::test {

/// The small puzzle with ranges in place of two bounds.
inline std::string small_request(std::string_view wanted = "[wanted]\nprice = [800, 1100]\n") {
  std::string text = with(small_puzzle, "at_least = 70", "at_least = [62, 80]");
  text = with(text, "at_least = 0.5", "at_least = [0.25, 1, 0.25]");
  return text + std::string(wanted);
}

/// Reads a request on the small pool.
inline Request read_request_text(std::string_view text) {
  Files files;
  files.replace({{"dir/request.toml", std::string(text)}, {"dir/heroes.csv", std::string(small_pool)}});
  return read_request("dir/request.toml", "made/new-pool.csv", 1, files);
}

}  // namespace skerry::party::test
