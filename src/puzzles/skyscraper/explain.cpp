#include "puzzles/skyscraper/explain.hpp"

#include "puzzles/latin/rules.hpp"
#include "puzzles/skyscraper/solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::skyscraper {

using latin::Board;
using latin::InGuesses;
using latin::Marks;
using latin::Rule;
using latin::Step;

latin::Board board_of(const Puzzle& puzzle) {
  std::vector<std::string> names;
  for (std::uint32_t line = 0; line < 2 * puzzle.size; ++line) names.push_back(line_name(puzzle.size, line));
  return {Lines(puzzle.size), std::move(names), latin::symbols_of(puzzle.size, 'a')};
}

namespace {

/// The values of a line's cells from its near end.
using LineValues = std::array<Values, max_size>;
using Sequence = std::vector<std::uint8_t>;

/// Longer lists of sequences are not shown.
constexpr std::size_t most_shown = 12;

class LineRules {
 public:
  /// All arguments must outlive the object.
  LineRules(const Puzzle& puzzle, const Board& board)
      : puzzle_(puzzle), board_(board), known_(board.unit_count()) {}

  /// What a clue alone says of the cells before it.
  std::optional<Step> edge_clue(const Marks& marks) const {
    for (std::uint32_t line = 0; line < board_.unit_count(); ++line) {
      const LineClues clues = clues_of(puzzle_, line);
      for (const bool far : {false, true}) {
        std::optional<Step> step = edge_clue(marks, line, far, far ? clues.far : clues.near);
        if (step) return step;
      }
    }
    return std::nullopt;
  }

  std::optional<Step> broken_clue(const Marks& marks) {
    for (std::uint32_t line = 0; line < board_.unit_count(); ++line) {
      if (!has_clue(line)) continue;
      const auto is_placed = [&](std::uint32_t cell) { return marks.placed[cell]; };
      if (!std::ranges::all_of(board_.cells(line), is_placed)) continue;
      if (knowledge_of(marks, line).sequences == 0) return no_sequence(line);
    }
    return std::nullopt;
  }

  /// The line with the fewest sequences of those with `most` at most that exclude a candidate.
  std::optional<Step> sequences(const Marks& marks, std::uint64_t most) {
    std::uint32_t best = UINT32_MAX;
    std::uint64_t fewest = most + 1;
    for (std::uint32_t line = 0; line < board_.unit_count(); ++line) {
      if (!has_clue(line)) continue;
      const Knowledge& known = knowledge_of(marks, line);
      if (known.sequences == 0) return no_sequence(line);
      if (!known.tells || known.sequences >= fewest) continue;
      best = line;
      fewest = known.sequences;
    }
    return best == UINT32_MAX ? std::nullopt : std::optional(told_by_sequences(marks, best));
  }

 private:
  /// Of a line with certain candidates.
  struct Knowledge {
    LineValues before{};
    LineValues after{};
    std::uint64_t sequences = 0;  // that meet the clues; most_counted if there may be more
    bool tells = false;           // whether they exclude a candidate
  };
  static constexpr std::uint64_t most_counted = 10'000;
  static constexpr std::uint64_t most_tried = 100'000;

  bool has_clue(std::uint32_t line) const {
    const LineClues clues = clues_of(puzzle_, line);
    return clues.near != 0 || clues.far != 0;
  }

  std::string clue_name(std::uint32_t line, bool far, std::uint32_t clue) const {
    constexpr std::array sides = {"at the top", "at the bottom", "on the left", "on the right"};
    return fmt::format("clue {} {} of {}", clue, sides.at((line < puzzle_.size ? 0U : 2U) + (far ? 1U : 0U)),
                       board_.unit_name(line));
  }

  std::vector<std::string> clue_names(std::uint32_t line) const {
    const LineClues clues = clues_of(puzzle_, line);
    std::vector<std::string> names;
    if (clues.near != 0) names.push_back(clue_name(line, false, clues.near));
    if (clues.far != 0) names.push_back(clue_name(line, true, clues.far));
    return names;
  }

