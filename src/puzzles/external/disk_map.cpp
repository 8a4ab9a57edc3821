#include "puzzles/external/disk_map.hpp"

#include "skerry/error.hpp"

#include <fmt/core.h>
#include <sqlite3.h>

namespace skerry::external {
namespace {

// Nothing is to last, so nothing is made safe. Without an end of the transaction, what the memory holds is
// written only where it is full.
constexpr const char* begin_map = R"(
PRAGMA journal_mode = OFF;
PRAGMA cache_size = -1024;
CREATE TABLE map (kind INTEGER, key BLOB, value BLOB, PRIMARY KEY (kind, key)) WITHOUT ROWID;
BEGIN;
)";

void bind(sqlite3_stmt* statement, int kind, const DiskMap::Key& key) {
  sqlite3_bind_int(statement, 1, kind);
  sqlite3_bind_blob(statement, 2, key.data(), sizeof key, SQLITE_STATIC);
}

}  // namespace

void DiskMap::Close::operator()(sqlite3* database) const {
  sqlite3_close(database);
}

void DiskMap::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

DiskMap::DiskMap() {
  sqlite3* database = nullptr;
  const int opened = sqlite3_open("", &database);
  database_.reset(database);
  if (opened != SQLITE_OK || sqlite3_exec(database, begin_map, nullptr, nullptr, nullptr) != SQLITE_OK)
    refuse();
  set_ = prepare("INSERT OR REPLACE INTO map VALUES (?, ?, ?)");
  find_ = prepare("SELECT value FROM map WHERE kind = ? AND key = ?");
}

void DiskMap::refuse() const {
  throw Error(ExitStatus::failed,
              fmt::format("what is known of evaluations can't be kept in the folder for temporary files: {}",
                          sqlite3_errmsg(database_.get())));
}

DiskMap::Statement DiskMap::prepare(const char* text) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database_.get(), text, -1, &statement, nullptr) != SQLITE_OK) refuse();
  return Statement(statement);
}

void DiskMap::set(int kind, const Key& key, std::string_view value) {
  bind(set_.get(), kind, key);
  sqlite3_bind_blob64(set_.get(), 3, value.data(), value.size(), SQLITE_STATIC);
  const int result = sqlite3_step(set_.get());
  sqlite3_reset(set_.get());
  if (result != SQLITE_DONE) refuse();
}

std::optional<std::string> DiskMap::find(int kind, const Key& key) {
  bind(find_.get(), kind, key);
  const int result = sqlite3_step(find_.get());
  std::optional<std::string> value;
  if (result == SQLITE_ROW)
    value.emplace(static_cast<const char*>(sqlite3_column_blob(find_.get(), 0)),
                  static_cast<std::size_t>(sqlite3_column_bytes(find_.get(), 0)));
  sqlite3_reset(find_.get());
  if (result != SQLITE_ROW && result != SQLITE_DONE) refuse();
  return value;
}

}  // namespace skerry::external
