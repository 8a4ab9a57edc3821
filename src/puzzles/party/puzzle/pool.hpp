#pragma once

#include "app/text/text.hpp"
#include "puzzles/party/puzzle/naming.hpp"

#include <cstdint>
#include <optional>
#include <span>
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

  /// Returns the codes of all values of a hero, of which there is one at least.
  std::span<const std::uint32_t> values_of(std::uint32_t hero) const {
    if (!many) return std::span(value).subspan(hero, 1);
    return std::span(all_values).subspan(all_start[hero], all_start[hero + 1] - all_start[hero]);
  }
};

/// Tells whether a hero has one of these values at least; `values` are codes, ascending.
bool has_any(const CategoricalColumn& column, std::uint32_t hero, std::span<const std::uint32_t> values);

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
  /// Return the index of the column of that name. Throw std::logic_error where it was not read, since each
  /// rule and each measure names its column before the pool is read.
  std::uint32_t categorical_column(std::string_view name) const;
  std::uint32_t numeric_column(std::string_view name) const;
};

/// What a rule or a measure needs of its column.
enum class ColumnUse {
  number,     ///< a number of each hero
  one_value,  ///< one value of each hero
  any_values  ///< the values of each hero, of which there may be several
};

/// The kinds of the columns to be read, which the puzzle file decides.
struct PoolColumns {
  std::string id = "id";
  std::string name{};  ///< empty where there is none
  std::vector<std::string> categorical{};
  std::vector<std::string> many{};  ///< categorical columns whose fields hold several values
  char separator = ';';             ///< the character between those values
  std::vector<std::string> numeric{};
  Naming naming{};  ///< for messages
};

/// Parses a CSV pool (RFC 4180: header, quoted fields, CRLF or LF; a UTF-8 byte order mark is skipped).
/// Throws DataError with file, line and column for a missing column (and the nearest name), text in a numeric
/// column, a row with too few or too many fields, a hero twice, an open quote, an empty pool. `name` stands
/// for the file in messages.
Pool parse_pool(std::string_view text, const PoolColumns& columns, const std::string& name);

/// Returns a text without the blanks at its ends.
std::string_view trim(std::string_view text);

/// Returns the number in a field of a numeric column. Throws DataError with the place for any other text, and
/// for a number beyond 1e15: sums of such numbers would lose whole units.
double parse_number(const CsvField& field, const std::string& column, const CsvReader& reader);

}  // namespace skerry::party
