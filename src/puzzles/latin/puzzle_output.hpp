#pragma once

#include "app/terminal/output_file.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skerry::latin {

/// "1 puzzle", "20 puzzles".
std::string counted(std::uint32_t count, std::string_view what);

/// Where generated puzzles go: to a file, or as they come to standard output where its name is empty.
class PuzzleOutput {
 public:
  /// Throws UsageError where the file can't be written.
  explicit PuzzleOutput(const std::string& path);

  void write(const std::string& text);
  /// Closes the file and says how many puzzles it holds.
  void finish(std::uint32_t count);

 private:
  std::string path_;
  std::optional<OutputFile> file_;
};

}  // namespace skerry::latin
