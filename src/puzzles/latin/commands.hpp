#pragma once

#include "skerry/app/command.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/latin/deduction.hpp"
#include "puzzles/latin/draw_steps.hpp"
#include "puzzles/latin/explanation.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry::latin {

struct Notation {
  std::vector<std::string> symbols = {};  ///< of the values from 1
  /// The number of value 1; none if values are not numbers.
  std::optional<std::uint32_t> lowest_number = 1;
};

struct SearchCounts {
  std::uint64_t rounds = 0;
  std::optional<std::uint64_t> sequences = {};  ///< none if the solver does not count them
};

struct Inferred {
  bool sound = false;
  std::uint32_t resolved = 0;
  /// [size * size] sets, in which bit v - 1 is value v; empty after a clash.
  std::vector<std::uint32_t> candidates = {};
  SearchCounts counts = {};
  std::optional<Clash> clash = {};
};

/// A puzzle of a file, with the forms of inference that are left to its solver.
class AnyPuzzle {
 public:
  using Values = std::vector<std::uint8_t>;
  using Solved = SolveResult<SearchCounts>;
  /// What a puzzle tells; 0 stands for what it does not.
  struct Hints {
    Values clues = {};
    Values givens = {};
  };

  virtual ~AnyPuzzle() = default;
  virtual std::uint32_t size() const = 0;
  virtual Board board() const = 0;
  virtual Notation notation() const = 0;
  virtual Hints hints() const = 0;
  /// Returns the place in the file.
  virtual const std::string& where() const = 0;
  virtual std::string draw(const Values& grid) const = 0;
  virtual std::string reason_of(const Clash& clash) const = 0;
  /// Returns a text such as " with the values 0 to 8", if they are no usual ones.
  virtual std::string own_values() const { return {}; }
  /// Says why the givens alone have no solution, if they have none.
  virtual std::string contradiction() const { return {}; }

  virtual Solved solved(std::uint64_t limit, std::size_t kept) const = 0;
  /// Solves the puzzle with these hints in place of its own, by all forms of inference.
  virtual Solved solved_with(const Hints& hints, std::size_t limit) const = 0;
  virtual Inferred inferred() const = 0;
  virtual Explanation explained(const Board& board, const ExplainLimits& limits) const = 0;
  virtual StepFrame frame_of(const Step& step) const = 0;
  virtual Values clues_of(const Values& /*grid*/) const { return {}; }
  virtual std::string name_of_clue(std::uint32_t /*number*/, std::uint8_t /*value*/) const { return {}; }

 protected:
  AnyPuzzle() = default;
  AnyPuzzle(const AnyPuzzle&) = default;
  AnyPuzzle& operator=(const AnyPuzzle&) = default;
};

/// The functions whose like each kind of puzzle has beside its struct.
template <typename Puzzle, typename Inference, typename Settings>
class PuzzleOf : public AnyPuzzle {
 public:
  PuzzleOf(Puzzle puzzle, const Settings& settings) : puzzle_(std::move(puzzle)), settings_(settings) {}

  Board board() const override { return board_of(puzzle_); }
  Hints hints() const override { return {.givens = puzzle_.givens}; }
  const std::string& where() const override { return puzzle_.where; }
  std::string draw(const Values& grid) const override { return draw_text(puzzle_, grid); }
  std::string reason_of(const Clash& clash) const override { return text_of(clash, puzzle_); }
  Solved solved(std::uint64_t limit, std::size_t kept) const override {
    return solved_by(puzzle_, settings_, limit, kept);
  }
  Solved solved_with(const Hints& hints, std::size_t limit) const override {
    Puzzle puzzle = puzzle_;
    puzzle.givens = hints.givens;
    if constexpr (requires { puzzle.clues; }) puzzle.clues = hints.clues;
    return solved_by(puzzle, {}, limit, limit);
  }
  Inferred inferred() const override {
    Inference inference(puzzle_, settings_);
    Inferred result{.sound = inference.start()};
    const auto& found = inference.candidates();
    result.resolved = found.resolved;
    result.counts = counts_of(inference.counts());
    result.clash = inference.clash();
    if (result.sound) result.candidates.assign(found.cells.begin(), found.cells.begin() + found.cell_count());
    return result;
  }
  Explanation explained(const Board& board, const ExplainLimits& limits) const override {
    return explain(puzzle_, board, limits);
  }
  StepFrame frame_of(const Step& step) const override { return step_frame(puzzle_, step); }

 protected:
  Puzzle puzzle_;

 private:
  static SearchCounts counts_of(const auto& counts) {
    SearchCounts all{.rounds = counts.rounds};
    if constexpr (requires { counts.sequences; }) all.sequences = counts.sequences;
    return all;
  }
  static Solved solved_by(const Puzzle& puzzle, const Settings& settings, std::uint64_t limit,
                          std::size_t kept) {
    auto result = solve(puzzle, limit, settings, UINT64_MAX, kept);
    return {result.solutions,
            std::move(result.grid),
            std::move(result.grids),
            counts_of(result.counts),
            result.guesses,
            result.gave_up,
            result.clash};
  }

  Settings settings_;
};

/// Calls a function for each puzzle of a text; the name stands for the file in messages.
using ReadPuzzles = std::function<void(const std::string& text, const std::string& name,
                                       const std::function<void(const AnyPuzzle&)>& each)>;
/// Returns the reader of a kind of puzzle whose solver does without these forms of inference. Throws
/// UsageError for the name of no form.
using MakeReader = ReadPuzzles (*)(const std::vector<std::string>& without);

Command solve_command(std::string name, std::string summary, std::string footer, MakeReader reader);
Command rate_command(std::string name, std::string summary, std::string footer, MakeReader reader);

struct GenerateOptions {
  std::string difficulty;  ///< empty stands for any
  std::string rating;      ///< such as "3.0..4.5"; empty stands for any
  std::uint32_t count = 1;
  std::uint64_t seed = 1;
  std::uint32_t attempts = 0;  ///< 0 stands for the generator's default
  std::string output;          ///< empty stands for standard output
};

/// Declares --difficulty and --rating; `otherwise` is the help's description of a call without it.
void declare_difficulty(CommandLine& line, GenerateOptions& options, const std::string& otherwise);
/// Declares --count, --seed, --attempts and --output; `attempts` is the help's description of the attempts.
void declare_series(CommandLine& line, GenerateOptions& options, const std::string& attempts);

/// Reads a text such as "3.0..4.5", with the lowest rating that there is; none if it is empty. Throws
/// UsageError.
std::optional<RatingRange> read_rating(const std::string& text, double lowest);

/// Returns a text such as "1 puzzle" or "20 puzzles".
std::string counted(std::uint32_t count, std::string_view what);

/// An empty name stands for standard output, puzzle by puzzle.
class PuzzleOutput {
 public:
  /// Throws UsageError if the file can't be written.
  explicit PuzzleOutput(const std::string& path);

  void write(const std::string& text);
  /// Closes the file and prints how many puzzles it holds.
  void finish(std::uint32_t count);

 private:
  std::string path_;
  std::optional<OutputFile> file_;
};

}  // namespace skerry::latin
