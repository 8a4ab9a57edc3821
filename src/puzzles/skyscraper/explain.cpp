#include "puzzles/skyscraper/explain.hpp"

#include "puzzles/latin/rules.hpp"
#include "puzzles/skyscraper/solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::skyscraper {

using latin::Board;
using latin::InGuesses;
using latin::Marks;
using latin::Step;

latin::Board board_of(const Puzzle& puzzle) {
  std::vector<std::string> names;
  for (std::uint32_t line = 0; line < 2 * puzzle.size; ++line) names.push_back(line_name(puzzle.size, line));
  return {Lines(puzzle.size), std::move(names), latin::symbols_of(puzzle.size, 'a')};
}

std::string clue_name(const Puzzle& puzzle, Side side, std::uint32_t at) {
  constexpr std::array sides = {"at the top", "at the bottom", "on the left", "on the right"};
  const bool column = side == Side::top || side == Side::bottom;
  return fmt::format("clue {} {} of {}", puzzle.clue(side, at), sides.at(static_cast<std::size_t>(side)),
                     line_name(puzzle.size, column ? at : puzzle.size + at));
}

std::string clue_name(const Puzzle& puzzle, std::uint32_t number) {
  return clue_name(puzzle, static_cast<Side>(number / puzzle.size), number % puzzle.size);
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
      if (known_few(marks, line).sequences == 0) return no_sequence(line);
    }
    return std::nullopt;
  }

  /// The line with the fewest sequences of those with `most` at most that exclude a candidate.
  std::optional<Step> few_sequences(const Marks& marks, std::uint64_t most) {
    return fewest_sequences(most,
                            [&](std::uint32_t line) -> const Knowledge& { return known_few(marks, line); });
  }

  /// The line with the fewest sequences of all that exclude a candidate.
  std::optional<Step> sequences(const Marks& marks) {
    return fewest_sequences(most_counted,
                            [&](std::uint32_t line) -> const Knowledge& { return known_all(marks, line); });
  }

 private:
  /// Of a line with certain candidates.
  struct Knowledge {
    LineValues before{};
    LineValues after{};
    std::uint64_t sequences = 0;  // that meet the clues; most_counted if there may be more
    bool tells = false;           // whether they exclude a candidate
    bool complete = false;        // whether `after` is known
  };
  static constexpr std::uint64_t most_counted = 10'000;
  static constexpr std::uint64_t most_tried = 100'000;
  // Guesses look at so many lines that those with many sequences would take minutes in large puzzles.
  static constexpr std::uint64_t few_tried = 1'000;

  template <typename Known>
  std::optional<Step> fewest_sequences(std::uint64_t most, Known known_of) {
    std::uint32_t best = UINT32_MAX;
    std::uint64_t fewest = most + 1;
    for (std::uint32_t line = 0; line < board_.unit_count(); ++line) {
      if (!has_clue(line)) continue;
      const Knowledge& known = known_of(line);
      if (known.sequences == 0) return no_sequence(line);
      if (!known.tells || known.sequences >= fewest) continue;
      best = line;
      fewest = known.sequences;
    }
    return best == UINT32_MAX ? std::nullopt : std::optional(told_by_sequences(best));
  }

  bool has_clue(std::uint32_t line) const {
    const LineClues clues = clues_of(puzzle_, line);
    return clues.near != 0 || clues.far != 0;
  }

  std::string clue_name(std::uint32_t line, bool far) const {
    const bool column = line < puzzle_.size;
    const Side near_side = column ? Side::top : Side::left;
    const Side far_side = column ? Side::bottom : Side::right;
    return skyscraper::clue_name(puzzle_, far ? far_side : near_side, line % puzzle_.size);
  }

  std::vector<std::string> clue_names(std::uint32_t line) const {
    const LineClues clues = clues_of(puzzle_, line);
    std::vector<std::string> names;
    if (clues.near != 0) names.push_back(clue_name(line, false));
    if (clues.far != 0) names.push_back(clue_name(line, true));
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
    const std::string name = clue_name(line, far);
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

  Step told_by_sequences(std::uint32_t line) const {
    const Knowledge& known = known_[line];
    Step step{.rating = 2 + std::log10(static_cast<double>(known.sequences)),
              .cells = board_.cells(line),
              .units = {line},
              .clues = clue_names(line)};
    for (std::uint32_t at = 0; at < puzzle_.size; ++at) {
      const auto gone = static_cast<Values>(known.before[at] & ~known.after[at]);
      if (gone != 0) step.removes.push_back({step.cells[at], gone});
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

  /// Remembers the answer for the line's present candidates. A line with many sequences tells nothing.
  const Knowledge& known_few(const Marks& marks, std::uint32_t line) {
    LineValues values{};
    for (std::uint32_t at = 0; at < puzzle_.size; ++at) {
      values[at] = static_cast<Values>(marks[board_.cells(line)[at]]);
    }
    Knowledge& known = known_[line];
    if (known.before == values) return known;
    known = {.before = values};
    known.complete = each_sequence(values, clues_of(puzzle_, line), few_tried, [&](const Sequence& sequence) {
      ++known.sequences;
      for (std::size_t at = 0; at < sequence.size(); ++at) {
        known.after[at] = static_cast<Values>(known.after[at] | value_bit(sequence[at]));
      }
      return false;
    });
    if (!known.complete) known.sequences = most_counted;
    known.tells = known.complete && known.after != values;
    return known;
  }

  const Knowledge& known_all(const Marks& marks, std::uint32_t line) {
    known_few(marks, line);
    Knowledge& known = known_[line];
    if (known.complete) return known;
    const LineClues clues = clues_of(puzzle_, line);
    known.after = filter_line(std::span(known.before).first(puzzle_.size), clues, {}).cells;
    known.complete = true;
    known.sequences = known.after[0] == 0 ? 0 : most_counted;
    known.tells = known.after != known.before;
    // Lines that tell nothing need no count.
    if (!known.tells || known.sequences == 0) return known;
    std::uint64_t count = 0;
    const auto counted = [&](const Sequence& /*sequence*/) { return ++count == most_counted; };
    if (each_sequence(known.before, clues, most_tried, counted)) known.sequences = count;
    return known;
  }

  const Puzzle& puzzle_;
  const Board& board_;
  std::vector<Knowledge> known_;  // [line]
};

/// By the inference of the exact solver.
class QuickRefutation {
 public:
  /// `puzzle` must outlive the object.
  explicit QuickRefutation(const Puzzle& puzzle)
      // Sequences of longer lines take too long for so many guesses.
      : inference_(puzzle, {.filtration = puzzle.size <= 12}), size_(puzzle.size) {}

  std::optional<std::uint32_t> operator()(const Marks& marks, const latin::CellValues& candidate) {
    Candidates here(size_);
    here.resolved = 0;
    for (std::uint32_t cell = 0; cell < here.cell_count(); ++cell) {
      here.cells[cell] = static_cast<Values>(marks[cell]);
      if (single(here.cells[cell])) ++here.resolved;
    }
    inference_.restore(here);
    const std::uint64_t lines = inference_.counts().lines;
    if (inference_.assume(candidate.cell, static_cast<Values>(candidate.values))) return std::nullopt;
    return inference_.candidates().resolved - here.resolved +
           static_cast<std::uint32_t>(inference_.counts().lines - lines);
  }

 private:
  Inference inference_;
  std::uint32_t size_;
};

latin::Rules rules_of(LineRules& lines, const Board& board) {
  constexpr auto always = InGuesses::always;
  constexpr auto if_needed = InGuesses::if_needed;
  constexpr auto never = InGuesses::never;
  const latin::UnitRange all{0, board.unit_count()};
  latin::Rules rules(board);
  const auto add_sequences = [&](std::uint64_t most) {
    rules.add({"sequences of a line", 2.0, if_needed,
               [&lines, most](const Marks& marks) { return lines.few_sequences(marks, most); }});
  };
  rules.add("contradiction", 0, always, latin::contradiction);
  rules.add({"contradiction", 0, always, [&lines](const Marks& marks) { return lines.broken_clue(marks); }});
  rules.add("last cell", 1.0, always, latin::last_cell);
  rules.add({"edge clue", 1.1, always, [&lines](const Marks& marks) { return lines.edge_clue(marks); }});
  rules.add("hidden single", 1.2, always, latin::hidden_single, all);
  rules.add("naked single", 1.5, always, latin::naked_single);
  add_sequences(10);
  rules.add("naked pair", 3.0, if_needed, latin::naked_subset, 2U);
  rules.add("hidden pair", 3.2, if_needed, latin::hidden_subset, 2U);
  add_sequences(100);
  rules.add("naked triple", 4.0, if_needed, latin::naked_subset, 3U);
  rules.add("hidden triple", 4.2, if_needed, latin::hidden_subset, 3U);
  rules.add("X-wing", 4.4, if_needed, latin::fish, 2U);
  // Beyond size 12 it takes too long for guesses.
  rules.add({"sequences of a line", 2.0, board.size() > 12 ? never : if_needed,
             [&lines](const Marks& marks) { return lines.sequences(marks); }});
  rules.add("naked quad", 6.0, never, latin::naked_subset, 4U);
  rules.add("hidden quad", 6.2, never, latin::hidden_subset, 4U);
  rules.add("swordfish", 6.4, never, latin::fish, 3U);
  rules.add("jellyfish", 6.6, never, latin::fish, 4U);
  return rules;
}

}  // namespace

latin::Explanation explain(const Puzzle& puzzle, const Board& board, const latin::ExplainLimits& limits) {
  latin::ExplainSettings settings = latin::explain_settings(puzzle, limits, guess_rating);
  if (settings.guesses()) {
    settings.refuted_after = QuickRefutation(puzzle);
    if (puzzle.size > 9) settings.most_inferred = 512U >> (std::min(puzzle.size, 12U) - 9);
  }
  LineRules lines(puzzle, board);
  return latin::explain(board, Marks(board, puzzle.givens), rules_of(lines, board).all(), settings);
}

}  // namespace skerry::skyscraper
