#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace skerry::external {

/// A fresh directory for one evaluation. What it writes and reads lies in it: names can't lead out of it, and
/// links are not followed, whatever the evaluation does there.
class EvaluationFolder {
 public:
  /// Makes it in `parent`, which is made if it is missing. Throws std::filesystem::filesystem_error.
  EvaluationFolder(const std::filesystem::path& parent, const std::string& name);
  ~EvaluationFolder();
  EvaluationFolder(const EvaluationFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a new file. Returns false if that is not possible, such as where the name exists.
  bool write(const std::string& name, std::string_view text) const;
  /// Returns the contents of a regular file by its path in the folder, at most so many bytes and one; none if
  /// there is no such file.
  std::optional<std::string> read(const std::string& path, std::size_t most_bytes) const;
  /// Removes it with all it holds, as far as that is possible.
  void remove() const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace skerry::external
