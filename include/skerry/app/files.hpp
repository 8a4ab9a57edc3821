#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace skerry {

/// The input files of a run, each of which is read once. Rank 0 reads them from disk; the other ranks build
/// the same problem from a copy of their contents, so that a file system has one reader and a mistake is
/// reported once.
class Files {
 public:
  /// Returns the contents of a file; the reference is valid as long as this object exists. Throws DataError
  /// for a file that is missing or can't be read.
  const std::string& read(const std::filesystem::path& file);
  /// Does the same for a configuration file, but throws UsageError.
  const std::string& read_configuration(const std::filesystem::path& file);

  /// Makes a file that other programs read an input of the run, and returns its SHA-256 digest as digests()
  /// does; only the first rank looks at it. Returns none if it is missing or no regular file. Throws
  /// DataError if it can't be read.
  std::optional<std::string> identify(const std::filesystem::path& file);

  /// Sets what read() returns for this file in place of its contents on disk.
  void provide(const std::filesystem::path& file, std::string contents);

  /// Returns the contents by the name under which each file was asked for.
  const std::map<std::string, std::string>& contents() const { return contents_; }
  /// Returns the digests that identify() found, by the name of the file.
  const std::map<std::string, std::string>& identified() const { return identified_; }
  /// From now on only these contents can be read and only these files identified, and the disk is not used.
  void replace(std::map<std::string, std::string> contents,
               std::map<std::string, std::string> identified = {});

  /// Returns the SHA-256 digest of each file by its name, in hexadecimal as sha256sum prints it.
  std::map<std::string, std::string> digests() const;

 private:
  const std::string* find(const std::filesystem::path& file) const;

  std::map<std::string, std::string> contents_;
  std::map<std::string, std::string> identified_;  // digest by name
  bool sealed_ = false;
};

}  // namespace skerry
