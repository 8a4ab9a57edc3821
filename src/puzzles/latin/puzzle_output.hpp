#pragma once

#include "app/terminal/output_file.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skerry::latin {

/// Returns a text such as "1 puzzle" or "20 puzzles".
std::string counted(std::uint32_t count, std::string_view what);

/// The output of generated puzzles: a file, or standard output, puzzle by puzzle, where the name is empty.
class PuzzleOutput {
 public:
  /// Opens the output. Throws UsageError where the file can't be written.
  explicit PuzzleOutput(const std::string& path);

  void write(const std::string& text);
  /// Closes the file and prints how many puzzles it holds.
  void finish(std::uint32_t count);

 private:
  std::string path_;
  std::optional<OutputFile> file_;
};

}  // namespace skerry::latin