  std::optional<Step> edge_clue(const Marks& marks, std::uint32_t line, bool far, std::uint32_t clue) const {
    if (clue == 0) return std::nullopt;
    const std::uint32_t size = puzzle_.size;
    Step step{.units = {line}};
    const auto keep = [&](std::uint32_t distance, std::uint32_t values) {
      const std::uint32_t cell = board_.cells(line)[far ? size - 1 - distance : distance];
      latin::remove_from(marks, std::span(&cell, 1), ~values, step);
    };
    if (clue == 1) keep(0, value_bit(size));
    for (std::uint32_t distance = 0; clue > 1 && clue == size && distance < size; ++distance) {
      keep(distance, value_bit(distance + 1));
    }
    for (std::uint32_t distance = 0; clue < size && distance + 1 < clue; ++distance) {
      keep(distance, values_up_to(size - clue + 1 + distance));
    }
    if (!step.useful()) return std::nullopt;
    const std::string name = clue_name(line, far, clue);
    step.clues = {name};
    if (clue == 1) {
      step.argument = fmt::format("{} sees the highest building alone, which stands beside it", name);
    } else if (clue == size) {
      step.argument = fmt::format("{} sees all buildings, which rise one by one", name);
    } else if (clue == 2) {
      step.argument = fmt::format("{} sees a building before the highest, which is not beside it", name);
    } else {
      step.argument =
          fmt::format("{} sees {} buildings rise; the first has {} higher ones behind it, the next {}{}",
                      name, clue, clue - 1, clue - 2, clue > 3 ? ", and so on" : "");
    }
    return step;
  }

  Step no_sequence(std::uint32_t line) const {
    return {.rule = "contradiction",
            .argument = with_clues(puzzle_, line) + " has no sequence left that meets its clues",
            .cells = board_.cells(line),
            .units = {line},
            .clues = clue_names(line),
            .contradiction = true};
  }

  Step told_by_sequences(const Marks& marks, std::uint32_t line) {
    const Knowledge& known = knowledge_of(marks, line);
    Step step{.rating = 2 + std::log10(static_cast<double>(known.sequences)),
              .cells = board_.cells(line),
              .units = {line},
              .clues = clue_names(line)};
    for (std::uint32_t at = 0; at < puzzle_.size; ++at) {
      latin::remove_from(marks, std::span(&step.cells[at], 1), ~std::uint32_t{known.after[at]}, step);
    }
    const char* const more = known.sequences >= most_counted ? " or more" : "";
    step.argument =
        fmt::format("{} has {}{} sequence{} left that meet{} its clues", with_clues(puzzle_, line),
                    known.sequences, more, known.sequences == 1 ? "" : "s", known.sequences == 1 ? "s" : "");
    if (known.sequences <= most_shown) {
      each_sequence(known.before, clues_of(puzzle_, line), most_tried, [&](const Sequence& sequence) {
        step.sequences.push_back(sequence);
        return false;
      });
    }
    return step;
  }

  /// Calls found(sequence) for each that meets the clues until it returns true, or `most` beginnings were
  /// tried. Tells whether all were found.
  template <typename Found>
  bool each_sequence(const LineValues& cells, LineClues clues, std::uint64_t most, const Found& found) const {
    Sequence sequence;
    return !extend(cells, clues, {values_up_to(puzzle_.size), 0, 0, 0}, sequence, most, found);
  }

  template <typename Found>
  bool extend(const LineValues& cells, LineClues clues, const Beginning& before, Sequence& sequence,
              std::uint64_t& left, const Found& found) const {
    const auto at = static_cast<std::uint32_t>(sequence.size());
    if (at == puzzle_.size) return before.meets(clues) && found(sequence);
    for (std::uint32_t open = cells[at] & before.unused; open != 0; open &= open - 1) {
      if (left == 0) return true;
      --left;
      const Beginning now = before.with(open & -open);
      if (at + 1 < puzzle_.size && !now.can_meet(clues, puzzle_.size - at - 1)) continue;
      sequence.push_back(static_cast<std::uint8_t>(lowest(open)));
      const bool ended = extend(cells, clues, now, sequence, left, found);
      sequence.pop_back();
      if (ended) return true;
    }
    return false;
  }

