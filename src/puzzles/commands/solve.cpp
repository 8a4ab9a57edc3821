#include "puzzles/skyscraper/solve.hpp"

#include "skerry/app/files.hpp"

#include "app/commands/program.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/text_argument.hpp"
#include "puzzles/commands/inference_forms.hpp"
#include "puzzles/commands/solve_report.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace skerry {
namespace {

constexpr const char* skyscraper_examples =
    "Examples:\n"
    "  skerry solve skyscraper puzzles.txt\n"
    "      a solution of each puzzle, and whether it is the only one\n"
    "  skerry solve skyscraper puzzles.txt --count 1000 --json | jq .solutions\n"
    "  skerry generate skyscraper --size 9 --count 20 | skerry solve skyscraper -\n"
    "  skerry solve skyscraper puzzles.txt --inference-only\n"
    "      how far inference comes without a guess: the candidates that each cell is left with\n"
    "  skerry solve skyscraper puzzles.txt --inference-only --without filtration\n"
    "      what the first three forms find\n"
    "  skerry solve skyscraper puzzles.txt --json --without pruning,early_end,subsets | jq .sequences\n"
    "      sequences as the published program generates them\n"
    "\n"
    "FILE holds puzzles, one or many: game ids of sgt-puzzles' towers, one a line (6:clues,givens), and "
    "grids with\n"
    "their clues around them, with an empty line between two and a dot where nothing stands.\n"
    "\n"
    "FORM is a form of inference (edge_clues, propagation, elimination, filtration), what spares filtration\n"
    "lines (sorting, skipping, remembering), or what spares it sequences (pruning, early_end, subsets). "
    "Guesses\n"
    "make up for what is left out.\n"
    "\n"
    "Exit status: 0 where every puzzle has a solution (with --inference-only: where no contradiction is "
    "found), 1\n"
    "where one has none, 3 where the file is in error.";

constexpr const char* sudoku_examples =
    "Examples:\n"
    "  skerry solve sudoku puzzles.txt\n"
    "      a solution of each puzzle, and whether it is the only one\n"
    "  skerry solve sudoku puzzles.txt --count 1000 --json | jq .solutions\n"
    "  skerry generate sudoku --size 16 --count 20 | skerry solve sudoku -\n"
    "  skerry solve sudoku puzzles.txt --inference-only\n"
    "      how far inference comes without a guess: the candidates that each cell is left with\n"
    "\n"
    "FILE holds puzzles, one a line: 16, 81, 256 or 625 characters, row by row. Values are 1 to 9, then "
    "letters\n"
    "from A; 0 or a dot is an empty cell. What follows # is a comment.\n"
    "\n"
    "FORM is a form of inference: propagation (a resolved value leaves its row, column and box), elimination "
    "(a\n"
    "value with one cell left there goes there), locked_candidates (a value that a line and a box have in "
    "their\n"
    "crossing alone leaves the rest of both). Guesses make up for what is left out, but without the first "
    "two a\n"
    "search may not end in a lifetime.\n"
    "\n"
    "Exit status: 0 where every puzzle has a solution (with --inference-only: where no contradiction is "
    "found), 1\n"
    "where one has none, 3 where the file is in error.";

struct SolveOptions {
  std::string file;
  std::uint64_t limit = 2;
  std::vector<std::string> without;
  bool inference_only = false;
  bool json = false;
};

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Skyscrapers {
  using Inference = skyscraper::Inference;
  static constexpr char first_letter = 'a';
  static auto settings(const std::vector<std::string>& without) {
    return skyscraper_inference_without(without);
  }
  static auto parse(const std::string& text, const std::string& name) {
    return skyscraper::parse_puzzles(text, name);
  }
  static std::uint32_t size(const skyscraper::Puzzle& puzzle) { return puzzle.size; }
  static std::optional<std::uint64_t> sequences(const skyscraper::InferenceCounts& counts) {
    return counts.sequences;
  }
  static std::string draw(const skyscraper::Puzzle& puzzle, const skyscraper::Grid& grid) {
    return draw_text(puzzle, grid);
  }
};

struct Sudoku {
  using Inference = sudoku::Inference;
  static constexpr char first_letter = 'A';
  static auto settings(const std::vector<std::string>& without) { return sudoku_inference_without(without); }
  static auto parse(const std::string& text, const std::string& name) {
    return sudoku::parse_puzzles(text, name);
  }
  static std::uint32_t size(const sudoku::Puzzle& puzzle) { return puzzle.size(); }
  static std::optional<std::uint64_t> sequences(const sudoku::InferenceCounts& /*counts*/) {
    return std::nullopt;
  }
  static std::string draw(const sudoku::Puzzle& puzzle, const sudoku::Grid& grid) {
    return sudoku::draw_text(puzzle.order, grid);
  }
};

/// What one puzzle comes to, and why it has no solution where that is known.
struct Answer {
  std::string report;
  bool solvable = false;
  std::optional<latin::Clash> clash;
};

template <typename Kind>
Answer solve_one(const auto& puzzle, std::size_t index, const SolveOptions& options, const auto& settings) {
  const Stopwatch watch;
  const auto result = solve(puzzle, options.limit, settings);
  const double seconds = watch.seconds();
  const SolvedPuzzle solved{index,
                            Kind::size(puzzle),
                            result.solutions,
                            result.grid,
                            result.grid ? Kind::draw(puzzle, *result.grid) : "",
                            Kind::sequences(result.counts),
                            result.guesses,
                            result.counts.rounds,
                            seconds};
  return {options.json ? solution_json(solved) : solution_text(solved, options.limit), result.solutions > 0,
          result.clash};
}

template <typename Kind>
Answer infer_one(const auto& puzzle, std::size_t index, const SolveOptions& options, const auto& settings) {
  const Stopwatch watch;
  typename Kind::Inference inference(puzzle, settings);
  const bool sound = inference.start();
  const double seconds = watch.seconds();
  const auto& found = inference.candidates();
  InferredPuzzle inferred{index,
                          Kind::size(puzzle),
                          found.resolved,
                          {},
                          Kind::first_letter,
                          Kind::sequences(inference.counts()),
                          inference.counts().rounds,
                          seconds};
  if (sound) inferred.candidates.assign(found.cells.begin(), found.cells.begin() + found.cell_count());
  return {options.json ? candidates_json(inferred) : candidates_text(inferred), sound, inference.clash()};
}

template <typename Kind>
ExitStatus solve_puzzles(const SolveOptions& options) {
  const auto settings = Kind::settings(options.without);
  Files files;
  const auto [text, name] = read_text(options.file, files);
  const auto puzzles = Kind::parse(text, name);
  ExitStatus status = ExitStatus::done;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const auto& puzzle = puzzles[i];
    const Answer answer = options.inference_only ? infer_one<Kind>(puzzle, i + 1, options, settings)
                                                 : solve_one<Kind>(puzzle, i + 1, options, settings);
    print_result(answer.report);
    if (answer.solvable) continue;
    status = ExitStatus::failed;
    print_message(fmt::format("puzzle {} has no solution{} ({})", i + 1,
                              answer.clash ? ": " + text_of(*answer.clash, puzzle) : "", puzzle.where));
  }
  return status;
}

