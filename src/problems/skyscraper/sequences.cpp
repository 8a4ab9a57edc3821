#include "skerry/problems/skyscraper/sequences.hpp"

#include "problems/skyscraper/subsets.hpp"

#include <bit>

namespace skerry::skyscraper {

namespace {

/// What is known of a sequence whose first cells are filled.
struct Beginning {
  std::uint32_t unused = 0;   ///< values that stand in none of them
  std::uint32_t seen = 0;     ///< how many are seen from the near end
  std::uint32_t highest = 0;  ///< the bit of the highest
  /// The bits of those that nothing behind them hides from the far end, as far as it is filled.
  std::uint32_t bare = 0;
};

std::uint32_t count(std::uint32_t bits) {
  return static_cast<std::uint32_t>(std::popcount(bits));
}

class Enumeration {
 public:
  Enumeration(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings)
      : cells_(cells), clues_(clues), settings_(settings) {
    if (settings.subsets) patience_ = std::uint64_t{cells.size()} << (cells.size() - 1);
    for (std::size_t at = 0; at < cells.size(); ++at) {
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
      const Beginning now = with(before, value);
      sequence_[at] = static_cast<Values>(value);
      if (at + 1 == cells_.size()) {
        ++filtered_.sequences;
        if (meets(now)) keep();
      } else if (!settings_.pruning || can_meet(now, static_cast<std::uint32_t>(cells_.size()) - at - 1)) {
        extend(now, at + 1);
      }
      if (settings_.early_end && unmet_ == 0) return;
    }
  }

  static Beginning with(const Beginning& before, std::uint32_t value) {
    Beginning now = before;
    now.unused &= ~value;
    if (value > before.highest) {
      now.highest = value;
      ++now.seen;
    }
    now.bare = (before.bare & -value) | value;  // -value: its bit and all higher ones
    return now;
  }

  bool meets(const Beginning& all) const {
    return (clues_.near == 0 || clues_.near == all.seen) &&
           (clues_.far == 0 || clues_.far == count(all.bare));
  }

  bool can_meet(const Beginning& now, std::uint32_t cells_left) const {
    if (clues_.near != 0) {
      const std::uint32_t higher = count(now.unused & -now.highest);
      const std::uint32_t least = now.seen + (higher > 0 ? 1 : 0);
      if (least > clues_.near || now.seen + higher < clues_.near) return false;
    }
    if (clues_.far != 0) {
      // The highest value to come hides what is lower, and is seen itself.
      const std::uint32_t stay = count(now.bare & -std::bit_floor(now.unused));
      if (stay + 1 > clues_.far || stay + cells_left < clues_.far) return false;
    }
    return true;
  }

  void keep() {
    for (std::size_t at = 0; at < cells_.size(); ++at) {
      filtered_.cells[at] = static_cast<Values>(filtered_.cells[at] | sequence_[at]);
      if (filtered_.cells[at] == cells_[at]) unmet_ &= ~(1U << at);
    }
  }

  std::span<const Values> cells_;
  LineClues clues_;
  SequenceSettings settings_;
  std::array<Values, max_size> sequence_{};
  Filtered filtered_;
  std::uint64_t patience_ = UINT64_MAX;  // beginnings to be tried before sets of values are quicker
  std::uint32_t unmet_ = 0;              // cells with a candidate that no sequence has yet
};

}  // namespace

Filtered filter_line(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings) {
  return Enumeration(cells, clues, settings).run();
}

}  // namespace skerry::skyscraper
