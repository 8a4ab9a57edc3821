#include "puzzles/party/puzzle/player.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/text/text.hpp"
#include "puzzles/party/puzzle/formation.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/pool.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr Range<double> price_range{0, 1e15};
constexpr Range<double> factor_range{0, 1e6};

/// What the table or its file says of one hero.
struct Statement {
  enum class Kind { priced, owned, banned, discounted };
  Kind kind;
  std::uint32_t hero = 0;
  double price = 0;
  std::optional<double> factor{};
  const Settings* table = nullptr;  ///< where it stands: `key` of this table, or a row of the file
  std::string_view key{};
  std::size_t offset = 0;
};

std::string_view word_of(Statement::Kind kind) {
  switch (kind) {
    case Statement::Kind::priced:
      break;
    case Statement::Kind::owned:
      return "owned";
    case Statement::Kind::banned:
      return "banned";
    case Statement::Kind::discounted:
      return "discounted";
  }
  return "priced";
}

/// Collects the statements of the table and its file, and refuses those that contradict each other.
class PlayerReader {
 public:
  PlayerReader(const Puzzle& puzzle, const Settings& player, Files& files)
      : puzzle_(puzzle), player_(player), discounts_(player.tables("discount")) {
    for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) ids_.emplace(puzzle.pool.ids[hero], hero);
    owned_price_ = player.number("owned_price", 0, price_range);
    if (player.has("file")) {
      file_.emplace(
          parse_player_file(files.read(player.path("file")), player.path("file").string(), puzzle_.naming));
      read_file();
    }
    for (const std::string& id : player.texts("owned")) {
      add({.kind = Statement::Kind::owned, .price = owned_price_, .table = &player_, .key = "owned"}, id);
    }
    for (const std::string& id : player.texts("banned")) {
      add({.kind = Statement::Kind::banned, .table = &player_, .key = "banned"}, id);
    }
    for (const Settings& discount : discounts_) read_discount(discount);
    refuse_banned_locks();
  }

  const std::vector<Statement>& statements() const { return statements_; }

 private:
  void read_file() {
    for (const PlayerRow& row : file_->rows) {
      Statement statement{.kind = Statement::Kind::priced, .offset = row.offset};
      if (row.status == PlayerRow::Status::banned) {
        statement.kind = Statement::Kind::banned;
      } else if (row.status == PlayerRow::Status::owned) {
        statement.kind = Statement::Kind::owned;
        statement.price = row.price.value_or(owned_price_);
      } else if (row.price) {
        statement.price = *row.price;
      } else {
        continue;
      }
      add(statement, row.id);
    }
  }

  void read_discount(const Settings& discount) {
    const std::string_view key = discount.has("hero") ? "hero" : "heroes";
    Statement statement{.kind = Statement::Kind::discounted, .table = &discount, .key = key};
    if (discount.has("price") == discount.has("factor")) {
      discount.fail({}, "a discount has either a price or a factor; give one of them");
    }
    if (discount.has("price")) {
      statement.price = discount.number("price", price_range);
    } else {
      statement.factor = discount.number("factor", factor_range);
    }
    const std::vector<std::string> ids = discount.texts(key);
    if (ids.empty())
      discount.fail({}, said(puzzle_.naming, "a discount names no {hero}; give hero or heroes"));
    for (const std::string& id : ids) add(statement, id);
  }

  void add(Statement statement, const std::string& id) {
    const auto found = ids_.find(id);
    if (found == ids_.end()) {
      const auto nearest = nearest_name(id, puzzle_.pool.ids);
      fail(statement, said(puzzle_.naming, "the pool has no {hero} '{}'{}", id,
                           nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
    }
    statement.hero = found->second;
    if (statement.kind != Statement::Kind::priced) {
      const auto [earlier, is_new] = said_.emplace(statement.hero, statements_.size());
      if (!is_new) {
        const Statement& other = statements_[earlier->second];
        fail(statement, said(puzzle_.naming, "{hero} '{}' is {} here and {} at {}; name it in one place", id,
                             word_of(statement.kind), word_of(other.kind), where(other)));
      }
    }
    statements_.push_back(statement);
  }

  void refuse_banned_locks() const {
    for (const Statement& statement : statements_) {
      if (statement.kind != Statement::Kind::banned) continue;
      const auto node = std::ranges::find(puzzle_.nodes, std::optional(statement.hero), &Node::locked);
      if (node == puzzle_.nodes.end()) continue;
      fail(statement, said(puzzle_.naming, "{hero} '{}' is locked on '{}' by the puzzle and can't be banned",
                           puzzle_.pool.ids[statement.hero], node->name));
    }
  }

  std::string where(const Statement& statement) const {
    return statement.table != nullptr ? statement.table->where(statement.key)
                                      : file_->where(statement.offset);
  }
  [[noreturn]] void fail(const Statement& statement, const std::string& message) const {
    if (statement.table != nullptr) statement.table->fail(statement.key, message);
    throw DataError(fmt::format("{} ({})", message, where(statement)));
  }

  const Puzzle& puzzle_;
  const Settings& player_;
  std::vector<Settings> discounts_;
  double owned_price_ = 0;
  std::optional<PlayerFile> file_;
  std::unordered_map<std::string_view, std::uint32_t> ids_;
  std::unordered_map<std::uint32_t, std::size_t> said_;  // hero -> statement
  std::vector<Statement> statements_;
};

NumericColumn& price_column(Puzzle& puzzle, const Settings& player) {
  std::vector<NumericColumn>& columns = puzzle.pool.numeric;
  const std::string name = player.text("property", columns[puzzle.objective].name);
  const auto found = std::ranges::find(columns, name, &NumericColumn::name);
  if (found != columns.end()) return *found;
  std::vector<std::string> names;
  for (const NumericColumn& column : columns) names.push_back(column.name);
  const auto nearest = nearest_name(name, names);
  player.fail("property",
              fmt::format("the puzzle uses no number '{}'{}; it uses {}", name,
                          nearest ? fmt::format("; did you mean '{}'?", *nearest) : "", joined(names, ", ")));
}

/// Returns the price of a discounted hero; a whole price stays whole.
double discounted_price(double price, double factor) {
  const double less = price * factor;
  return price == std::round(price) ? std::round(less) : less;
}

void change_prices(const std::vector<Statement>& statements, std::vector<double>& price) {
  for (const Statement& statement : statements) {
    if (statement.kind == Statement::Kind::priced) price[statement.hero] = statement.price;
  }
  for (const Statement& statement : statements) {
    double& now = price[statement.hero];
    if (statement.kind == Statement::Kind::owned || statement.kind == Statement::Kind::discounted) {
      now = statement.factor ? discounted_price(now, *statement.factor) : statement.price;
    }
  }
}

void check_choice(const Puzzle& puzzle, const Settings& player) {
  if (puzzle.nodes.size() > puzzle.pool.size()) {
    player.fail({}, said(puzzle.naming,
                         "the formation has {} nodes, and {} {heroes} of the pool are not banned; no "
                         "{hero} stands twice",
                         puzzle.nodes.size(), puzzle.pool.size()));
  }
  if (const auto node = unfillable_node(puzzle)) {
    player.fail(
        {}, said(puzzle.naming, "every {hero} that may stand on '{}' is banned", puzzle.nodes[*node].name));
  }
}

}  // namespace

