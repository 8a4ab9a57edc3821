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

/// Writes a text file in place of an existing one, in one step: whoever reads it, even after this process was
/// killed, finds the earlier text or this one. Throws as OutputFile does.
void replace_file(const std::filesystem::path& file, std::string_view text);

/// Makes a folder, unless it exists. Throws UsageError where it can't be made.
void make_folder(const std::filesystem::path& folder);

/// Removes what processes that were killed in replace_file() have left beside the file.
void remove_parts_of(const std::filesystem::path& file);

}  // namespace skerry
