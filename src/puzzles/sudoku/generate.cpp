#include "puzzles/sudoku/generate.hpp"

#include "skerry/error.hpp"

#include "puzzles/sudoku/explain.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

bool decided_without_guesses(Difficulty difficulty, const Puzzle& puzzle) {
  Inference inference(puzzle, {.locked_candidates = difficulty == Difficulty::hard});
  return inference.start() && inference.candidates().all_resolved();
}

/// The number of grids after which no puzzle of that difficulty is to be expected.
constexpr std::uint32_t most_grids = 1'000;

/// The number of givens that an attempt restores before it leaves out others. With two or three, 4,000 attempts of 9x9 end at 19 or 20 givens;
/// with one, mostly at 20.
constexpr std::uint32_t given_again = 2;

/// A given is kept if it takes more guesses to tell whether it is needed.
constexpr std::uint64_t most_guesses_at_a_given = 1'000;

class Designer {
 public:
  Designer(const GenerateSettings& settings, Random& random)
      : settings_(settings),
        decider_(settings.difficulty.value_or(Difficulty::unreasonable)),
        random_(random),
        solution_(random_grid(settings.order, random)) {}

  /// Keeps the fewest givens, down to the number wanted. Returns none if the first puzzle is easier than
  /// asked.
  std::optional<Generated> design() {
    Puzzle all(settings_.order);
    all.givens = solution_;
    std::optional<Generated> best = as_asked(pruned(all, shuffled_cells()));
    for (std::uint32_t attempt = 1; best && attempt < settings_.attempts; ++attempt) {
      const std::uint32_t fewest = best->puzzle.given_count();
      if (fewest <= settings_.givens) break;
      Puzzle other = exchanged(best->puzzle);
      if (other.given_count() > fewest) continue;
      if (auto made = as_asked(std::move(other))) best = std::move(made);
    }
    return best;
  }

  Generated ambiguous() {
    Puzzle puzzle(settings_.order);
    const std::vector<std::uint32_t> cells = shuffled_cells();
    for (std::uint32_t i = 0; i < settings_.givens; ++i) puzzle.givens[cells[i]] = solution_[cells[i]];
    return {std::move(puzzle), solution_};
  }

 private:
  /// Returns none if the puzzle has another difficulty or rating.
  std::optional<Generated> as_asked(Puzzle puzzle) const {
    std::optional<double> rating;
    if (settings_.rating) {
      rating = rating_of(explain(puzzle, board_of(puzzle)));
      if (!settings_.rating->holds(rating)) return std::nullopt;
    }
    if (settings_.difficulty && rate(puzzle) != *settings_.difficulty) return std::nullopt;
    return Generated{std::move(puzzle), solution_, rating};
  }

  bool decided(const Puzzle& puzzle) const {
    if (!settings_.rating || settings_.rating->most >= guess_rating) {
      return decided_by(decider_, puzzle, most_guesses_at_a_given).value_or(false);
    }
    // Explanations are slow beside a proof that there are several solutions.
    if (!decided_by(Difficulty::unreasonable, puzzle, most_guesses_at_a_given).value_or(false)) return false;
    const latin::ExplainLimits limits{.most_rating = settings_.rating->most};
    return explain(puzzle, board_of(puzzle), limits).end == latin::Explanation::End::solved;
  }

  /// Leaves out givens in this order, down to the number wanted. One pass is enough: a given that was needed
  /// stays needed.
  Puzzle pruned(Puzzle puzzle, const std::vector<std::uint32_t>& order) const {
    std::uint32_t left = puzzle.given_count();
    for (const std::uint32_t cell : order) {
      if (left == settings_.givens) break;
      const std::uint8_t given = std::exchange(puzzle.givens[cell], std::uint8_t{0});
      if (decided(puzzle)) {
        --left;
      } else {
        puzzle.givens[cell] = given;
      }
    }
    return puzzle;
  }

  /// Restores some givens, and tries to leave them out after all others.
  Puzzle exchanged(Puzzle puzzle) {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> again;
    for (const std::uint32_t cell : shuffled_cells()) {
      if (puzzle.givens[cell] != 0) {
        order.push_back(cell);
      } else if (again.size() < given_again) {
        puzzle.givens[cell] = solution_[cell];
        again.push_back(cell);
      }
    }
    order.insert(order.end(), again.begin(), again.end());
    return pruned(std::move(puzzle), order);
  }

  std::vector<std::uint32_t> shuffled_cells() {
    std::vector<std::uint32_t> cells(solution_.size());
    std::iota(cells.begin(), cells.end(), 0U);
    random_.shuffle(std::span(cells));
    return cells;
  }

