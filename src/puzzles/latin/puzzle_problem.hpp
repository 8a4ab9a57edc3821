#pragma once

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"
#include "skerry/genomes/bits.hpp"
#include "skerry/measures.hpp"
#include "skerry/problem.hpp"

#include "puzzles/latin/deduction.hpp"
#include "puzzles/latin/explanation.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::latin {

// These names are not members, so that the compiler looks for them beside the puzzle.

template <class Puzzle, class Grid>
std::vector<Verdict> verdicts_of(const Puzzle& puzzle, const Grid& grid) {
  return judge(puzzle, grid);
}
template <class Puzzle, class Grid>
std::string drawing_of(const Puzzle& puzzle, const Grid& grid) {
  return draw_text(puzzle, grid);
}

/// parse_grid(puzzle, text, name), judge, draw_svg and draw_text(puzzle, grid) stand beside the puzzle. A
/// Kind provides Puzzle; Genome; cells(genome); genome_of(puzzle, grid) and grid_of(puzzle, genome), from and
/// to [size * size].
template <class Kind>
class GridProblem {
 public:
  using Genome = typename Kind::Genome;
  using Puzzle = typename Kind::Puzzle;

  explicit GridProblem(Puzzle puzzle) : puzzle_(std::make_shared<const Puzzle>(std::move(puzzle))) {}

  const Puzzle& puzzle() const { return *puzzle_; }

  Direction direction() const { return Direction::maximise; }

  /// Returns the share of cells that differ.
  double distance(const Genome& a, const Genome& b) const {
    const auto& cells = Kind::cells(a);
    const auto& others = Kind::cells(b);
    std::uint32_t different = 0;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) different += cells[cell] != others[cell];
    return different / static_cast<double>(puzzle_->givens.size());
  }

  void loci(const Genome& genome, Loci& loci) const { loci.add_all(Kind::cells(genome)); }

  GenomeForm genome_form() const {
    return {.width = puzzle_->givens.size(), .meaning = "values of the cells, row by row"};
  }
  void append_genome(const Genome& genome, std::vector<std::byte>& row) const {
    for (const std::uint8_t value : Kind::grid_of(*puzzle_, genome)) row.push_back(std::byte{value});
  }

  std::string describe(const Genome& genome) const { return draw_text(&genome); }
  Genome parse(std::string_view text, const std::string& name) const {
    return Kind::genome_of(*puzzle_, parse_grid(*puzzle_, text, name));
  }
  std::vector<Verdict> judge(const Genome& genome) const {
    return verdicts_of(*puzzle_, Kind::grid_of(*puzzle_, genome));
  }
  std::string draw(const Genome* solution) const {
    return solution == nullptr ? draw_svg(*puzzle_) : draw_svg(*puzzle_, Kind::grid_of(*puzzle_, *solution));
  }
  std::string draw_text(const Genome* solution) const {
    return drawing_of(*puzzle_, solution == nullptr ? puzzle_->givens : Kind::grid_of(*puzzle_, *solution));
  }

 private:
  std::shared_ptr<const Puzzle> puzzle_;
};

enum class Quantity : std::uint8_t {
  clues,     ///< at the edge
  givens,    ///< cells that are shown
  hints,     ///< clues and givens
  unpaired,  ///< hints whose opposite, by a half turn of the puzzle, is not shown
  /// Cells that inference leaves open, added up over its levels, weakest first, up to one that decides all.
  difficulty,
  hardest_inference,  ///< the weakest level of inference that decides all cells; a feature only
  rating,             ///< of the hardest step of an explanation, 0 if there is none; a feature only
};

