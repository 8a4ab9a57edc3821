#include "skerry/app/concrete_problem.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/latin/commands.hpp"
#include "puzzles/registry.hpp"
#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/count.hpp"
#include "puzzles/skyscraper/draw_svg.hpp"
#include "puzzles/skyscraper/explain.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/solve.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::skyscraper {
namespace {

std::unique_ptr<AnyProblem> make_puzzles(const std::string& type, const Settings& table, Files& files) {
  Puzzle all = read_all_hints(table, files);
  auto choice = latin::read_choice(table, puzzle_quantities(all.size), puzzle_choice(all.size));
  return std::make_unique<ConcreteProblem<PuzzleProblem>>(type,
                                                          PuzzleProblem(std::move(all), std::move(choice)));
}

constexpr const char* solve_examples =
    "Examples:\n"
    "  skerry solve skyscraper puzzles.txt\n"
    "      a solution of each puzzle, and whether it is the only one\n"
    "  skerry solve skyscraper puzzles.txt --count 1000 --json | jq .solutions\n"
    "  skerry solve skyscraper puzzles.txt --all --mend\n"
    "      every solution, the cells in which they differ, and the fewest further givens or clues that leave "
    "one\n"
    "  skerry generate skyscraper --size 9 --count 20 | skerry solve skyscraper -\n"
    "  skerry solve skyscraper puzzles.txt --inference-only\n"
    "      how far inference comes without a guess: the candidates that each cell is left with\n"
    "  skerry solve skyscraper puzzles.txt --inference-only --without filtration\n"
    "      what the first three forms find\n"
    "  skerry solve skyscraper puzzles.txt --json --without pruning,early_end,subsets | jq .sequences\n"
    "      sequences as the published program generates them\n"
    "  skerry solve skyscraper puzzles.txt --explain\n"
    "      the way to the solution in steps that a person can follow; --hint has the next one alone\n"
    "  skerry solve skyscraper puzzles.txt --explain --pictures steps\n"
    "      besides a picture of each step, and a page that shows them, steps/index.html\n"
    "\n"
    "FILE holds puzzles, one or many: game ids of sgt-puzzles' towers, one a line (6:clues,givens); grids\n"
    "with their clues around them, an empty line between two, and a dot or 0 for no clue or an empty cell;\n"
    "lists of all clues (clockwise: or sides: before one states its order).\n"
    "\n"
    "FORM is a form of inference (edge_clues, propagation, elimination, filtration), a method that saves\n"
    "filtration lines (sorting, skipping, remembering), or one that saves it sequences (pruning, early_end,\n"
    "subsets). Guesses replace forms that are left out.\n"
    "\n"
    "Exit status: 0 where every puzzle has a solution (with --inference-only: where no contradiction is "
    "found), 1\n"
    "where one has none, 3 where the file is in error.";

using Form = latin::InferenceForm<InferenceSettings>;

constexpr std::array forms = {
    Form{"edge_clues", [](InferenceSettings& settings) -> bool& { return settings.edge_clues; }},
    Form{"propagation", [](InferenceSettings& settings) -> bool& { return settings.propagation; }},
    Form{"elimination", [](InferenceSettings& settings) -> bool& { return settings.elimination; }},
    Form{"filtration", [](InferenceSettings& settings) -> bool& { return settings.filtration; }},
    Form{"sorting", [](InferenceSettings& settings) -> bool& { return settings.sorting; }},
    Form{"skipping", [](InferenceSettings& settings) -> bool& { return settings.skipping; }},
    Form{"remembering", [](InferenceSettings& settings) -> bool& { return settings.remembering; }},
    Form{"pruning", [](InferenceSettings& settings) -> bool& { return settings.sequences.pruning; }},
    Form{"early_end", [](InferenceSettings& settings) -> bool& { return settings.sequences.early_end; }},
    Form{"subsets", [](InferenceSettings& settings) -> bool& { return settings.sequences.subsets; }},
};

class Skyscrapers final : public latin::PuzzleOf<Puzzle, Inference, InferenceSettings> {
 public:
  using PuzzleOf::PuzzleOf;