  const GenerateSettings& settings_;
  Difficulty decider_;
  Random& random_;
  Grid solution_;
};

std::vector<std::uint32_t> shuffled(std::uint32_t count, Random& random) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  random.shuffle(std::span(numbers));
  return numbers;
}

/// The lines of a band stay together.
std::vector<std::uint32_t> shuffled_lines(std::uint32_t order, Random& random) {
  std::vector<std::uint32_t> lines;
  for (const std::uint32_t band : shuffled(order, random)) {
    for (const std::uint32_t within : shuffled(order, random)) lines.push_back(band * order + within);
  }
  return lines;
}

/// Returns none if random boxes on the diagonal have no common solution, which happens with 4x4.
std::optional<Grid> completed_diagonal(std::uint32_t order, Random& random) {
  Puzzle diagonal(order);
  const std::uint32_t size = diagonal.size();
  for (std::uint32_t box = 0; box < size; box += order + 1) {
    const std::vector<std::uint32_t> values = shuffled(size, random);
    for (std::uint32_t at = 0; at < size; ++at) {
      diagonal.givens[cell_of(order, 2 * size + box, at)] = static_cast<std::uint8_t>(values[at] + 1);
    }
  }
  return solve(diagonal, 1).grid;
}

}  // namespace

std::optional<bool> decided_by(Difficulty difficulty, const Puzzle& puzzle, std::uint64_t most_guesses) {
  if (difficulty != Difficulty::unreasonable) return decided_without_guesses(difficulty, puzzle);
  const SolveResult result = solve(puzzle, 2, {}, most_guesses);
  if (result.gave_up && result.solutions < 2) return std::nullopt;
  return result.solutions == 1;
}

Difficulty rate(const Puzzle& puzzle) {
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::hard}) {
    if (decided_without_guesses(difficulty, puzzle)) return difficulty;
  }
  return Difficulty::unreasonable;
}

std::uint32_t default_attempts(const GenerateSettings& settings) {
  constexpr std::uint32_t by_order[] = {1'000, 1'000, 10, 1};
  return settings.givens == 0 ? 1 : by_order[settings.order - least_order];
}

void validate(const GenerateSettings& settings) {
  if (settings.order < least_order || settings.order > max_order) {
    throw UsageError(fmt::format("the order is {}; boxes are {} to {} cells wide", settings.order,
                                 least_order, max_order));
  }
  const std::uint32_t cells = Puzzle(settings.order).cell_count();
  if (settings.givens > cells) {
    throw UsageError(fmt::format("the givens are {}; the grid has {} cells", settings.givens, cells));
  }
  if (settings.attempts == 0) throw UsageError("the attempts are 0; each puzzle takes 1 at least");
  if (!settings.ambiguous) return;
  if (settings.givens == 0) throw UsageError("ambiguous puzzles want a number of givens");
  if (settings.difficulty) throw UsageError("ambiguous puzzles have no difficulty");
  if (settings.rating) throw UsageError("ambiguous puzzles have no rating");
}

Generated generate(const GenerateSettings& settings, std::uint32_t index) {
  validate(settings);
  Random random(settings.seed, index, Purpose::generation);
  for (std::uint32_t grid = 0; grid < most_grids; ++grid) {
    Designer designer(settings, random);
    if (settings.ambiguous) return designer.ambiguous();
    if (auto made = designer.design()) return std::move(*made);
  }
  const std::string with = settings.givens > 0 ? fmt::format(" with {} givens", settings.givens) : "";
  const std::string kind = settings.rating ? fmt::format("puzzle rated {:.1f} to {:.1f}",
                                                         settings.rating->least, settings.rating->most)
                                           : fmt::format("{} puzzle", name_of(*settings.difficulty));
  throw Error(ExitStatus::failed, fmt::format("no {}{} came of {} grids", kind, with, most_grids));
}

Grid random_grid(std::uint32_t order, Random& random) {
  std::optional<Grid> solved;
  while (!solved) solved = completed_diagonal(order, random);
  const std::uint32_t size = order * order;
  const std::vector<std::uint32_t> rows = shuffled_lines(order, random);
  const std::vector<std::uint32_t> columns = shuffled_lines(order, random);
  const std::vector<std::uint32_t> values = shuffled(size, random);
  Grid grid;
  for (const std::uint32_t row : rows) {
    for (const std::uint32_t column : columns) {
      grid.push_back(static_cast<std::uint8_t>(values[(*solved)[row * size + column] - 1U] + 1));
    }
  }
  return grid;
}

}  // namespace skerry::sudoku
