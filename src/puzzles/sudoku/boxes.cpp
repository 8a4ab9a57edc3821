#include "puzzles/sudoku/boxes.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include <string_view>
#include <utility>

namespace skerry::sudoku {

namespace {

/// Augmenting paths match cells with values drawn at random.
class Dealer {
 public:
  Dealer(std::span<const std::uint32_t> allowed, std::uint32_t missing, Random& random)
      : allowed_(allowed), unused_(missing), random_(random) {}

  bool place(std::uint32_t at) {
    tried_ = 0;
    return find(at);
  }

  std::uint32_t unused() const { return unused_; }
  std::uint32_t owner(std::uint32_t value) const { return owners_[value - 1]; }

 private:
  bool find(std::uint32_t at) {
    if (const std::uint32_t open = allowed_[at] & unused_; open != 0) {
      const std::uint32_t bit = latin::random_value(open, random_);
      unused_ ^= bit;
      take(bit, at);
      return true;
    }
    for (std::uint32_t left = allowed_[at] & ~tried_; left != 0; left = allowed_[at] & ~tried_) {
      const std::uint32_t bit = latin::random_value(left, random_);
      tried_ |= bit;
      if (!find(owners_[static_cast<std::uint32_t>(std::countr_zero(bit))])) continue;
      take(bit, at);
      return true;
    }
    return false;
  }
  void take(std::uint32_t bit, std::uint32_t at) {
    owners_[static_cast<std::uint32_t>(std::countr_zero(bit))] = static_cast<std::uint8_t>(at);
  }

