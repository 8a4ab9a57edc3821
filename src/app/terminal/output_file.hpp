#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace skerry {

/// A text file that a command writes, in place of an existing one. Throws UsageError where it cannot be made,
/// and Error where writing fails later (a full disk).
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path file);
  void write(std::string_view text);
  /// Closes the file; throws Error where something could not be written.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  std::filesystem::path file_;
  std::unique_ptr<std::FILE, Close> stream_;
};

}  // namespace skerry
