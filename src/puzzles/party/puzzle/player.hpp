#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// Changes a puzzle to what a player has, by the [problem.player] table of a configuration and the CSV file
/// it may name: heroes that are owned or discounted get their prices, and banned heroes leave the pool. The
/// known optimum is kept only where its certificate also proves it for the changed pool. Throws UsageError
/// for a mistake in the table and DataError for one in the file: an unknown hero (with the nearest id), one
/// that is owned and banned, or has two prices, or is banned and locked, a negative price or factor, and bans
/// that leave too few heroes for the formation or none for a node.
void apply_player(Puzzle& puzzle, const Settings& player, Files& files);

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
PlayerFile parse_player_file(std::string_view text, const std::string& name, const Naming& naming = {});

}  // namespace skerry::party