template <typename Kind>
void add_solve(CLI::App& solve, Program& program, const char* name, const char* what, const char* examples) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command = solve.add_subcommand(name, what);
  command->footer(examples);
  command->add_option("FILE", options->file, "The puzzles; - for standard input")->required();
  CLI::Option* const count =
      command->add_option("--count", options->limit, "Count the solutions up to this limit (default 2)")
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{INT64_MAX}))
          ->type_name("LIMIT");
  add_without(*command, options->without);
  command
      ->add_flag("--inference-only", options->inference_only, "Never guess; print what is left of each cell")
      ->excludes(count);
  command->add_flag("--json", options->json, "Print one JSON object a line for each puzzle");
  command->callback(
      [options, &program] { program.on_first_rank = [options] { return solve_puzzles<Kind>(*options); }; });
}

}  // namespace

void add_solve(CLI::App& app, Program& program) {
  CLI::App* solve = app.add_subcommand("solve", "Solves puzzles exactly");
  solve->require_subcommand(1);
  add_solve<Skyscrapers>(*solve, program, "skyscraper", "Skyscrapers, by inference and guesses",
                         skyscraper_examples);
  add_solve<Sudoku>(*solve, program, "sudoku", "Sudoku of 4x4 to 25x25, by inference and guesses",
                    sudoku_examples);
}

}  // namespace skerry