struct PuzzleQuantity {
  std::string_view name;
  Quantity quantity = Quantity::hints;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

constexpr Direction direction_of(Quantity quantity) {
  return quantity == Quantity::difficulty ? Direction::maximise : Direction::minimise;
}

struct PuzzleMeasures {
  std::uint32_t clues = 0;
  std::uint32_t givens = 0;
  std::uint32_t unpaired = 0;
  std::uint32_t difficulty = 0;
  std::uint32_t level = 0;  ///< the index of the hardest inference needed; the last one stands for guesses
  double rating = 0;        ///< measured if it is a feature
  std::uint32_t undecided = 0;  ///< 0 if one solution is proven, else the cells that inference leaves open
};

double value_of(Quantity quantity, const PuzzleMeasures& measures);

struct PuzzleChoice {
  PuzzleQuantity fitness;
  std::vector<PuzzleQuantity> features;
  std::vector<PuzzleQuantity> objectives;
};

/// Throws std::out_of_range for an unknown name.
PuzzleChoice choice_of(std::span<const PuzzleQuantity> known, std::string_view fitness,
                       std::span<const std::string_view> features,
                       std::span<const std::string_view> objectives);

/// Reads the keys fitness, features and objectives of the [problem] table; an absent one is as in `fallback`.
PuzzleChoice read_choice(const Settings& table, std::span<const PuzzleQuantity> known,
                         const PuzzleChoice& fallback);

/// `levels` are the names of the levels of inference.
std::vector<Feature> features_of(const PuzzleChoice& choice, std::span<const std::string_view> levels);
/// The reference points are the same for all fronts.
std::vector<Objective> objectives_of(const PuzzleChoice& choice, std::uint32_t hints);
/// Returns a unit such as "givens"; empty for a pure number.
std::string unit_of(Quantity quantity);

/// Its forms include those of the levels before it.
template <class InferenceSettings>
struct InferenceLevel {
  std::string_view name;
  InferenceSettings settings;
};

template <class Puzzle>
std::string svg_of(const Puzzle& puzzle) {
  return draw_svg(puzzle);
}
template <class Puzzle>
std::string text_drawing_of(const Puzzle& puzzle) {
  return draw_text(puzzle, puzzle.givens);
}

template <class Puzzle>
double rating_of_puzzle(const Puzzle& puzzle) {
  return rating_of(explain(puzzle, board_of(puzzle))).value_or(0);
}

/// A genome tells which hints of a full solution are shown. A puzzle is feasible if it is proven to have one
/// solution; otherwise its violation is the number of cells that inference leaves open.
///
/// A Kind provides Genome, some Bits; Puzzle; Inference; levels, from the weakest to the strongest;
/// level_names, with one more for guesses; clue_count, hint_count and hint(puzzle, number), clues before
/// givens, 0 if not shown; opposite(puzzle, number), after half a turn; value_bits(value); hint_text(puzzle,
/// value); text(puzzle); parse(puzzle, text, name).
template <class Kind>
class PuzzleProblem {
 public:
  using Genome = typename Kind::Genome;
  static constexpr bool seeks_fitness_first = true;
  using Puzzle = typename Kind::Puzzle;

  /// `all` is the puzzle that shows every hint.
  PuzzleProblem(Puzzle all, PuzzleChoice choice)
      : all_(std::make_shared<const Puzzle>(std::move(all))),
        choice_(std::move(choice)),
        rated_(std::ranges::count(choice_.features, Quantity::rating, &PuzzleQuantity::quantity) > 0),
        shown_(*all_),
        remembered_(remembered_count) {}

  Direction direction() const { return direction_of(choice_.fitness.quantity); }
  std::string fitness_unit() const { return unit_of(choice_.fitness.quantity); }
  BitStrings<Genome> bounds() const { return BitStrings<Genome>(hint_count()); }

  /// Shows each hint with a probability that is drawn for the clues and for the givens, from 1/4 to 3/4.
  Genome sample(Random& random) const {
    Genome genome;
    const std::uint32_t clues = Kind::clue_count(*all_);
    for (const auto& [from, to] : {std::pair(0U, clues), std::pair(clues, hint_count())}) {
      const double share = 0.25 + 0.5 * random.uniform();
      for (std::uint32_t number = from; number < to; ++number) {
        if (random.uniform() < share) genome.flip(number);
      }
    }
    return genome;
  }

  Score evaluate(const Genome& genome) {
    const PuzzleMeasures& measures = measures_of(genome);
    return {static_cast<double>(measures.undecided), value_of(choice_.fitness.quantity, measures)};
  }

