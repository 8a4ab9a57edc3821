#include "puzzles/skyscraper/published_program.hpp"

#include "puzzles/skyscraper/solve.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <vector>

namespace skerry::skyscraper {

namespace {

/// The values of a line, or its sets of candidates; 0 beyond its cells.
using PublishedLine = std::array<Values, largest_counted_size>;

class PublishedProgram {
 public:
  PublishedProgram(const Puzzle& puzzle, Refinement refinement)
      : puzzle_(puzzle), refinement_(refinement), lines_(puzzle.size), deduction_(puzzle.size) {}

  std::optional<FiltrationCounts> run(bool edge_clues) {
    Inference simple(puzzle_, {.edge_clues = edge_clues, .filtration = false});
    if (!simple.start()) return std::nullopt;
    deduction_.restore(simple.candidates());
    for (std::uint32_t line = 0; line < lines_.unit_count(); ++line) deduction_.touched().add(line);
    while (!deduction_.candidates().all_resolved()) {
      for (const std::uint32_t line : ordered_lines()) {
        if (deduction_.candidates().all_resolved()) break;
        take_up(line);
        if (deduction_.clash()) return std::nullopt;
      }
      if (!deduction_.take_changed()) return std::nullopt;
    }
    return counts_;
  }

 private:
  bool has(Refinement refinement) const { return refinement_ >= refinement; }

  std::vector<std::uint32_t> ordered_lines() const {
    std::vector<std::uint32_t> order(lines_.unit_count());
    std::iota(order.begin(), order.end(), 0U);
    const auto open = [&](std::uint32_t line) {
      int count = 0;
      for (const Values values : candidates_of(line)) count += std::popcount(values);
      return count;
    };
    if (has(Refinement::sorting)) std::ranges::stable_sort(order, {}, open);
    return order;
  }

  void take_up(std::uint32_t line) {
    ++counts_.clue_runs;
    const LineClues clues = clues_of(puzzle_, line);
    if (has(Refinement::skipping) && clues.near == 0 && clues.far == 0) return;
    if (refinement_ == Refinement::memory_of_lines && !deduction_.touched().contains(line)) return;
    PublishedLine kept{};
    for (const PublishedLine& sequence : sequences_of(candidates_of(line))) {
      if (!meets(sequence, from_start(line, clues))) continue;
      for (std::uint32_t at = 0; at < puzzle_.size; ++at)
        kept[at] = static_cast<Values>(kept[at] | sequence[at]);
    }
    for (std::uint32_t at = 0; at < puzzle_.size; ++at)
      deduction_.restrict_cell(lines_, cell_of(line, at), kept[at]);
    deduction_.touched().remove(line);
    deduction_.settle(lines_, true, true);
  }

  // The post looks along a line from its first clue, clockwise: columns from the top, rows from the right.
  // This decides which lines have the same candidates.

  bool from_far_end(std::uint32_t line) const { return line >= puzzle_.size; }
  std::uint32_t cell_of(std::uint32_t line, std::uint32_t at) const {
    return lines_.unit(line).cell(from_far_end(line) ? puzzle_.size - 1 - at : at);
  }
  LineClues from_start(std::uint32_t line, LineClues clues) const {
    return from_far_end(line) ? LineClues{clues.far, clues.near} : clues;
  }
  PublishedLine candidates_of(std::uint32_t line) const {
    PublishedLine values{};
    for (std::uint32_t at = 0; at < puzzle_.size; ++at)
      values[at] = deduction_.candidates()[cell_of(line, at)];
    return values;
  }

  bool meets(const PublishedLine& sequence, LineClues clues) const {
    Beginning all{values_up_to(puzzle_.size), 0, 0, 0};
    for (std::uint32_t at = 0; at < puzzle_.size; ++at) all = all.with(sequence[at]);
    return all.meets(clues);
  }

  /// The result is valid until the next call.
  const std::vector<PublishedLine>& sequences_of(const PublishedLine& candidates) {
    if (refinement_ != Refinement::memory_of_candidates) known_.clear();
    const auto [entry, fresh] = known_.try_emplace(candidates);
    if (fresh) {
      PublishedLine sequence{};
      extend(candidates, sequence, 0, 0, entry->second);
      counts_.sequences += entry->second.size();
    }
    return entry->second;
  }

  void extend(const PublishedLine& candidates, PublishedLine& sequence, std::uint32_t at, std::uint32_t used,
              std::vector<PublishedLine>& sequences) const {
    if (at == puzzle_.size) {
      sequences.push_back(sequence);
      return;
    }
    for (std::uint32_t open = candidates[at] & ~used; open != 0; open &= open - 1) {
      sequence[at] = static_cast<Values>(open & -open);
      extend(candidates, sequence, at + 1, used | sequence[at], sequences);
    }
  }

  const Puzzle& puzzle_;
  Refinement refinement_;
  Lines lines_;
  latin::Deduction<Values, max_cells, max_lines> deduction_;
  std::map<PublishedLine, std::vector<PublishedLine>> known_;
  FiltrationCounts counts_;
};

}  // namespace

std::optional<FiltrationCounts> count_filtration(const Puzzle& puzzle, Refinement refinement,
                                                 bool edge_clues) {
  return PublishedProgram(puzzle, refinement).run(edge_clues);
}

}  // namespace skerry::skyscraper
