#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace skerry::external {

/// Values by a kind and a key. They lie in a file without a name in the folder for temporary files, of which
/// at most a megabyte is kept in memory. Throws Error where that folder is full.
class DiskMap {
 public:
  using Key = std::array<std::uint64_t, 2>;

  DiskMap();

  void set(int kind, const Key& key, std::string_view value);
  std::optional<std::string> find(int kind, const Key& key);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;

  Statement prepare(const char* text);
  [[noreturn]] void refuse() const;

  std::unique_ptr<sqlite3, Close> database_;
  Statement set_;
  Statement find_;
};

}  // namespace skerry::external
