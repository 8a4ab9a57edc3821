#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// A column of names. Each hero has one value, or several where the file separates them ("CAM;CM").
struct CategoricalColumn {
  std::string name;
  std::vector<std::string> values;       ///< the different values, in order of first appearance
  std::vector<std::uint32_t> value;      ///< [hero] code of the (first) value
  bool many = false;                     ///< whether a separator was given
  std::vector<std::uint32_t> all_start;  ///< [hero + 1] into all_values; empty unless `many`
  std::vector<std::uint32_t> all_values;
};

struct NumericColumn {
  std::string name;
  std::vector<double> value;  ///< [hero]
};

/// The heroes a party is chosen from, column by column. Heroes are numbered 0 .. size() - 1 in the order of
/// the file.
struct Pool {
  std::vector<std::string> ids;
  std::vector<std::string> names;  ///< empty where the pool has no name column
  std::vector<CategoricalColumn> categorical;
  std::vector<NumericColumn> numeric;

  std::uint32_t size() const { return static_cast<std::uint32_t>(ids.size()); }
  /// Returns the hero with that id.
  std::optional<std::uint32_t> find(std::string_view id) const;
};

/// The kinds of the columns to be read, which the puzzle file decides.
struct PoolColumns {
  std::string id = "id";
  std::string name{};  ///< empty where there is none
  std::vector<std::string> categorical{};
  std::vector<std::string> many{};  ///< categorical columns whose fields hold several values
  char separator = ';';             ///< the character between those values
  std::vector<std::string> numeric{};
};

/// Parses a CSV pool (RFC 4180: header, quoted fields, CRLF or LF; a UTF-8 byte order mark is skipped).
/// Throws DataError with file, line and column for a missing column (and the nearest name), text in a numeric
/// column, a row with too few or too many fields, a hero twice, an open quote, an empty pool. `name` stands
/// for the file in messages.
Pool parse_pool(std::string_view text, const PoolColumns& columns, const std::string& name);

}  // namespace skerry::party
