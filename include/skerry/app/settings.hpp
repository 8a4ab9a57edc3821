#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
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

/// One table of a TOML file, read key by key. Each getter checks type and range, remembers that the key is
/// known, and throws on a mistake: what was seen, where (file:line:column), and what would be right. Getters
/// with a `fallback` return it where the key is absent; those without throw. Copies share the same table.
class Settings {
 public:
  /// What a mistake throws: UsageError for configurations, DataError for puzzle files.
  enum class Kind { configuration, data };

  /// Parses `text`; `file` is its name in messages and the origin of relative paths.
  static Settings parse(std::string_view text, const std::filesystem::path& file, Kind kind);

  /// Sets "table.key" to a TOML value ("3", "1.5", "true", "[1, 2]") or, where `value` is none, to it as a
  /// string. Messages about such a key say "--set table.key=value" instead of a place in the file. To be
  /// called before any key is read; tables in between are made where absent. Refuses (UsageError) to replace
  /// a whole table.
  void override(std::string_view dotted_key, std::string_view value);

  /// Whether the key is there; it is a known key from now on.
  bool has(std::string_view key) const;
  /// All keys of this table, in the order of the file.
  std::vector<std::string> keys() const;

  /// An integer of that range.
  std::int64_t integer(std::string_view key, Range<std::int64_t> range = {}) const;
  /// The same with a value for an absent key.
  std::int64_t integer(std::string_view key, std::int64_t fallback, Range<std::int64_t> range) const;
  double number(std::string_view key, Range<double> range = {}) const;  ///< integers are numbers too
  /// The same with a value for an absent key.
  double number(std::string_view key, double fallback, Range<double> range) const;
  /// true or false.
  bool flag(std::string_view key, bool fallback) const;
  /// A string.
  std::string text(std::string_view key) const;
  /// The same with a value for an absent key.
  std::string text(std::string_view key, std::string_view fallback) const;
  bool is_text(std::string_view key) const;  ///< false where absent
  /// One of `names`; an unknown one is refused with the list and the nearest.
  std::string choice(std::string_view key, std::string_view fallback,
                     std::span<const std::string_view> names) const;
  /// The same for names that are written down in the call.
  std::string choice(std::string_view key, std::string_view fallback,
                     std::initializer_list<std::string_view> names) const {
    return choice(key, fallback, std::span(names.begin(), names.size()));
  }
  /// Relative to the folder of the file that names it (to the working directory where --set does).
  std::filesystem::path path(std::string_view key) const;
  /// The same with a path for an absent key.
  std::filesystem::path path(std::string_view key, const std::filesystem::path& fallback) const;

  std::vector<std::int64_t> integers(std::string_view key) const;  ///< empty where absent
  std::vector<double> numbers(std::string_view key) const;         ///< empty where absent
  std::vector<std::string> texts(
      std::string_view key) const;  ///< empty where absent; one string is a list of one
  std::vector<std::vector<std::int64_t>> integer_lists(std::string_view key) const;  ///< empty where absent

  /// A value as TOML text on one line.
  struct Value {
    std::string key;  ///< dotted, from the table that was asked
    std::string text;
    std::vector<std::string> items;  ///< of a list, likewise; empty for anything else
  };
  /// All values of this table and of the tables below it, in the order of the file; a list of tables is one
  /// value. All of them are known keys from now on.
  std::vector<Value> values() const;

  Settings table(std::string_view key) const;                ///< an empty table where absent
  std::vector<Settings> tables(std::string_view key) const;  ///< an array of tables; empty where absent

  /// "file:line:column" of the key's value, or of the table itself where the key is absent or empty.
  std::string where(std::string_view key = {}) const;
  /// Throws: message (where).
  [[noreturn]] void fail(std::string_view key, const std::string& message) const;
  /// Throws for a key of this table or of a table below it that no getter ever asked for, naming the nearest
  /// known.
  void reject_unknown_keys() const;

  /// The whole table as TOML text, with overrides and the defaults of all keys that were read so far.
  std::string to_toml() const;
  /// The file that the table was read from.
  const std::filesystem::path& file() const;

  struct Node;  // hides the TOML library
 private:
  explicit Settings(std::shared_ptr<Node> node) : node_(std::move(node)) {}
  std::shared_ptr<Node> node_;
};

/// The candidate nearest to `name` by edit distance, where one is near enough to be a slip of the pen.
std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace skerry
