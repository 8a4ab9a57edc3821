#include "puzzles/party/search/candidates.hpp"

#include <array>
#include <bit>

namespace skerry::party {

namespace {

/// Adds `number` to the counters of the heroes in `set`; a counter's bits stand one in each block of `bits`.
template <std::size_t size>
void add_to_counters(std::array<Block, size>& bits, const Block& set, unsigned number) {
  Block carry{};
  for (auto bit = static_cast<std::size_t>(std::countr_zero(number)); bit < size; ++bit) {
    const Block added = (number >> bit & 1U) != 0 ? set : Block{};
    const Block both = bits[bit] ^ added;
    const Block overflow = (bits[bit] & added) | (both & carry);
    bits[bit] = both ^ carry;
    carry = overflow;
  }
}

/// Writes to `heroes` those whose counter is at least `number`. A block is not returned, since the ABI for
/// that depends on the machine.
template <std::size_t size>
void counted_at_least(const std::array<Block, size>& bits, unsigned number, Block& heroes) {
  Block equal = ~Block{};
  Block above{};
  for (std::size_t bit = size; bit-- > 0;) {
    if ((number >> bit & 1U) != 0) {
      equal &= bits[bit];
    } else {
      above |= equal & bits[bit];
      equal &= ~bits[bit];
    }
  }
  heroes = above | equal;
}

/// Returns the heroes of several values; `scratch` holds them where no set of the index does.
BitsetView heroes_of(const ValueIndex& index, std::span<const std::uint32_t> values, Bitset& scratch) {
  if (values.size() == 1) return index.bits(values.front(), scratch);
  Bitset& heroes = scratch;
  heroes.assign(index.blocks(), Block{});
  for (const std::uint32_t value : values) {
    const BitsetView dense = index.dense(value);
    for (std::size_t block = 0; block < dense.size(); ++block) heroes[block] |= dense[block];
    for (const std::uint32_t hero : index.list(value)) insert(heroes, hero);
  }
  return heroes;
}

}  // namespace

void WeightLevels::collect_matches(const Board& board, std::uint32_t node) {
  const Roster& roster = board.roster();
  const Grades& grades = *roster.grades();
  size_scratch(grades.most_tiers() * roster.nodes(), roster.blocks());
  matches_.clear();
  filled_.clear();
  const auto neighbours = roster.neighbours(node);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    if (board.open(neighbours[i])) continue;
    for (std::size_t trait = 0; trait < roster.traits(); ++trait) {
      const ValueIndex& index = roster.trait(trait);
      const std::uint32_t value = index.value(board.hero(neighbours[i]));
      grades.for_each_tier(trait, value, [&](unsigned units, std::span<const std::uint32_t> values) {
        matches_.push_back({heroes_of(index, values, scratch_[matches_.size()]), units});
      });
    }
    filled_.push_back({roster.edges_of(node)[i], matches_.size()});
  }
}

void WeightLevels::compute_grades(const Board& board, std::uint32_t node, const Bitset& candidates) {
  const Grades& grades = *board.roster().grades();
  collect_matches(board, node);
  bits_ = most_bits;
  slices_.resize(most_bits);
  for (Bitset& slice : slices_) slice.resize(candidates.size());
  for (std::size_t block = 0; block < candidates.size(); ++block) {
    if (!any(candidates[block])) continue;
    std::array<Block, most_bits> level{};
    std::size_t match = 0;
    for (const FilledEdge& filled : filled_) {
      std::array<Block, Grades::unit_bits> units{};
      for (; match < filled.end; ++match) {
        add_to_counters(units, matches_[match].heroes[block], matches_[match].units);
      }
      for (const Grades::Step& step : grades.steps(filled.edge)) {
        Block heroes;
        counted_at_least(units, step.units, heroes);
        add_to_counters(level, heroes, step.levels);
      }
    }
    for (const Grades::Fit& fit : grades.fits(node)) add_to_counters(level, fit.meets[block], fit.levels);
    for (std::size_t bit = 0; bit < most_bits; ++bit) slices_[bit][block] = level[bit];
  }
}

}  // namespace skerry::party
