#pragma once

#include "puzzles/external/genome.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::external {

/// Joins requests to one line, with a list for each part of the genome: {"batch": ["0.1.0", "0.2.0"],
/// "genomes": {"x": [[0.5], [1.0]]}, "seeds": [7, 9]}.
class BatchLine {
 public:
  explicit BatchLine(const Space& space);

  bool empty() const { return ids_.empty(); }
  /// Tells whether the line with this request is short enough; a line of one request always is.
  bool has_room(std::string_view request_line) const;
  /// Takes a line of request_line(). Throws DataError for any other.
  void add(std::string_view request_line);
  /// Returns the line with its end, and begins a new one.
  std::string take();

 private:
  std::vector<std::string> keys_;  // "\"x\": " of each part
  std::string ids_;
  std::vector<std::string> parts_;  // the values of each part
  std::string seeds_;
  std::size_t size_ = 0;  // not below that of the line
};

}  // namespace skerry::external