  /// Shows hints of open cells until inference alone decides all cells. Each hint counts as an evaluation.
  void repair(Genome& genome, Evaluations<PuzzleProblem>& evaluations, Random& random) {
    show(genome, shown_);
    typename Kind::Inference inference(shown_, Kind::levels.back().settings);
    inference.start();
    for (; !inference.candidates().all_resolved() && evaluations.left() > 0; evaluations.count()) {
      if (const auto clue = hidden_clue(genome, random); clue < hint_count()) {
        genome.flip(clue);
        Kind::hint(shown_, clue) = Kind::hint(*all_, clue);
        inference.start();
      } else {
        const std::uint32_t cell = open_cell(inference.candidates(), random);
        genome.flip(Kind::clue_count(*all_) + cell);
        shown_.givens[cell] = all_->givens[cell];
        inference.assume(cell, Kind::value_bits(all_->givens[cell]));
      }
    }
  }

  std::vector<Feature> features() const { return features_of(choice_, Kind::level_names); }
  void features(const Genome& genome, std::span<double> values) {
    const PuzzleMeasures& measures = measures_of(genome);
    for (std::size_t i = 0; i < choice_.features.size(); ++i)
      values[i] = value_of(choice_.features[i].quantity, measures);
  }
  std::vector<Objective> objectives() const { return objectives_of(choice_, hint_count()); }
  void objectives(const Genome& genome, std::span<double> values) {
    const PuzzleMeasures& measures = measures_of(genome);
    for (std::size_t i = 0; i < choice_.objectives.size(); ++i)
      values[i] = value_of(choice_.objectives[i].quantity, measures);
  }

  std::string describe(const Genome& genome) const { return Kind::text(puzzle_of(genome)) + "\n"; }
  /// Throws DataError for a text that is not a puzzle, or shows what the solution does not have.
  Genome parse(std::string_view text, const std::string& name) const {
    const std::vector<Puzzle> puzzles = Kind::parse(*all_, text, name);
    if (puzzles.size() != 1)
      throw DataError(fmt::format("there are {} puzzles in it; one is expected ({})", puzzles.size(), name));
    Puzzle puzzle = puzzles.front();
    if (puzzle.givens.size() != all_->givens.size())
      throw DataError(fmt::format("the puzzle has {} cells; those of this configuration have {} ({})",
                                  puzzle.givens.size(), all_->givens.size(), puzzle.where));
    Genome genome;
    for (std::uint32_t number = 0; number < hint_count(); ++number) {
      const std::uint32_t hint = Kind::hint(puzzle, number);
      if (hint == 0) continue;
      if (hint != Kind::hint(*all_, number))
        throw DataError(fmt::format("{} is {}; it is {} in the solution of this configuration ({})",
                                    Kind::hint_name(*all_, number), Kind::hint_text(*all_, hint),
                                    Kind::hint_text(*all_, Kind::hint(*all_, number)), puzzle.where));
      genome.flip(number);
    }
    return genome;
  }

  std::vector<Verdict> judge(const Genome& genome) {
    const PuzzleMeasures& measures = measures_of(genome);
    const bool met = measures.undecided == 0;
    return {{.rule = "one solution",
             .found = met ? fmt::format("yes, by {}", Kind::level_names.at(measures.level))
                          : fmt::format("not proven; inference leaves {} cells open", measures.undecided),
             .met = met}};
  }
  std::string explain(const Genome& genome) {
    const PuzzleMeasures& measures = measures_of(genome);
    return fmt::format("clues       {}\ngivens      {}\nunpaired    {}\ndifficulty  {}\n", measures.clues,
                       measures.givens, measures.unpaired, measures.difficulty);
  }
  std::string draw(const Genome* genome) const { return svg_of(genome ? puzzle_of(*genome) : *all_); }
  std::string draw_text(const Genome* genome) const {
    return text_drawing_of(genome ? puzzle_of(*genome) : *all_);
  }

  Puzzle puzzle_of(const Genome& genome) const {
    Puzzle puzzle = *all_;
    show(genome, puzzle);
    return puzzle;
  }

 private:
  /// A puzzle that takes more guesses counts as one whose solution is not the only one.
  static constexpr std::uint64_t most_guesses = 1'000;
  /// Features are asked for after the fitness, and by then a generation has been evaluated.
  static constexpr std::size_t remembered_count = 1024;

  struct Remembered {
    Genome genome;
    PuzzleMeasures measures;
    bool used = false;
  };

