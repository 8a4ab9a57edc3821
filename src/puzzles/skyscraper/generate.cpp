#include "puzzles/skyscraper/generate.hpp"

#include "skerry/error.hpp"

#include "puzzles/skyscraper/explain.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

/// The number of hints that an attempt restores before it leaves out others. In the same time four leave fewer hints than a new start, and
/// two or eight are no better.
constexpr std::uint32_t told_again = 4;

/// A puzzle whose difficulty takes more guesses to determine is discarded, since a few puzzles would take
/// hours.
constexpr std::uint64_t most_guesses = 1'000;

/// The number of grids after which no puzzle of that rating is to be expected.
constexpr std::uint32_t most_grids = 1'000;

std::uint32_t count_hints(const std::vector<std::uint8_t>& hints) {
  return static_cast<std::uint32_t>(hints.size()) - static_cast<std::uint32_t>(std::ranges::count(hints, 0));
}
std::uint32_t count_hints(const Puzzle& puzzle) {
  return count_hints(puzzle.clues) + count_hints(puzzle.givens);
}

/// The clues come first, then the givens.
std::uint8_t& hint_of(Puzzle& puzzle, std::uint32_t number) {
  const auto clues = static_cast<std::uint32_t>(puzzle.clues.size());
  return number < clues ? puzzle.clues[number] : puzzle.givens[number - clues];
}

class Designer {
 public:
  Designer(Grid solution, const GenerateSettings& settings, Random& random)
      : settings_(settings), random_(random), solution_(std::move(solution)), all_hints_(settings.size) {
    all_hints_.clues = clues_seen(all_hints_, solution_);
    tell_necessary_givens();
  }

  /// Returns none if all are easier than asked.
  std::optional<Generated> design() {
    std::optional<Generated> best;
    for (std::uint32_t attempt = 0; attempt < settings_.attempts; ++attempt) {
      std::optional<Puzzle> puzzle = best ? exchanged(best->puzzle) : pruned(all_hints_, shuffled_hints());
      if (!puzzle || (best && count_hints(*puzzle) > count_hints(best->puzzle))) continue;
      if (auto made = as_asked(std::move(*puzzle))) best = std::move(made);
    }
    return best;
  }

 private:
  /// Returns none if the puzzle has another difficulty or rating.
  std::optional<Generated> as_asked(Puzzle puzzle) const {
    std::optional<double> rating;
    if (settings_.rating) {
      rating = rating_of(explain(puzzle, board_of(puzzle)));
      if (!settings_.rating->holds(rating)) return std::nullopt;
    } else if (rate(puzzle) != settings_.difficulty) {
      return std::nullopt;
    }
    const std::uint32_t clues = count_hints(puzzle.clues);
    const std::uint32_t givens = count_hints(puzzle.givens);
    return Generated{std::move(puzzle), solution_, clues, givens, rating};
  }

  /// Returns none if that takes too many guesses to determine.
  std::optional<bool> decided(const Puzzle& puzzle) const {
    if (!settings_.rating) return decided_by(settings_.difficulty, puzzle, most_guesses);
    if (settings_.rating->most >= guess_rating) {
      return decided_by(Difficulty::unreasonable, puzzle, most_guesses);
    }
    const latin::ExplainLimits limits{.most_rating = settings_.rating->most};
    return explain(puzzle, board_of(puzzle), limits).end == latin::Explanation::End::solved;
  }

  void tell_necessary_givens() {
    for (const std::uint32_t cell : shuffled(static_cast<std::uint32_t>(solution_.size()))) {
      if (decided(all_hints_).value_or(false)) return;
      all_hints_.givens[cell] = solution_[cell];
    }
  }

  /// Leaves out hints in this order. One pass is enough: a hint that was needed stays needed. Returns none if
  /// the difficulty takes too many guesses to determine.
  std::optional<Puzzle> pruned(Puzzle puzzle, const std::vector<std::uint32_t>& order) const {
    for (const std::uint32_t number : order) {
      std::uint8_t& hint = hint_of(puzzle, number);
      if (hint == 0) continue;
      const std::uint8_t told = std::exchange(hint, std::uint8_t{0});
      const std::optional<bool> still = decided(puzzle);
      if (!still) return std::nullopt;
      if (!*still) hint = told;
    }
    return puzzle;
  }

  /// Restores some hints, and tries to leave them out after all others.
  std::optional<Puzzle> exchanged(Puzzle puzzle) {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> again;
    for (const std::uint32_t number : shuffled_hints()) {
      const std::uint8_t hint = hint_of(all_hints_, number);
      if (hint_of(puzzle, number) != 0) {
        order.push_back(number);
      } else if (hint != 0 && again.size() < told_again) {
        hint_of(puzzle, number) = hint;
        again.push_back(number);
      }
    }
    order.insert(order.end(), again.begin(), again.end());
    return pruned(std::move(puzzle), order);
  }

