#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace skerry {

/// The input files of a run, each read once. Rank 0 reads them from disk; the other ranks build the same
/// problem from a copy of what it read, so that a file system sees one reader and a mistake is reported once.
class Files {
 public:
  /// The contents of a file; the reference holds as long as this object. Throws DataError for a file that is
  /// missing or can't be read.
  const std::string& read(const std::filesystem::path& file);
  /// The same for a file that says what to do, a configuration: throws UsageError.
  const std::string& read_configuration(const std::filesystem::path& file);

  /// What read() will return for this file in place of what the disk has.
  void provide(const std::filesystem::path& file, std::string contents);

  /// Name as it was asked for -> contents.
  const std::map<std::string, std::string>& contents() const { return contents_; }
  /// From now on only these can be read, and the disk is left alone.
  void replace(std::map<std::string, std::string> contents);

  /// Name -> SHA-256 in hexadecimal, as sha256sum prints it.
  std::map<std::string, std::string> digests() const;

 private:
  const std::string* find(const std::filesystem::path& file) const;

  std::map<std::string, std::string> contents_;
  bool sealed_ = false;
};

}  // namespace skerry
