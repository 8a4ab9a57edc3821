#include "puzzles/skyscraper/subsets.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace skerry::skyscraper {

namespace {

/// A set of numbers: bit k says that k buildings are seen. Below the highest value there are at most 15.
using Sights = std::uint16_t;

/// The cells from one end of a line on, filled with values below the highest.
class Wing {
 public:
  /// `clue` counts the highest value too; it is 0 where there is no clue.
  template <typename CellAt>
  Wing(std::uint32_t size, std::uint32_t clue, CellAt cell_at)
      : wanted_(static_cast<Sights>(clue == 0 ? 0xFFFF : 1U << (clue - 1))), sets_(1U << (size - 1)) {
    for (std::uint32_t at = 0; at < size; ++at) cells_[at] = cell_at(at);
    std::fill_n(reached_.begin(), sets_, Sights{0});
    std::fill_n(useful_.begin(), sets_, Sights{0});
    reached_[0] = 1;
    for (std::uint32_t set = 0; set + 1 < sets_; ++set) {
      if (reached_[set] == 0) continue;
      for (std::uint32_t next = next_cell(set) & (sets_ - 1) & ~set; next != 0; next &= next - 1) {
        const std::uint32_t value = next & -next;
        const std::uint32_t sights = static_cast<std::uint32_t>(reached_[set]) << (value > set ? 1 : 0);
        reached_[set | value] = static_cast<Sights>(reached_[set | value] | sights);
      }
    }
  }

  /// Tells whether some order of these values meets the clue once the highest value follows.
  bool meets(std::uint32_t set) const { return (reached_[set] & wanted_) != 0; }
  void use(std::uint32_t set) { useful_[set] = static_cast<Sights>(reached_[set] & wanted_); }

  /// Calls found(at, value) for each value at each place in some order of a set in use.
  template <typename Found>
  void trace_back(Found found) {
    for (std::uint32_t set = sets_ - 1; set > 0; --set) {
      if (useful_[set] == 0) continue;
      for (std::uint32_t last = set & cell_of(set); last != 0; last &= last - 1) {
        const std::uint32_t value = last & -last;
        const std::uint32_t before = set ^ value;
        const std::uint32_t ways =
            static_cast<std::uint32_t>(useful_[set] >> seen_last(set, value)) & reached_[before];
        if (ways == 0) continue;
        useful_[before] = static_cast<Sights>(useful_[before] | ways);
        found(static_cast<std::uint32_t>(std::popcount(set)) - 1, static_cast<Values>(value));
      }
    }
  }

 private:
  /// Returns the candidates of the cell behind those that a set fills.
  std::uint32_t next_cell(std::uint32_t set) const {
    return cells_[static_cast<std::uint32_t>(std::popcount(set))];
  }
  /// Returns the candidates of the cell that holds the last of a set's values.
  std::uint32_t cell_of(std::uint32_t set) const {
    return cells_[static_cast<std::uint32_t>(std::popcount(set)) - 1];
  }
  static std::uint32_t seen_last(std::uint32_t set, std::uint32_t value) {
    return value == std::bit_floor(set) ? 1 : 0;
  }

  Sights wanted_;
  std::uint32_t sets_;
  std::array<Values, max_size> cells_{};
  // The first sets_ entries are in use; the arrays have a fixed size, so that nothing is allocated.
  std::array<Sights, 1U << (max_size - 1)> reached_;  // [values that fill the first cells]
  std::array<Sights, 1U << (max_size - 1)> useful_;   // the entries of which some sequence makes use
};

}  // namespace

std::array<Values, max_size> filter_by_subsets(std::span<const Values> cells, LineClues clues) {
  const auto size = static_cast<std::uint32_t>(cells.size());
  if (size == 0) return {};
  const std::uint32_t highest = value_bit(size);
  Wing near(size, clues.near, [&](std::uint32_t at) { return cells[at]; });
  Wing far(size, clues.far, [&](std::uint32_t at) { return cells[size - 1 - at]; });
  std::array<Values, max_size> left{};
  const auto found = [&](std::uint32_t at, Values value) {
    left[at] = static_cast<Values>(left[at] | value);
  };
  for (std::uint32_t set = 0; set < highest; ++set) {
    const auto at = static_cast<std::uint32_t>(std::popcount(set));
    const std::uint32_t rest = (highest - 1) ^ set;
    if ((cells[at] & highest) == 0 || !near.meets(set) || !far.meets(rest)) continue;
    found(at, static_cast<Values>(highest));
    near.use(set);
    far.use(rest);
  }
  near.trace_back(found);
  far.trace_back([&](std::uint32_t at, Values value) { found(size - 1 - at, value); });
  return left;
}

}  // namespace skerry::skyscraper
