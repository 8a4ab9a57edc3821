#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace skerry {

/// A text file that a command writes, over whatever was there. Throws UsageError where it cannot be made,
/// Error where writing fails later (a full disk).
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path file);
  void write(std::string_view text);
  /// Makes sure that everything is written.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  std::filesystem::path file_;
  std::unique_ptr<std::FILE, Close> stream_;
};

}  // namespace skerry