  std::uint32_t size() const override { return puzzle_.size; }
  Hints hints() const override { return {puzzle_.clues, puzzle_.givens}; }
  latin::Notation notation() const override { return {latin::symbols_of(size(), 'a')}; }
  Values clues_of(const Values& grid) const override { return clues_seen(puzzle_, grid); }
  std::string name_of_clue(std::uint32_t number, std::uint8_t value) const override {
    Puzzle puzzle = puzzle_;
    puzzle.clues[number] = value;
    return clue_name(puzzle, number);
  }
};

latin::ReadPuzzles reader(const std::vector<std::string>& without) {
  return [settings = latin::without(forms, without)](const std::string& text, const std::string& name,
                                                     const auto& each) {
    for_each_puzzle(text, name, [&](Puzzle puzzle) { each(Skyscrapers(std::move(puzzle), settings)); });
  };
}

constexpr const char* rate_examples =
    "Examples:\n"
    "  skerry rate skyscraper puzzles.txt\n"
    "      the rating of each puzzle, the rule of its hardest step, and how many steps each rule takes\n"
    "  skerry rate skyscraper puzzles.txt --json | jq .rating\n"
    "  skerry generate skyscraper --count 1000 | skerry rate skyscraper - --summary\n"
    "      how the ratings are distributed\n"
    "\n"
    "The steps are those of solve --explain. Below 2 edge clues and singles are enough; a line with n "
    "sequences\n"
    "left has 2 + log10 n; from 7 guesses are needed. A puzzle with several solutions has no rating.\n"
    "\n"
    "Exit status: 1 where a puzzle has no solution, 3 where the file is in error.";

using latin::counted;

constexpr const char* generate_examples =
    "Examples:\n"
    "  skerry generate skyscraper --size 7 --difficulty hard --count 20 --output puzzles.txt\n"
    "      a file of 20 puzzles, one game id of sgt-puzzles' towers a line, for solve, check and run\n"
    "  skerry generate skyscraper --size 5 --attempts 1000\n"
    "      one with as few clues as a search over 1,000 prunings finds\n"
    "  skerry generate skyscraper --size 6 --rating 3.5..4.5\n"
    "      one in which a line with some 30 to 300 sequences has to be looked through\n"
    "\n"
    "Difficulty: easy where edge clues, propagation and elimination decide every cell; hard where sequence\n"
    "filtration is needed besides; unreasonable where only guesses lead on. Every puzzle has one solution,\n"
    "and no needless clue. The same options give the same bytes on every machine, and a larger --count\n"
    "appends puzzles to the same ones.";

struct Options : latin::GenerateOptions {
  Options() { attempts = 1; }

  std::uint32_t size = GenerateSettings{}.size;
};

ExitStatus run(const Options& options, Program& /*program*/) {
  const GenerateSettings settings{
      .size = options.size,
      .difficulty = options.difficulty.empty() ? Difficulty::hard : difficulty_named(options.difficulty),
      .rating = latin::read_rating(options.rating, 1.0),
      .attempts = options.attempts,
      .seed = options.seed};
  validate(settings);
  latin::PuzzleOutput output(options.output);
  const std::string how = settings.rating ? "--rating " + options.rating
                                          : fmt::format("--difficulty {}", name_of(settings.difficulty));
  std::string text =
      fmt::format("# skerry generate skyscraper --size {} {} --count {} --seed {} --attempts {}\n",
                  settings.size, how, options.count, settings.seed, settings.attempts);
  for (std::uint32_t index = 0; index < options.count; ++index) {
    const Generated made = generate(settings, index);
    const std::string kind =
        made.rating ? fmt::format("rated {:.1f}", *made.rating) : name_of(settings.difficulty);
    text += fmt::format("# {}: {}, {}, {}\n{}\n", index + 1, kind, counted(made.clues, "clue"),
                        counted(made.givens, "given"), game_id(made.puzzle));
    output.write(text);
    text.clear();
  }
  output.finish(options.count);
  return ExitStatus::done;
}

void declare(CommandLine& line, Options& options) {
  line.option(
      "--size", &options.size,
      fmt::format("Rows and columns, {} to {} (default 6)", least_generated_size, largest_generated_size),
      {.value = "N", .range = Range<std::uint64_t>{least_generated_size, largest_generated_size}});
  declare_difficulty(line, options, "default hard");
  declare_series(line, options, ", to find one with few clues (default 1)");
}

}  // namespace

Command solve_command() {
  return latin::solve_command("skyscraper", "Skyscrapers, by inference and guesses", solve_examples, reader);
}

Command rate_command() {
  return latin::rate_command("skyscraper", "Skyscrapers by the hardest step that they need", rate_examples,
                             reader);
}

Command generate_command() {
  return {.path = "generate skyscraper",
          .summary = "Skyscrapers of one solution and a difficulty",
          .footer = generate_examples,
          .declare = with_options(declare, run)};
}

std::vector<Command> commands() {
  return {count_command(), generate_command(), solve_command(), rate_command()};
}

Module puzzle_module() {
  return {.problem = {"skyscraper_puzzle", make_puzzles}, .commands = {}};
}

}  // namespace skerry::skyscraper
