#include "puzzles/party/puzzle/ban.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace skerry::party {

namespace {

template <typename T>
void erase_banned(std::vector<T>& column, const std::vector<bool>& banned) {
  std::size_t kept = 0;
  for (std::size_t hero = 0; hero < column.size(); ++hero) {
    if (!banned[hero] && kept++ != hero) column[kept - 1] = std::move(column[hero]);
  }
  column.resize(kept);
}

void erase_banned(CategoricalColumn& column, const std::vector<bool>& banned) {
  erase_banned(column.value, banned);
  if (!column.many) return;
  std::vector<std::uint32_t> start = {0};
  std::vector<std::uint32_t> values;
  for (std::size_t hero = 0; hero < banned.size(); ++hero) {
    if (banned[hero]) continue;
    const auto own = column.values_of(static_cast<std::uint32_t>(hero));
    values.insert(values.end(), own.begin(), own.end());
    start.push_back(static_cast<std::uint32_t>(values.size()));
  }
  column.all_start = std::move(start);
  column.all_values = std::move(values);
}

}  // namespace

void ban(Puzzle& puzzle, const std::vector<bool>& banned) {
  std::vector<std::uint32_t> number(banned.size());
  std::uint32_t kept = 0;
  for (std::size_t hero = 0; hero < banned.size(); ++hero) {
    number[hero] = kept;
    if (banned[hero]) {
      puzzle.banned.push_back(puzzle.pool.ids[hero]);
    } else {
      ++kept;
    }
  }
  if (puzzle.certificate) {
    std::vector<std::uint32_t>& party = puzzle.certificate->party;
    if (std::ranges::any_of(party, [&](std::uint32_t hero) { return banned[hero]; })) {
      puzzle.certificate.reset();
    } else {
      for (std::uint32_t& hero : party) hero = number[hero];
    }
  }
  for (Node& node : puzzle.nodes) {
    if (node.locked) node.locked = number[*node.locked];
  }
  std::erase_if(puzzle.owned, [&](std::uint32_t hero) { return banned[hero]; });
  for (std::uint32_t& hero : puzzle.owned) hero = number[hero];
  Pool& pool = puzzle.pool;
  erase_banned(pool.ids, banned);
  if (!pool.names.empty()) erase_banned(pool.names, banned);
  for (CategoricalColumn& column : pool.categorical) erase_banned(column, banned);
  for (NumericColumn& column : pool.numeric) erase_banned(column.value, banned);
}

}  // namespace skerry::party
