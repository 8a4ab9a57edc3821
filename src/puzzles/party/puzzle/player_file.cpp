#include "puzzles/party/puzzle/player_file.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/text/csv.hpp"
#include "app/text/utf8.hpp"
#include "puzzles/party/puzzle/pool_field.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

/// The places of the columns in a row.
struct PlayerColumns {
  std::size_t fields = 0;
  std::size_t id = 0;
  std::optional<std::size_t> status;
  std::optional<std::size_t> price;
};

PlayerColumns player_columns(const std::vector<CsvField>& header, const CsvReader& reader) {
  std::vector<std::string> names;
  for (const CsvField& field : header) names.emplace_back(trim(field.text));
  const auto place = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    const auto again = std::find(found + 1, names.end(), name);
    if (again != names.end()) {
      throw DataError(
          fmt::format("the file has two columns '{}'; name each column once ({})", name,
                      reader.where(header[static_cast<std::size_t>(again - names.begin())].offset)));
    }
    return static_cast<std::size_t>(found - names.begin());
  };
  const auto id = place("id");
  PlayerColumns columns{.fields = header.size(), .status = place("status"), .price = place("price")};
  if (!id || (!columns.status && !columns.price)) {
    const std::string_view missing = !id ? "id" : "status";
    const auto nearest = nearest_name(missing, names);
    throw DataError(fmt::format(
        "a player's file has a column 'id', and 'status' or 'price' or both; this one has {}{} ({})",
        fmt::join(names, ", "), nearest ? fmt::format("; is '{}' its '{}'?", *nearest, missing) : "",
        reader.where(header.front().offset)));
  }
  columns.id = *id;
  return columns;
}

PlayerRow::Status player_status(const CsvField& field, const CsvReader& reader) {
  const std::string text(trim(field.text));
  if (text.empty()) return PlayerRow::Status::none;
  if (text == "owned") return PlayerRow::Status::owned;
  if (text == "banned") return PlayerRow::Status::banned;
  const auto nearest = nearest_name(text, {"owned", "banned"});
  throw DataError(fmt::format("'{}' is no status; a hero is owned or banned, or the field is empty{} ({})",
                              text, nearest ? fmt::format("; did you mean '{}'?", *nearest) : "",
                              reader.where(field.offset)));
}

std::optional<double> player_price(const CsvField& field, const CsvReader& reader) {
  if (trim(field.text).empty()) return std::nullopt;
  const double price = parse_number(field, "price", reader);
  if (price < 0) {
    throw DataError(
        fmt::format("a price is {}; prices are 0 or more ({})", price, reader.where(field.offset)));
  }
  return price;
}

}  // namespace

std::string PlayerFile::where(std::size_t offset) const {
  return CsvReader(text, name).where(offset);
}

PlayerFile parse_player_file(std::string_view text, const std::string& name) {
  CsvReader reader(text, name);
  if (const std::size_t end = utf8_end(text); end != text.size()) {
    throw DataError(
        fmt::format("the text is not UTF-8 from here on; save the file as UTF-8 ({})", reader.where(end)));
  }
  std::vector<CsvField> row;
  if (!reader.next(row)) {
    throw DataError(
        fmt::format("the file is empty; a header with id, status and price is needed ({}:1:1)", name));
  }
  const PlayerColumns columns = player_columns(row, reader);
  PlayerFile file{.rows = {}, .text = text, .name = name};
  std::unordered_map<std::string, std::size_t> offsets;
  while (reader.next(row)) {
    if (row.size() != columns.fields) {
      throw DataError(fmt::format("the row has {} fields and the header {} ({})", row.size(), columns.fields,
                                  reader.where(row.front().offset)));
    }
    PlayerRow& read = file.rows.emplace_back();
    read.offset = row[columns.id].offset;
    read.id = trim(row[columns.id].text);
    if (const auto [first, is_new] = offsets.emplace(read.id, read.offset); !is_new) {
      throw DataError(fmt::format("hero '{}' stands in the file twice, first at {} ({})", read.id,
                                  reader.where(first->second), reader.where(read.offset)));
    }
    if (columns.status) read.status = player_status(row[*columns.status], reader);
    if (columns.price) read.price = player_price(row[*columns.price], reader);
  }
  return file;
}

}  // namespace skerry::party
