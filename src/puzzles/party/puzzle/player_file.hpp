#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// A row of a player's file.
struct PlayerRow {
  enum class Status { none, owned, banned };
  std::string id;
  Status status = Status::none;
  std::optional<double> price{};  ///< 0 or more
  std::size_t offset = 0;         ///< the place of the id in the text
};

struct PlayerFile {
  std::vector<PlayerRow> rows;
  std::string_view text;
  std::string name;

  /// Returns "name:line:column" of a byte of the text.
  std::string where(std::size_t offset) const;
};

/// Parses the CSV file of a player's heroes: a column id, and status (owned, banned or empty) or price or
/// both; other columns are not read. Throws DataError for a missing column, an unknown status, text or a
/// negative number as a price, and a hero that stands there twice. `text` must outlive the result; `name`
/// stands for the file in messages.
PlayerFile parse_player_file(std::string_view text, const std::string& name);

}  // namespace skerry::party
