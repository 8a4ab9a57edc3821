#include "puzzles/latin/rules.hpp"

#include "puzzles/latin/deduction.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include <fmt/core.h>

namespace skerry::latin {

namespace {

struct Item {
  std::uint32_t index = 0;
  std::uint32_t set = 0;
};

/// Calls found(items, union) for each choice of `count` items whose sets have at most `count` members
/// together, until it returns true; tells whether it did.
template <typename Found>
bool any_choice(std::span<const Item> items, std::uint32_t count, Found found) {
  std::vector<Item> chosen;
  const auto choose = [&](const auto& self, std::size_t from, std::uint32_t together) -> bool {
    if (chosen.size() == count) return found(std::span<const Item>(chosen), together);
    for (std::size_t i = from; i + count <= items.size() + chosen.size(); ++i) {
      const std::uint32_t with = together | items[i].set;
      if (static_cast<std::uint32_t>(std::popcount(with)) > count) continue;
      chosen.push_back(items[i]);
      if (self(self, i + 1, with)) return true;
      chosen.pop_back();
    }
    return false;
  };
  return choose(choose, 0, 0);
}

bool small(std::uint32_t set, std::uint32_t count) {
  return set != 0 && static_cast<std::uint32_t>(std::popcount(set)) <= count;
}

std::vector<std::uint32_t> indices_of(std::span<const Item> items) {
  std::vector<std::uint32_t> indices;
  for (const Item& item : items) indices.push_back(item.index);
  return indices;
}

/// Returns the places of the open cells of a unit that may hold the value; bit i is place i.
std::uint32_t places_of(const Board& board, const Marks& marks, std::uint32_t unit, std::uint32_t value) {
  std::uint32_t places = 0;
  for (std::uint32_t at = 0; at < board.size(); ++at) {
    const std::uint32_t cell = board.cells(unit)[at];
    if (!marks.placed[cell] && (marks[cell] & value) != 0) places |= 1U << at;
  }
  return places;
}

/// Calls found(unit, cells) for each unit with the cells in which no value is placed.
template <typename Found>
std::optional<Step> in_some_unit(const Board& board, const Marks& marks, Found found) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t unit = 0; unit < board.unit_count(); ++unit) {
    open.clear();
    for (const std::uint32_t cell : board.cells(unit)) {
      if (!marks.placed[cell]) open.push_back(cell);
    }
    std::optional<Step> step = found(unit, open);
    if (step) return step;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Step> contradiction(const Board& board, const Marks& marks) {
  for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
    if (marks[cell] != 0) continue;
    return Step{
        .argument = board.cell_name(cell) + " has no value left", .cells = {cell}, .contradiction = true};
  }
  for (std::uint32_t unit = 0; unit < board.unit_count(); ++unit) {
    std::uint32_t missing = board.all_values();
    for (const std::uint32_t cell : board.cells(unit)) missing &= ~marks[cell];
    if (missing == 0) continue;
    return Step{.argument = fmt::format("{} has no cell left for {}", board.unit_name(unit),
                                        board.symbol(lowest(missing))),
                .units = {unit},
                .values = missing & -missing,
                .contradiction = true};
  }
  return std::nullopt;
}

std::optional<Step> last_cell(const Board& board, const Marks& marks) {
  return in_some_unit(board, marks, [&](std::uint32_t unit, const auto& open) -> std::optional<Step> {
    if (open.size() != 1) return std::nullopt;
    const std::uint32_t cell = open.front();
    return Step{.argument = fmt::format("{} is the last open cell of {}", board.cell_name(cell),
                                        board.unit_name(unit)),
                .units = {unit},
                .values = marks[cell],
                .places = {{cell, marks[cell]}}};
  });
}

std::optional<Step> hidden_single(const Board& board, const Marks& marks, UnitRange units) {
  for (std::uint32_t unit = units.first; unit < units.end; ++unit) {
    std::uint32_t once = 0;
    std::uint32_t twice = 0;
    for (const std::uint32_t cell : board.cells(unit)) {
      twice |= once & marks[cell];
      once |= marks[cell];
    }
    for (const std::uint32_t cell : board.cells(unit)) {
      const std::uint32_t here = marks[cell] & once & ~twice;
      if (marks.placed[cell] || here == 0) continue;
      const std::uint32_t value = here & -here;
      return Step{.argument = fmt::format("only {} in {} can be {}", board.cell_name(cell),
                                          board.unit_name(unit), board.symbols(value)),
                  .units = {unit},
                  .values = value,
                  .places = {{cell, value}}};
    }
  }
  return std::nullopt;
}

std::optional<Step> naked_single(const Board& board, const Marks& marks) {
  for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
    if (marks.placed[cell] || !single(marks[cell])) continue;
    return Step{.argument = fmt::format("{} has no candidate but {}", board.cell_name(cell),
                                        board.symbols(marks[cell])),
                .cells = {cell},
                .places = {{cell, marks[cell]}}};
  }
  return std::nullopt;
}

