#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skerry::external {

/// One attempt to evaluate a genome.
struct Request {
  std::string id;        ///< no two requests of an island have the same; letters, digits and points
  std::string genome{};  ///< a JSON object
  std::uint64_t seed = 0;
};

/// Returns a request as a line with its end.
std::string request_line(const Request& request);
/// Reads what request_line() returned. Throws DataError for any other text.
Request read_request(std::string_view line);
/// Returns the id alone.
std::string_view id_of_request(std::string_view line);

}  // namespace skerry::external
