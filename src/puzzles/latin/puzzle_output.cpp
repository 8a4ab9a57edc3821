#include "puzzles/latin/puzzle_output.hpp"

#include "app/terminal/console.hpp"

#include <fmt/core.h>

namespace skerry::latin {

std::string counted(std::uint32_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

PuzzleOutput::PuzzleOutput(const std::string& path) : path_(path) {
  if (!path.empty()) file_.emplace(path);
}

void PuzzleOutput::write(const std::string& text) {
  if (file_) {
    file_->write(text);
  } else {
    print_result(text);
  }
}

void PuzzleOutput::finish(std::uint32_t count) {
  if (!file_) return;
  file_->close();
  print_result(fmt::format("{}  {}\n", counted(count, "puzzle"), path_));
}

}  // namespace skerry::latin