std::optional<Step> naked_subset(const Board& board, const Marks& marks, std::uint32_t count) {
  std::vector<Item> items;
  return in_some_unit(board, marks, [&](std::uint32_t unit, const auto& open) {
    items.clear();
    for (const std::uint32_t cell : open) {
      if (small(marks[cell], count)) items.push_back({cell, marks[cell]});
    }
    std::optional<Step> step;
    any_choice(items, count, [&](std::span<const Item> chosen, std::uint32_t values) {
      Step found{.cells = indices_of(chosen)};
      for (const std::uint32_t cell : board.peers(found.cells.front())) {
        const auto seen = [&](std::uint32_t other) { return board.see(cell, other); };
        if (!std::ranges::all_of(found.cells, seen)) continue;
        remove_from(marks, std::span(&cell, 1), values, found);
      }
      if (!found.useful()) return false;
      found.argument = fmt::format("{} of {} hold {}", board.cell_names(found.cells), board.unit_name(unit),
                                   board.symbols(values));
      step = std::move(found);
      return true;
    });
    return step;
  });
}

std::optional<Step> hidden_subset(const Board& board, const Marks& marks, std::uint32_t count) {
  std::vector<Item> items;
  return in_some_unit(board, marks, [&](std::uint32_t unit, const auto& open) {
    items.clear();
    if (open.size() > count) {
      for (std::uint32_t value = 1; value <= board.size(); ++value) {
        const std::uint32_t places = places_of(board, marks, unit, value_bit<std::uint32_t>(value));
        if (small(places, count)) items.push_back({value_bit<std::uint32_t>(value), places});
      }
    }
    std::optional<Step> step;
    any_choice(items, count, [&](std::span<const Item> chosen, std::uint32_t places) {
      Step found{.units = {unit}};
      for (const Item& item : chosen) found.values |= item.index;
      std::vector<std::uint32_t> cells;
      for (std::uint32_t left = places; left != 0; left &= left - 1) {
        cells.push_back(board.cells(unit)[lowest(left) - 1]);
      }
      remove_from(marks, cells, ~found.values, found);
      if (!found.useful()) return false;
      found.argument = fmt::format("only {} of {} can be {}", board.cell_names(cells), board.unit_name(unit),
                                   board.symbols(found.values));
      step = std::move(found);
      return true;
    });
    return step;
  });
}

std::optional<Step> fish(const Board& board, const Marks& marks, std::uint32_t count) {
  const std::uint32_t size = board.size();
  std::vector<Item> items;
  for (std::uint32_t value = 1; value <= size; ++value) {
    const auto bit = value_bit<std::uint32_t>(value);
    for (const std::uint32_t base : {0U, size}) {
      items.clear();
      for (std::uint32_t line = base; line < base + size; ++line) {
        const std::uint32_t places = places_of(board, marks, line, bit);
        if (small(places, count)) items.push_back({line, places});
      }
      std::optional<Step> step;
      any_choice(items, count, [&](std::span<const Item> chosen, std::uint32_t places) {
        Step found{.units = indices_of(chosen), .values = bit};
        std::vector<std::uint32_t> across;
        for (std::uint32_t left = places; left != 0; left &= left - 1) {
          across.push_back(size - base + lowest(left) - 1);
          for (const std::uint32_t cell : board.cells(across.back())) {
            const auto holds = [&](std::uint32_t line) { return board.holds(line, cell); };
            if (marks.placed[cell] || std::ranges::any_of(found.units, holds)) continue;
            remove_from(marks, std::span(&cell, 1), bit, found);
          }
        }
        if (!found.useful()) return false;
        found.argument = fmt::format("{} have their {} in {}", board.unit_names(found.units),
                                     board.symbol(value), board.unit_names(across));
        step = std::move(found);
        return true;
      });
      if (step) return step;
    }
  }
  return std::nullopt;
}

}  // namespace skerry::latin