  std::vector<std::uint32_t> shuffled(std::uint32_t count) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    random_.shuffle(std::span(order));
    return order;
  }
  std::vector<std::uint32_t> shuffled_hints() {
    return shuffled(static_cast<std::uint32_t>(all_hints_.clues.size() + all_hints_.givens.size()));
  }

  const GenerateSettings& settings_;
  Random& random_;
  Grid solution_;
  Puzzle all_hints_;
};

}  // namespace

void validate(const GenerateSettings& settings) {
  if (settings.size < least_generated_size || settings.size > largest_generated_size) {
    throw UsageError(fmt::format("the size is {}; skyscrapers are generated from {} to {}", settings.size,
                                 least_generated_size, largest_generated_size));
  }
  if (settings.size == 3 && !settings.rating && settings.difficulty == Difficulty::unreasonable) {
    throw UsageError(
        "no puzzle of size 3 needs a guess unless a cell is given; unreasonable ones begin at size 4");
  }
  if (settings.attempts == 0) throw UsageError("the attempts are 0; each puzzle takes 1 at least");
}

Generated generate(const GenerateSettings& settings, std::uint32_t index) {
  validate(settings);
  Random random(settings.seed, index, Purpose::generation);
  for (std::uint32_t grid = 0; !settings.rating || grid < most_grids; ++grid) {
    Designer designer(random_latin_square(settings.size, random), settings, random);
    if (auto made = designer.design()) return std::move(*made);
  }
  throw Error(ExitStatus::failed,
              fmt::format("no puzzle of size {} rated {:.1f} to {:.1f} came of {} grids", settings.size,
                          settings.rating->least, settings.rating->most, most_grids));
}

namespace {

/// Row, column and value, all from 0.
using Cell = std::array<std::uint32_t, 3>;

/// A Latin square as a cube of ones and zeros: (row, column, value) is one where the cell holds that value,
/// so every line along an axis sums to one. An improper square has a single -1 besides.
class IncidenceCube {
 public:
  explicit IncidenceCube(std::uint32_t size) : size_(size), entries_(std::size_t{size} * size * size) {
    for (std::uint32_t row = 0; row < size; ++row) {
      for (std::uint32_t column = 0; column < size; ++column) at({row, column, (row + column) % size}) = 1;
    }
  }

  /// Walks on to the next proper square.
  void walk(Random& random) {
    Cell cell = random_zero(random);
    while (!step(cell, random)) {
    }
  }

  Grid grid() const {
    Grid grid(std::size_t{size_} * size_);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i] == 1) grid[i / size_] = static_cast<std::uint8_t>(1 + i % size_);
    }
    return grid;
  }

 private:
  std::int8_t& at(const Cell& cell) { return entries_[(cell[0] * size_ + cell[1]) * size_ + cell[2]]; }

  Cell random_zero(Random& random) {
    for (;;) {
      const Cell cell = {random.below(size_), random.below(size_), random.below(size_)};
      if (at(cell) == 0) return cell;
    }
  }

  /// An improper square has two ones in the lines through its -1.
  std::uint32_t random_one(Cell cell, std::size_t axis, Random& random) {
    std::array<std::uint32_t, 2> ones{};
    std::uint32_t count = 0;
    for (cell[axis] = 0; cell[axis] < size_; ++cell[axis]) {
      if (at(cell) == 1) ones[count++] = cell[axis];
    }
    return ones[count == 1 ? 0 : random.below(2)];
  }

  /// `cell` is 0 or -1. Returns true if a proper square results; otherwise `cell` is the new -1.
  bool step(Cell& cell, Random& random) {
    const Cell other = {random_one(cell, 0, random), random_one(cell, 1, random),
                        random_one(cell, 2, random)};
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
      Cell changed = cell;
      bool even = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if ((corner >> axis & 1) == 0) continue;
        changed[axis] = other[axis];
        even = !even;
      }
      at(changed) = static_cast<std::int8_t>(at(changed) + (even ? 1 : -1));
    }
    cell = other;
    return at(cell) == 0;
  }

  std::uint32_t size_;
  std::vector<std::int8_t> entries_;
};

std::vector<std::uint32_t> permutation(std::uint32_t size, Random& random) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  return order;
}

}  // namespace

Grid random_latin_square(std::uint32_t size, Random& random) {
  IncidenceCube cube(size);
  for (std::uint32_t i = 0; size > 1 && i < size * size * size; ++i) cube.walk(random);
  const Grid walked = cube.grid();
  const auto rows = permutation(size, random);
  const auto columns = permutation(size, random);
  const auto values = permutation(size, random);
  Grid grid(walked.size());
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint8_t value = walked[rows[cell / size] * size + columns[cell % size]];
    grid[cell] = static_cast<std::uint8_t>(1 + values[value - 1U]);
  }
  return grid;
}

}  // namespace skerry::skyscraper