void apply_player(Puzzle& puzzle, const Settings& player, Files& files) {
  std::vector<double>& price = price_column(puzzle, player).value;
  const PlayerReader reader(puzzle, player, files);
  const std::vector<double> before = price;
  change_prices(reader.statements(), price);
  bool changed = price != before;
  std::vector<bool> banned(puzzle.pool.size(), false);
  for (const Statement& statement : reader.statements()) {
    if (statement.kind == Statement::Kind::banned) banned[statement.hero] = true;
    if (statement.kind == Statement::Kind::owned) puzzle.owned.push_back(statement.hero);
  }
  std::ranges::sort(puzzle.owned);
  if (std::ranges::find(banned, true) != banned.end()) {
    changed = true;
    ban(puzzle, banned);
    check_choice(puzzle, player);
  }
  if (!changed || (puzzle.certificate && verify_certificate(puzzle).empty())) return;
  puzzle.certificate.reset();
  puzzle.known_optimum.reset();
}

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
        joined(names, ", "), nearest ? fmt::format("; is '{}' its '{}'?", *nearest, missing) : "",
        reader.where(header.front().offset)));
  }
  columns.id = *id;
  return columns;
}

PlayerRow::Status player_status(const CsvField& field, const CsvReader& reader, const Naming& naming) {
  const std::string text(trim(field.text));
  if (text.empty()) return PlayerRow::Status::none;
  if (text == "owned") return PlayerRow::Status::owned;
  if (text == "banned") return PlayerRow::Status::banned;
  const auto nearest = nearest_name(text, {"owned", "banned"});
  throw DataError(said(naming, "'{}' is no status; a {hero} is owned or banned, or the field is empty{} ({})",
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

PlayerFile parse_player_file(std::string_view text, const std::string& name, const Naming& naming) {
  CsvReader reader(text, name, separator_of(text));
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
      throw DataError(said(naming, "{hero} '{}' stands in the file twice, first at {} ({})", read.id,
                           reader.where(first->second), reader.where(read.offset)));
    }
    if (columns.status) read.status = player_status(row[*columns.status], reader, naming);
    if (columns.price) read.price = player_price(row[*columns.price], reader);
  }
  return file;
}

}  // namespace skerry::party
