#include "puzzles/external/batch.hpp"

#include "skerry/error.hpp"

#include "puzzles/external/protocol.hpp"

#include <utility>

#include <fmt/core.h>

namespace skerry::external {
namespace {

/// What the frame of a line, and of a request in it, takes at most.
constexpr std::size_t frame_bytes = 100;

}  // namespace

BatchLine::BatchLine(const Space& space) : parts_(space.size()) {
  for (const PartSpace& part : space) keys_.push_back(fmt::format("\"{}\": ", part.name));
}

bool BatchLine::has_room(std::string_view request_line) const {
  return empty() || size_ + request_line.size() + 2 * frame_bytes <= most_message_bytes;
}

void BatchLine::add(std::string_view request_line) {
  const Request request = read_request(request_line);
  const std::string_view separator = empty() ? "" : ", ";
  std::string_view genome = request.genome;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const std::size_t begin = genome.find(keys_[i]);
    const std::size_t end = genome.find(']');
    if (begin == std::string_view::npos || end == std::string_view::npos)
      throw DataError(fmt::format("\"{}\" is no genome of this problem", shown(request.genome)));
    const std::size_t values = begin + keys_[i].size();
    parts_[i].append(separator).append(genome.substr(values, end + 1 - values));
    genome.remove_prefix(end + 1);
  }
  ids_.append(separator).append("\"").append(request.id).append("\"");
  seeds_.append(separator).append(std::to_string(request.seed));
  size_ += request_line.size() + frame_bytes;
}

std::string BatchLine::take() {
  std::string line = fmt::format("{{\"batch\": [{}], \"genomes\": {{", std::exchange(ids_, {}));
  for (std::size_t i = 0; i < keys_.size(); ++i)
    line.append(i == 0 ? "" : ", ")
        .append(keys_[i])
        .append("[")
        .append(std::exchange(parts_[i], {}))
        .append("]");
  line.append("}, \"seeds\": [").append(std::exchange(seeds_, {})).append("]}\n");
  size_ = 0;
  return line;
}

}  // namespace skerry::external
