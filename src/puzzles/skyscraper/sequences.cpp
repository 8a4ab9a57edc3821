#include "puzzles/skyscraper/sequences.hpp"

#include "puzzles/skyscraper/beginning.hpp"
#include "puzzles/skyscraper/subsets.hpp"

#include <algorithm>

namespace skerry::skyscraper {

namespace {

class Enumeration {
 public:
  Enumeration(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings)
      : cells_(cells), clues_(clues), settings_(settings) {
    // The patience is an eighth of the most steps that sets of values take; measurements show that they
    // seldom take all.
    if (settings.subsets) patience_ = 8 + (std::uint64_t{cells.size()} << (cells.size() - 1)) / 8;
    for (std::size_t at = 0; at < cells.size(); ++at) {
      missing_[at] = cells[at];
      if (cells[at] != 0) unmet_ |= 1U << at;
    }
  }

  Filtered run() {
    extend({values_up_to(static_cast<std::uint32_t>(cells_.size())), 0, 0, 0}, 0);
    if (patience_ == 0) filtered_.cells = filter_by_subsets(cells_, clues_);
    return filtered_;
  }

 private:
  void extend(const Beginning& before, std::uint32_t at) {
    for (std::uint32_t open = cells_[at] & before.unused; open != 0; open &= open - 1) {
      if (patience_ == 0 || --patience_ == 0) return;
      const std::uint32_t value = open & -open;
      const Beginning now = before.with(value);
      sequence_[at] = static_cast<Values>(value);
      kept_ = std::min(kept_, at);
      if (settings_.early_end && !may_add(at, now.unused)) continue;
      if (at + 1 == cells_.size()) {
        ++filtered_.sequences;
        if (now.meets(clues_)) keep();
      } else if (!settings_.pruning ||
                 now.can_meet(clues_, static_cast<std::uint32_t>(cells_.size()) - at - 1)) {
        extend(now, at + 1);
      }
      if (settings_.early_end && unmet_ == 0) return;
    }
  }

  /// Tells whether a sequence with this beginning may hold a candidate that no earlier sequence held.
  bool may_add(std::uint32_t at, std::uint32_t unused) const {
    for (std::uint32_t filled = kept_; filled <= at; ++filled) {
      if ((missing_[filled] & sequence_[filled]) != 0) return true;
    }
    for (std::size_t open = at + 1; open < cells_.size(); ++open) {
      if ((missing_[open] & unused) != 0) return true;
    }
    return false;
  }

  void keep() {
    for (std::size_t at = kept_; at < cells_.size(); ++at) {
      filtered_.cells[at] = static_cast<Values>(filtered_.cells[at] | sequence_[at]);
      missing_[at] = static_cast<Values>(missing_[at] & ~sequence_[at]);
      if (missing_[at] == 0) unmet_ &= ~(1U << at);
    }
    kept_ = static_cast<std::uint32_t>(cells_.size());
  }

  std::span<const Values> cells_;
  LineClues clues_;
  SequenceSettings settings_;
  std::array<Values, max_size> sequence_{};
  std::array<Values, max_size> missing_{};  // candidates that no sequence holds yet
  std::uint32_t kept_ = 0;                  // cells of the present sequence that keep() has seen
  Filtered filtered_;
  std::uint64_t patience_ = UINT64_MAX;  // the most beginnings to try before changing to sets of values
  std::uint32_t unmet_ = 0;              // cells with a candidate that no sequence has yet
};

}  // namespace

Filtered filter_line(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings) {
  return Enumeration(cells, clues, settings).run();
}

}  // namespace skerry::skyscraper
