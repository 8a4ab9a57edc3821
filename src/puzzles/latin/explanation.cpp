#include "puzzles/latin/explanation.hpp"

#include "puzzles/latin/deduction.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/core.h>

namespace skerry::latin {

namespace {

template <typename Text>
std::string listed(std::size_t count, const char* last, Text text) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) list += i + 1 == count ? fmt::format(" {} ", last) : ", ";
    list += text(i);
  }
  return list;
}

}  // namespace

Board::Board(std::uint32_t size, std::vector<std::string> unit_names, std::vector<std::string> symbols)
    : size_(size),
      unit_names_(std::move(unit_names)),
      symbols_(std::move(symbols)),
      cells_(unit_names_.size()),
      units_(cell_count()),
      peers_(cell_count()),
      see_(std::size_t{cell_count()} * cell_count()) {}

void Board::add(std::uint32_t unit, std::uint32_t cell) {
  cells_[unit].push_back(cell);
  units_[cell].push_back(unit);
}

void Board::find_peers() {
  for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
    for (const std::uint32_t unit : units_[cell]) {
      for (const std::uint32_t other : cells_[unit]) {
        auto seen = see_[cell * cell_count() + other];
        if (other == cell || seen) continue;
        seen = true;
        peers_[cell].push_back(other);
      }
    }
  }
}

bool Board::holds(std::uint32_t unit, std::uint32_t cell) const {
  return std::ranges::find(units_[cell], unit) != units_[cell].end();
}

std::string Board::cell_name(std::uint32_t cell) const {
  return fmt::format("r{}c{}", cell / size_ + 1, cell % size_ + 1);
}

std::string Board::cell_names(std::span<const std::uint32_t> cells, const char* last) const {
  return listed(cells.size(), last, [&](std::size_t i) { return cell_name(cells[i]); });
}

std::string Board::unit_names(std::span<const std::uint32_t> units) const {
  return listed(units.size(), "and", [&](std::size_t i) { return unit_names_[units[i]]; });
}

std::string Board::symbols(std::uint32_t values, const char* last) const {
  std::vector<std::uint32_t> each;
  for (; values != 0; values &= values - 1) each.push_back(lowest(values));
  return listed(each.size(), last, [&](std::size_t i) { return symbol(each[i]); });
}

Marks::Marks(const Board& board, std::span<const std::uint8_t> givens)
    : candidates(board.cell_count(), board.all_values()),
      placed(board.cell_count()),
      open(board.cell_count()) {
  for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
    if (givens[cell] != 0) place(board, {cell, value_bit<std::uint32_t>(givens[cell])});
  }
}

std::vector<CellValues> Marks::place(const Board& board, const CellValues& value) {
  std::vector<CellValues> gone;
  const auto keep = [&](std::uint32_t cell, std::uint32_t values) {
    if ((candidates[cell] & ~values) == 0) return;
    gone.push_back({cell, candidates[cell] & ~values});
    candidates[cell] &= values;
  };
  keep(value.cell, value.values);
  for (const std::uint32_t peer : board.peers(value.cell)) keep(peer, ~value.values);
  placed[value.cell] = true;
  --open;
  return gone;
}

std::vector<CellValues> Marks::take(const Board& board, const Step& step) {
  std::vector<CellValues> gone = step.removes;
  for (const auto& [cell, values] : step.removes) candidates[cell] &= ~values;
  for (const CellValues& value : step.places) {
    const auto also = place(board, value);
    gone.insert(gone.end(), also.begin(), also.end());
  }
  return gone;
}

void remove_from(const Marks& marks, std::span<const std::uint32_t> cells, std::uint32_t values, Step& step) {
  for (const std::uint32_t cell : cells) {
    const std::uint32_t gone = marks[cell] & values;
    if (gone != 0) step.removes.push_back({cell, gone});
  }
}

std::string effect_of(const Board& board, const Step& step) {
  std::string text;
  const auto add = [&](std::span<const std::uint32_t> cells, const char* verb, std::uint32_t values) {
    if (!text.empty()) text += ", and ";
    text += fmt::format("{} {}{} {}", board.cell_names(cells), cells.size() == 1 ? "is" : "are", verb,
                        board.symbols(values, "or"));
  };
  for (const CellValues& placed : step.places) add(std::span(&placed.cell, 1), "", placed.values);
  std::vector<std::uint32_t> told;
  for (const CellValues& removed : step.removes) {
    if (std::ranges::find(told, removed.values) != told.end()) continue;
    told.push_back(removed.values);
    std::vector<std::uint32_t> cells;
    for (const CellValues& other : step.removes) {
      if (other.values == removed.values) cells.push_back(other.cell);
    }
    add(cells, " not", removed.values);
  }
  return text;
}

