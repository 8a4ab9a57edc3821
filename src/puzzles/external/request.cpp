#include "puzzles/external/request.hpp"

#include "skerry/error.hpp"

#include "puzzles/external/protocol.hpp"

#include <charconv>

#include <fmt/core.h>

namespace skerry::external {
namespace {

// A request lies between these.
constexpr std::string_view before_id = "{\"id\": \"";
constexpr std::string_view before_genome = "\", \"genome\": ";
constexpr std::string_view before_seed = ", \"seed\": ";
constexpr std::string_view end_of_request = "}\n";

[[noreturn]] void refuse_request(std::string_view line) {
  throw DataError(fmt::format("\"{}\" is no request", shown(line)));
}

}  // namespace

std::string request_line(const Request& request) {
  return fmt::format("{}{}{}{}{}{}{}", before_id, request.id, before_genome, request.genome, before_seed,
                     request.seed, end_of_request);
}

std::string_view id_of_request(std::string_view line) {
  const std::size_t end = line.find('"', before_id.size());
  if (!line.starts_with(before_id) || end == std::string_view::npos) refuse_request(line);
  return line.substr(before_id.size(), end - before_id.size());
}

Request read_request(std::string_view line) {
  Request request{.id = std::string(id_of_request(line))};
  std::string_view rest = line.substr(before_id.size() + request.id.size());
  const std::size_t end = rest.rfind(before_seed);
  const bool right =
      rest.starts_with(before_genome) && rest.ends_with(end_of_request) && end != std::string_view::npos;
  if (right) {
    request.genome = rest.substr(before_genome.size(), end - before_genome.size());
    rest = rest.substr(end + before_seed.size());
    rest.remove_suffix(end_of_request.size());
  }
  const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), request.seed);
  if (!right || error != std::errc{} || stop != rest.data() + rest.size()) refuse_request(line);
  return request;
}

}  // namespace skerry::external