  /// Remembers the answer for the line's present candidates.
  const Knowledge& knowledge_of(const Marks& marks, std::uint32_t line) {
    LineValues values{};
    for (std::uint32_t at = 0; at < puzzle_.size; ++at) {
      values[at] = static_cast<Values>(marks[board_.cells(line)[at]]);
    }
    Knowledge& known = known_[line];
    if (known.before == values) return known;
    const LineClues clues = clues_of(puzzle_, line);
    known = {.before = values, .after = filter_line(std::span(values).first(puzzle_.size), clues, {}).cells};
    known.tells = known.after != values;
    if (known.after[0] == 0) return known;
    // Lines that tell nothing need no count.
    known.sequences = known.tells ? 0 : 1;
    if (known.tells) {
      const auto count = [&](const Sequence& /*sequence*/) { return ++known.sequences == most_counted; };
      if (!each_sequence(values, clues, most_tried, count)) known.sequences = most_counted;
    }
    return known;
  }

  const Puzzle& puzzle_;
  const Board& board_;
  std::vector<Knowledge> known_;  // [line]
};

std::vector<Rule> rules_of(LineRules& lines, const Board& board) {
  constexpr auto always = InGuesses::always;
  constexpr auto if_needed = InGuesses::if_needed;
  constexpr auto never = InGuesses::never;
  const latin::UnitRange all{0, board.unit_count()};
  std::vector<Rule> rules;
  const auto add = [&](std::string_view name, double rating, InGuesses in_guesses, auto find, auto... more) {
    rules.push_back({name, rating, in_guesses,
                     [&board, find, more...](const Marks& marks) { return find(board, marks, more...); }});
  };
  const auto add_sequences = [&](InGuesses in_guesses, std::uint64_t most) {
    rules.push_back({"sequences of a line", 2.0, in_guesses,
                     [&lines, most](const Marks& marks) { return lines.sequences(marks, most); }});
  };
  add("contradiction", 0, always, latin::contradiction);
  rules.push_back(
      {"contradiction", 0, always, [&lines](const Marks& marks) { return lines.broken_clue(marks); }});
  add("last cell", 1.0, always, latin::last_cell);
  rules.push_back(
      {"edge clue", 1.1, always, [&lines](const Marks& marks) { return lines.edge_clue(marks); }});
  add("hidden single", 1.2, always, latin::hidden_single, all);
  add("naked single", 1.5, always, latin::naked_single);
  add_sequences(if_needed, 10);
  add("naked pair", 3.0, if_needed, latin::naked_subset, 2U);
  add("hidden pair", 3.2, if_needed, latin::hidden_subset, 2U);
  add_sequences(if_needed, 100);
  add("naked triple", 4.0, if_needed, latin::naked_subset, 3U);
  add("hidden triple", 4.2, if_needed, latin::hidden_subset, 3U);
  add("X-wing", 4.4, if_needed, latin::fish, 2U);
  add_sequences(if_needed, UINT32_MAX);
  add("naked quad", 6.0, never, latin::naked_subset, 4U);
  add("hidden quad", 6.2, never, latin::hidden_subset, 4U);
  add("swordfish", 6.4, never, latin::fish, 3U);
  add("jellyfish", 6.6, never, latin::fish, 4U);
  return rules;
}

}  // namespace

latin::Explanation explain(const Puzzle& puzzle, const Board& board, std::size_t most_steps) {
  latin::ExplainSettings settings{.most_steps = most_steps, .guess_rating = 7.0};
  const SolveResult solved = solve(puzzle, 2);
  if (solved.solutions == 1) settings.solution = solved.grid;
  LineRules lines(puzzle, board);
  return latin::explain(board, Marks(board, puzzle.givens), rules_of(lines, board), settings);
}

}  // namespace skerry::skyscraper