std::optional<double> rating_of(const Explanation& explanation) {
  if (explanation.end != Explanation::End::solved || explanation.steps.empty()) return std::nullopt;
  return std::round(10 * std::ranges::max(explanation.steps, {}, &Step::rating).rating) / 10;
}

double rating_of_length(std::size_t links) {
  double added = 0;
  std::size_t limit = 4;
  for (bool odd = false; links > limit; odd = !odd) {
    added += 0.1;
    limit = odd ? limit * 4 / 3 : limit * 3 / 2;
  }
  return added;
}

namespace {

class Explainer {
 public:
  Explainer(const Board& board, std::span<const Rule> rules, const ExplainSettings& settings)
      : board_(board), rules_(rules), settings_(settings) {}

  Explanation run(Marks& marks) {
    Explanation explanation;
    while (explanation.steps.size() < settings_.limits.most_steps) {
      std::optional<Step> step = next(marks, InGuesses::never);
      if (!step && marks.solved()) {
        explanation.end = Explanation::End::solved;
        break;
      }
      if (!step && settings_.guesses()) step = guess(marks);
      if (!step) {
        explanation.end = settings_.solution ? Explanation::End::open : Explanation::End::ambiguous;
        break;
      }
      marks.take(board_, *step);
      explanation.steps.push_back(std::move(*step));
      if (explanation.steps.back().contradiction) {
        explanation.end = Explanation::End::contradiction;
        break;
      }
    }
    explanation.candidates = marks.candidates;
    return explanation;
  }

 private:
  /// A branch of more steps is given up.
  static constexpr std::size_t longest_branch = 200;
  /// Steps of all branches of a guess, times the cells of the puzzle.
  static constexpr std::size_t most_tried = 2'000'000;
  /// Of the guesses that inference refutes, the rules follow so many.
  static constexpr std::size_t most_followed = 12;

  std::optional<Step> next(const Marks& marks, InGuesses most) const {
    for (const Rule& rule : rules_) {
      if (rule.in_guesses > most || rule.rating > settings_.limits.most_rating) continue;
      std::optional<Step> step = rule.find(marks);
      if (!step) continue;
      if (step->rule.empty()) step->rule = rule.name;
      if (step->rating == 0) step->rating = rule.rating;
      if (step->rating <= settings_.limits.most_rating) return step;
    }
    return std::nullopt;
  }

  struct Refutation {
    std::vector<Step> steps;
    std::size_t length = 0;  ///< with the steps of guesses within it
  };