  std::uint32_t hint_count() const { return Kind::hint_count(*all_); }

  void show(const Genome& genome, Puzzle& puzzle) const {
    for (std::uint32_t number = 0; number < hint_count(); ++number)
      Kind::hint(puzzle, number) = genome.test(number) ? Kind::hint(*all_, number) : std::uint8_t{0};
  }

  /// Draws a clue that is not shown; in half of the cases, and if there is none, returns hint_count().
  std::uint32_t hidden_clue(const Genome& genome, Random& random) const {
    const std::uint32_t clues = Kind::clue_count(*all_);
    if (clues == 0 || random.below(2) == 0) return hint_count();
    const std::uint32_t first = random.below(clues);
    for (std::uint32_t i = 0; i < clues; ++i) {
      const std::uint32_t number = (first + i) % clues;
      if (!genome.test(number)) return number;
    }
    return hint_count();
  }

  template <class Candidates>
  static std::uint32_t open_cell(const Candidates& candidates, Random& random) {
    std::uint32_t skip = random.below(candidates.cell_count() - candidates.resolved);
    for (std::uint32_t cell = 0;; ++cell) {
      if (!single(candidates[cell]) && skip-- == 0) return cell;
    }
  }

  const PuzzleMeasures& measures_of(const Genome& genome) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : genome.words) hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
    Remembered& place = remembered_[(hash >> 32U) % remembered_count];
    if (!place.used || place.genome != genome) place = {genome, measure(genome), true};
    return place.measures;
  }

  PuzzleMeasures measure(const Genome& genome) {
    show(genome, shown_);
    PuzzleMeasures measures = measure_shown(genome);
    if (rated_ && measures.undecided == 0) measures.rating = rating_of_puzzle(shown_);
    return measures;
  }

  PuzzleMeasures measure_shown(const Genome& genome) const {
    PuzzleMeasures measures;
    const std::uint32_t clues = Kind::clue_count(*all_);
    for (std::uint32_t number = 0; number < hint_count(); ++number) {
      if (!genome.test(number)) continue;
      ++(number < clues ? measures.clues : measures.givens);
      if (!genome.test(Kind::opposite(*all_, number))) ++measures.unpaired;
    }
    std::uint32_t open = 0;
    for (const auto& level : Kind::levels) {
      typename Kind::Inference inference(shown_, level.settings);
      inference.start();
      open = inference.candidates().cell_count() - inference.candidates().resolved;
      measures.difficulty += open;
      if (open == 0) return measures;
      ++measures.level;
    }
    const auto result = solve(shown_, 2, {}, most_guesses);
    if (result.solutions != 1 || result.gave_up) measures.undecided = open;
    return measures;
  }

  std::shared_ptr<const Puzzle> all_;
  PuzzleChoice choice_;
  bool rated_;    // whether the rating is a feature
  Puzzle shown_;  // the puzzle of the genome at hand
  std::vector<Remembered> remembered_;
};

}  // namespace skerry::latin

namespace skerry {

/// The keys are instance, a file, and index, from 1 (default 1); `parse(text, name)` returns the puzzles of a
/// file.
template <typename Parse>
auto puzzle_of_key(const Settings& settings, Files& files, Parse parse) {
  const std::string file = settings.path("instance").string();
  auto puzzles = parse(files.read(file), file);
  const auto index = static_cast<std::size_t>(settings.integer("index", 1, positive_range));
  if (index > puzzles.size()) {
    settings.fail("index", fmt::format("index is {}; {} holds {} puzzle{}, counted from 1", index, file,
                                       puzzles.size(), puzzles.size() == 1 ? "" : "s"));
  }
  return std::move(puzzles[index - 1]);
}

/// Returns the solution of the puzzle of the key instance, which has to be its only one.
template <class Puzzle>
std::vector<std::uint8_t> only_grid_of(const Settings& settings, const Puzzle& puzzle) {
  const auto result = solve(puzzle, 2);
  if (result.solutions != 1) {
    settings.fail(
        "instance",
        fmt::format("the puzzle has {}; puzzles are made of the grid of one that has one solution ({})",
                    result.solutions == 0 ? "no solution" : "several solutions", puzzle.where));
  }
  return *result.grid;
}

}  // namespace skerry