  std::span<const std::uint32_t> allowed_;
  std::uint32_t unused_;
  std::uint32_t tried_ = 0;
  std::array<std::uint8_t, max_size> owners_{};
  Random& random_;
};

}  // namespace

template <std::uint32_t order>
Allowed<order> allowed_by(const Candidates& candidates) {
  Allowed<order> allowed;
  std::copy_n(candidates.cells.begin(), allowed.size(), allowed.begin());
  return allowed;
}

template <std::uint32_t order>
Boxes<order>::Boxes(const Candidates& candidates)
    : Boxes(cells_of<order>(candidates.grid()), allowed_by<order>(candidates)) {}

template <std::uint32_t order>
Boxes<order>::Boxes(const Cells<order>& fixed, const Allowed<order>& allowed)
    : fixed_(fixed), allowed_(allowed) {
  for (std::uint32_t box = 0; box < size; ++box) {
    std::uint32_t missing = (1U << size) - 1;
    for (std::uint32_t at = 0; at < size; ++at) {
      const std::uint32_t cell = cell_of(order, 2 * size + box, at);
      if (fixed_[cell] == 0) {
        free_.push_back(static_cast<std::uint16_t>(cell));
      } else {
        missing &= ~(1U << (fixed_[cell] - 1));
      }
    }
    for (; missing != 0; missing &= missing - 1) {
      missing_.push_back(static_cast<std::uint8_t>(std::countr_zero(missing) + 1));
    }
    first_[box + 1] = static_cast<std::uint16_t>(free_.size());
    const std::span places = free_cells(box);
    std::ranges::copy(places, places_[box].begin());
    for (std::uint32_t value = 1; value <= size; ++value) {
      std::uint32_t& takers = takers_[box * size + value - 1];
      for (std::uint32_t i = 0; i < places.size(); ++i)
        takers |= std::uint32_t{allows(places[i], value)} << i;
    }
  }
}

template <std::uint32_t order>
void Boxes<order>::shuffle(Cells<order>& cells, std::uint32_t box, Random& random) const {
  const std::span free = free_cells(box);
  std::array<std::uint8_t, size> values{};
  std::copy_n(missing_.begin() + first_[box], free.size(), values.begin());
  random.shuffle(std::span(values).first(free.size()));
  for (std::size_t at = 0; at < free.size(); ++at) cells[free[at]] = values[at];
}

template <std::uint32_t order>
void Boxes<order>::deal(Cells<order>& cells, std::uint32_t box, const Allowed<order>& allowed,
                        Random& random) const {
  const std::span free = free_cells(box);
  std::array<std::uint32_t, size> places{};
  std::array<std::uint32_t, size> values{};
  std::uint32_t missing = 0;
  for (std::uint32_t at = 0; at < free.size(); ++at) {
    places[at] = at;
    missing |= 1U << (missing_[first_[box] + at] - 1);
  }
  for (std::uint32_t at = 0; at < free.size(); ++at) values[at] = allowed[free[at]] & missing;
  const auto in_turn = std::span(places).first(free.size());
  random.shuffle(in_turn);
  Dealer dealer(values, missing, random);
  std::uint32_t homeless = 0;
  for (const std::uint32_t at : in_turn) {
    if (!dealer.place(at)) places[homeless++] = at;
  }
  std::uint32_t unused = dealer.unused();
  for (std::uint32_t i = 0; i < free.size(); ++i) {
    const std::uint8_t value = missing_[first_[box] + i];
    if ((unused >> (value - 1) & 1) == 0) cells[free[dealer.owner(value)]] = value;
  }
  for (; unused != 0; unused &= unused - 1) {
    cells[free[places[--homeless]]] = static_cast<std::uint8_t>(std::countr_zero(unused) + 1);
  }
}

template <std::uint32_t order>
void Boxes<order>::swap_two(Cells<order>& cells, Random& random) const {
  if (free_.empty()) return;
  const std::uint32_t cell = free_[random.below(static_cast<std::uint32_t>(free_.size()))];
  const std::span places = free_cells(box_of(order, cell));
  const std::uint32_t first = random.below(static_cast<std::uint32_t>(places.size()));
  const std::uint32_t all = partners(cells, cell);
  if (all == 0) return;
  const std::uint32_t from_first = all >> first << first;
  std::swap(cells[cell],
            cells[places[static_cast<std::uint32_t>(std::countr_zero(from_first != 0 ? from_first : all))]]);
}

template <std::uint32_t order>
bool Boxes<order>::keeps(const Cells<order>& cells) const {
  for (std::uint32_t cell = 0; cell < Cells<order>::count; ++cell) {
    if (fixed(cell) && cells[cell] != fixed_[cell]) return false;
  }
  for (std::uint32_t box = 0; box < size; ++box) {
    std::uint32_t held = 0;
    for (std::uint32_t at = 0; at < size; ++at) {
      const std::uint8_t value = cells[cell_of(order, 2 * size + box, at)];
      if (value == 0 || value > size) return false;
      held |= 1U << (value - 1);
    }
    if (held != (1U << size) - 1) return false;
  }
  return true;
}

template <std::uint32_t order>
Allowed<order> candidate_array(const Cells<order>& givens) {
  constexpr std::uint32_t size = Cells<order>::size;
  std::array<std::uint32_t, 3 * std::size_t{size}> held{};
  for (std::uint32_t cell = 0; cell < Cells<order>::count; ++cell) {
    if (givens[cell] == 0) continue;
    for (const std::uint32_t unit : units_of(order, cell)) held[unit] |= 1U << (givens[cell] - 1);
  }
  Allowed<order> allowed{};
  for (std::uint32_t cell = 0; cell < Cells<order>::count; ++cell) {
    const auto [row, column, box] = units_of(order, cell);
    allowed[cell] = givens[cell] != 0 ? 1U << (givens[cell] - 1)
                                      : ((1U << size) - 1) & ~(held[row] | held[column] | held[box]);
  }
  return allowed;
}

template class Boxes<2>;
template class Boxes<3>;
template class Boxes<4>;
template class Boxes<5>;
template Allowed<2> allowed_by<2>(const Candidates&);
template Allowed<3> allowed_by<3>(const Candidates&);
template Allowed<4> allowed_by<4>(const Candidates&);
template Allowed<5> allowed_by<5>(const Candidates&);
template Allowed<2> candidate_array<2>(const Cells<2>&);
template Allowed<3> candidate_array<3>(const Cells<3>&);
template Allowed<4> candidate_array<4>(const Cells<4>&);
template Allowed<5> candidate_array<5>(const Cells<5>&);

Puzzle read_puzzle(const Settings& settings, Files& files) {
  Puzzle puzzle = puzzle_of_key(settings, files, [](std::string_view text, const std::string& name) {
    return parse_puzzles(text, name);
  });
  if (!puzzle.contradiction.empty()) throw DataError(puzzle.contradiction);
  return puzzle;
}

}  // namespace skerry::sudoku