  /// Whether singles alone lead from the candidate to a contradiction.
  bool refuted_by_singles(Marks marks, const CellValues& candidate) const {
    marks.place(board_, candidate);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t cell = 0; cell < board_.cell_count(); ++cell) {
        if (marks[cell] == 0) return true;
        if (marks.placed[cell] || !single(marks[cell])) continue;
        marks.place(board_, {cell, marks[cell]});
        changed = true;
      }
      for (std::uint32_t unit = 0; unit < board_.unit_count(); ++unit) {
        std::uint32_t once = 0;
        std::uint32_t twice = 0;
        for (const std::uint32_t cell : board_.cells(unit)) {
          twice |= once & marks[cell];
          once |= marks[cell];
        }
        if (once != board_.all_values()) return true;
        for (const std::uint32_t cell : board_.cells(unit)) {
          const std::uint32_t here = marks[cell] & once & ~twice;
          if (here == 0 || marks.placed[cell]) continue;
          marks.place(board_, {cell, here & -here});
          changed = true;
        }
      }
    }
    return false;
  }

  std::optional<Step> guess(const Marks& marks) {
    const std::uint32_t deepest = settings_.solution ? 2 : 1;
    for (std::uint32_t depth = 0; depth <= deepest; ++depth) {
      steps_left_ = most_tried / board_.cell_count();
      std::optional<Refutation> best;
      CellValues wrong;
      for (const CellValues& candidate : guesses(marks, settings_.solution, depth)) {
        if (depth == 0 && !refuted_by_singles(marks, candidate)) continue;
        auto refutation = refute(marks, candidate, depth, best ? best->length : longest_branch);
        if (!refutation || (best && refutation->length >= best->length)) continue;
        best = std::move(refutation);
        wrong = candidate;
        // The shortest of nested guesses would take too long to find.
        if (depth == 2) break;
      }
      if (!best) continue;
      const double rating = settings_.guess_rating + 0.5 * depth + rating_of_length(3 * best->length);
      return guess_step(wrong, rating, std::move(best->steps));
    }
    return std::nullopt;
  }

  /// A guess within a branch; the first that is refuted.
  std::optional<Step> inner_guess(const Marks& marks) {
    for (const CellValues& candidate : guesses(marks, std::nullopt, 1)) {
      auto refutation = refute(marks, candidate, 1, longest_branch);
      if (refutation) return guess_step(candidate, settings_.guess_rating, std::move(refutation->steps));
    }
    return std::nullopt;
  }

  Step guess_step(const CellValues& wrong, double rating, std::vector<Step> refutation) const {
    return {.rule = "guess",
            .rating = rating,
            .argument = fmt::format("{} is not {}, since it would lead to a contradiction",
                                    board_.cell_name(wrong.cell), board_.symbols(wrong.values)),
            .cells = {wrong.cell},
            .removes = {wrong},
            .refutation = std::move(refutation)};
  }

  /// Returns the candidates that may be wrong, those of cells with few candidates first, or those that
  /// inference refutes soonest.
  std::vector<CellValues> guesses(const Marks& marks,
                                  const std::optional<std::vector<std::uint8_t>>& solution,
                                  std::uint32_t depth) const {
    std::vector<CellValues> all;
    for (std::uint32_t cell = 0; cell < board_.cell_count(); ++cell) {
      if (marks.placed[cell]) continue;
      std::uint32_t values = marks[cell];
      if (solution) values &= ~value_bit<std::uint32_t>((*solution)[cell]);
      for (; values != 0; values &= values - 1) all.push_back({cell, values & -values});
    }
    std::ranges::stable_sort(
        all, {}, [&](const CellValues& candidate) { return std::popcount(marks[candidate.cell]); });
    return depth == 1 && settings_.refuted_after ? soonest(marks, std::move(all)) : all;
  }

  /// Returns those of the candidates that inference refutes soonest. If it refutes none, the rules may do so,
  /// but only of one that is known to be wrong that is worth the time.
  std::vector<CellValues> soonest(const Marks& marks, std::vector<CellValues> all) const {
    std::vector<std::pair<std::uint32_t, std::size_t>> refuted;
    for (std::size_t i = 0; i < std::min(all.size(), settings_.most_inferred); ++i) {
      const auto after = settings_.refuted_after(marks, all[i]);
      if (after) refuted.emplace_back(*after, i);
    }
    if (refuted.empty()) return settings_.solution ? all : std::vector<CellValues>();
    std::ranges::sort(refuted);
    refuted.resize(std::min(refuted.size(), most_followed));
    std::vector<CellValues> first;
    for (const auto& [after, i] : refuted) first.push_back(all[i]);
    return first;
  }

  /// A contradiction must come within `most` steps that are needed for it.
  std::optional<Refutation> refute(Marks marks, const CellValues& candidate, std::uint32_t depth,
                                   std::size_t most) {
    const InGuesses rules = depth == 0 ? InGuesses::always : InGuesses::if_needed;
    std::vector<Step> steps;
    std::vector<std::vector<CellValues>> gone;
    marks.place(board_, candidate);
    while (steps.size() < 2 * most + 20 && steps_left_ > 0) {
      --steps_left_;
      std::optional<Step> step = next(marks, rules);
      if (!step && depth == 2 && !marks.solved()) step = inner_guess(marks);
      if (!step) return std::nullopt;
      gone.push_back(marks.take(board_, *step));
      steps.push_back(std::move(*step));
      if (!steps.back().contradiction) continue;
      Refutation needed{needed_of(std::move(steps), gone)};
      for (const Step& each : needed.steps) needed.length += 1 + each.refutation.size();
      return needed;
    }
    return std::nullopt;
  }

  /// Leaves out the steps on which the last one does not rest; `gone` are the candidates that went by each.
  std::vector<Step> needed_of(std::vector<Step> steps,
                              const std::vector<std::vector<CellValues>>& gone) const {
    std::vector<std::uint32_t> rests_on(board_.cell_count());  // candidates that must have gone
    std::vector<Step> needed;
    for (std::size_t i = steps.size(); i-- > 0;) {
      Step& step = steps[i];
      const bool used = step.contradiction || std::ranges::any_of(gone[i], [&](const CellValues& lost) {
                          return (rests_on[lost.cell] & lost.values) != 0;
                        });
      if (!used) continue;
      // A refutation may rest on anything.
      if (!step.refutation.empty()) std::ranges::fill(rests_on, board_.all_values());
      for (const std::uint32_t cell : step.cells) rests_on[cell] = board_.all_values();
      for (const std::uint32_t unit : step.units) {
        for (const std::uint32_t cell : board_.cells(unit)) rests_on[cell] |= step.values;
      }
      needed.push_back(std::move(step));
    }
    std::ranges::reverse(needed);
    return needed;
  }

  const Board& board_;
  std::span<const Rule> rules_;
  const ExplainSettings& settings_;
  std::size_t steps_left_ = 0;  // of branches, before the search for a guess is given up
};

}  // namespace

Explanation explain(const Board& board, Marks marks, std::span<const Rule> rules,
                    const ExplainSettings& settings) {
  return Explainer(board, rules, settings).run(marks);
}

}  // namespace skerry::latin
