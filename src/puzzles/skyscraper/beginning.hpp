#pragma once

#include "puzzles/skyscraper/puzzle.hpp"

#include <bit>
#include <cstdint>

namespace skerry::skyscraper {

/// The state of a sequence whose first cells are filled. Values are bits.
struct Beginning {
  std::uint32_t unused = 0;   ///< the values that none of these cells holds
  std::uint32_t seen = 0;     ///< the number of buildings seen from the near end
  std::uint32_t highest = 0;  ///< the bit of the highest value
  /// The bits of the values that no later cell hides from the far end, as far as the sequence is filled.
  std::uint32_t bare = 0;

  Beginning with(std::uint32_t value) const {
    Beginning now = *this;
    now.unused &= ~value;
    if (value > highest) {
      now.highest = value;
      ++now.seen;
    }
    now.bare = (bare & -value) | value;  // -value: its bit and all higher ones
    return now;
  }

  /// Tells whether the sequence meets its clues. All cells must be filled.
  bool meets(LineClues clues) const {
    return (clues.near == 0 || clues.near == seen) && (clues.far == 0 || clues.far == count(bare));
  }

  /// Tells whether some continuation may meet the clues; the condition is necessary, not sufficient.
  bool can_meet(LineClues clues, std::uint32_t cells_left) const {
    if (clues.near != 0) {
      const std::uint32_t higher = count(unused & -highest);
      const std::uint32_t least = seen + (higher > 0 ? 1 : 0);
      if (least > clues.near || seen + higher < clues.near) return false;
    }
    if (clues.far != 0) {
      // The highest value to come hides all lower ones, and is seen itself.
      const std::uint32_t stay = count(bare & -std::bit_floor(unused));
      if (stay + 1 > clues.far || stay + cells_left < clues.far) return false;
    }
    return true;
  }

 private:
  static std::uint32_t count(std::uint32_t bits) { return static_cast<std::uint32_t>(std::popcount(bits)); }
};

}  // namespace skerry::skyscraper
