#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry {

/// A closed interval of allowed values.
template <typename T>
struct Range {
  T least = std::numeric_limits<T>::lowest();
  T most = std::numeric_limits<T>::max();
};

constexpr Range<double> rate_range{0, 1};
constexpr Range<std::int64_t> count_range{0, std::numeric_limits<std::int64_t>::max()};
constexpr Range<std::int64_t> positive_range{1, std::numeric_limits<std::int64_t>::max()};

/// One table of a TOML file. A getter throws for a mistake, with its place (file:line:column) and what would
/// be right, and for an absent key unless there is a `fallback`. Copies share the same table.
class Settings {
 public:
  /// Decides what a mistake throws: UsageError for configurations, DataError for puzzle files.
  enum class Kind { configuration, data };

  /// Parses `text`; `file` is its name in messages, and relative paths start from its folder.
  static Settings parse(std::string_view text, const std::filesystem::path& file, Kind kind);

  /// Sets "table.key" to a TOML value, or to a string if `value` is not one. It must be called before any key
  /// is read, and throws UsageError rather than replace a whole table.
  void override(std::string_view dotted_key, std::string_view value);

  /// Sets a key that is present to a number; messages still say its place in the file.
  void replace(std::string_view key, double number);
  void replace(std::string_view key, std::string_view text);

  /// Tells whether the key is present; the key counts as known from now on.
  bool has(std::string_view key) const;
  /// Keys are in the order of the file.
  std::vector<std::string> keys() const;

  std::int64_t integer(std::string_view key, Range<std::int64_t> range = {}) const;
  std::int64_t integer(std::string_view key, std::int64_t fallback, Range<std::int64_t> range) const;
  double number(std::string_view key, Range<double> range = {}) const;  ///< integers are numbers too
  double number(std::string_view key, double fallback, Range<double> range) const;
  bool flag(std::string_view key, bool fallback) const;
  std::string text(std::string_view key) const;
  std::string text(std::string_view key, std::string_view fallback) const;
  bool is_text(std::string_view key) const;  ///< false where absent
  bool is_list(std::string_view key) const;  ///< false where absent
  /// Returns one of `names`; throws for an unknown name, with the list and the nearest name.
  std::string choice(std::string_view key, std::string_view fallback,
                     std::span<const std::string_view> names) const;
  std::string choice(std::string_view key, std::string_view fallback,
                     std::initializer_list<std::string_view> names) const {
    return choice(key, fallback, std::span(names.begin(), names.size()));
  }
  /// Returns a path, relative to the folder of the file that names it (to the working directory if --set gave
  /// it).
  std::filesystem::path path(std::string_view key) const;
  std::filesystem::path path(std::string_view key, const std::filesystem::path& fallback) const;

  std::vector<std::int64_t> integers(std::string_view key) const;  ///< empty where absent
  std::vector<double> numbers(std::string_view key) const;         ///< empty where absent
  std::vector<std::string> texts(
      std::string_view key) const;  ///< empty where absent; one string is a list of one
  std::vector<std::vector<std::int64_t>> integer_lists(std::string_view key) const;  ///< empty where absent
  std::vector<std::vector<double>> number_lists(std::string_view key) const;         ///< empty where absent

  /// A value as TOML text on one line.
  struct Value {
    std::string key;  ///< dotted, relative to this table
    std::string text;
  };
  /// Returns all values of this table and of the tables below it, in the order of the file; a list of tables
  /// is one value. All of these keys count as known from now on.
  std::vector<Value> values() const;

  Settings table(std::string_view key) const;                ///< an empty table where absent
  std::vector<Settings> tables(std::string_view key) const;  ///< an array of tables; empty where absent

  /// Returns "file:line:column" of the key's value, or of the table itself if the key is absent or empty.
  std::string where(std::string_view key = {}) const;
  /// Throws an error with the message and the place of the key.
  [[noreturn]] void fail(std::string_view key, const std::string& message) const;
  /// Throws for a key of this table or of a table below it for which no getter was called, and names the
  /// nearest known key.
  void reject_unknown_keys() const;

  /// Returns the whole table as TOML text, with overrides and the defaults of all keys that were read so far.
  std::string to_toml() const;
  const std::filesystem::path& file() const;

  struct Node;  // hides the TOML library
 private:
  explicit Settings(std::shared_ptr<Node> node) : node_(std::move(node)) {}
  std::shared_ptr<Node> node_;
};

/// Returns the candidate nearest to `name` by edit distance, if one is near enough that `name` may be a
/// misspelling of it.
std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// The input files of a run, each read once by rank 0; other ranks get a copy of the contents.
class Files {
 public:
  /// Returns the contents of a file; the reference is valid as long as this object exists. Throws DataError
  /// for a file that is missing or can't be read.
  const std::string& read(const std::filesystem::path& file);
  /// Does the same for a configuration file, but throws UsageError.
  const std::string& read_configuration(const std::filesystem::path& file);

  /// Makes a file that other programs read an input of the run, and returns its SHA-256 digest; none if it is
  /// missing or not a regular file. Only the first rank looks at it. Throws DataError if it can't be read.
  std::optional<std::string> identify(const std::filesystem::path& file);

  /// Sets what read() returns for this file in place of its contents on disk.
  void provide(const std::filesystem::path& file, std::string contents) {
    contents_.insert_or_assign(file.string(), std::move(contents));
  }

  const std::map<std::string, std::string>& contents() const { return contents_; }
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
