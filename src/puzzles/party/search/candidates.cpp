#include "puzzles/party/search/candidates.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace skerry::party {

namespace {

bool empty(const Bitset& set) {
  return std::ranges::none_of(set, [](const Block& block) { return any(block); });
}

void intersect(Bitset& set, BitsetView other) {
  for (std::size_t block = 0; block < set.size(); ++block) set[block] &= other[block];
}

void subtract(Bitset& set, BitsetView other) {
  for (std::size_t block = 0; block < set.size(); ++block) set[block] &= ~other[block];
}

void subtract_value(Bitset& set, const ValueIndex& values, std::uint32_t value) {
  if (const BitsetView dense = values.dense(value); !dense.empty()) {
    subtract(set, dense);
  } else {
    for (const std::uint32_t hero : values.list(value)) erase(set, hero);
  }
}

}  // namespace

std::size_t CandidateFilter::operator()(const Board& board, std::uint32_t node, Bitset& candidates,
                                        std::span<const std::uint32_t> barred) {
  const BitsetView allowed = board.roster().allowed(node);
  candidates.assign(allowed.begin(), allowed.end());
  for (const std::uint32_t hero : board.heroes()) {
    if (hero != nobody) erase(candidates, hero);
  }
  for (const std::uint32_t hero : barred) erase(candidates, hero);
  if (empty(candidates)) return Cause::node;
  for (std::size_t r = 0; r < board.roster().puzzle().requirements.size(); ++r) {
    const Demand demand = board.demand(r);
    if (demand.kind == Demand::Kind::anyone) continue;
    apply(board, demand, r, candidates);
    if (empty(candidates)) return r;
  }
  return Cause::none;
}

void CandidateFilter::apply(const Board& board, const Demand& demand, std::size_t r, Bitset& candidates) {
  const Roster& roster = board.roster();
  switch (demand.kind) {
    case Demand::Kind::anyone:
      return;
    case Demand::Kind::hopeless:
      candidates.assign(candidates.size(), Block{});
      return;
    case Demand::Kind::members:
      return intersect(candidates, roster.members(r));
    case Demand::Kind::others:
      return subtract(candidates, roster.members(r));
    case Demand::Kind::leading_values:
      intersect(candidates, roster.members(r));
      if (demand.cap == 0) return;  // no value leads yet
      [[fallthrough]];
    case Demand::Kind::present_values:
      union_.assign(candidates.size(), Block{});
      for (const std::uint32_t hero : board.heroes()) {
        if (hero == nobody) continue;
        if (demand.kind == Demand::Kind::leading_values &&
            board.holders(r, roster.values(r).value(hero)) != demand.cap)
          continue;
        const BitsetView same = roster.values(r).bits(roster.values(r).value(hero), scratch_);
        for (std::size_t block = 0; block < union_.size(); ++block) union_[block] |= same[block];
      }
      return intersect(candidates, union_);
    case Demand::Kind::new_values:
    case Demand::Kind::below_cap: {
      const std::uint32_t cap = demand.kind == Demand::Kind::new_values ? 1 : demand.cap;
      for (const std::uint32_t hero : board.heroes()) {
        if (hero == nobody) continue;
        const std::uint32_t value = roster.values(r).value(hero);
        if (board.holders(r, value) >= cap) subtract_value(candidates, roster.values(r), value);
      }
      return;
    }
    case Demand::Kind::range:
      break;
  }
  const ThresholdIndex& numbers = roster.numbers(r);
  if (demand.least > numbers.least()) {
    numbers.at_least(demand.least, scratch_);
    intersect(candidates, scratch_);
  }
  if (demand.most < numbers.most()) {
    numbers.more_than(demand.most, scratch_);
    subtract(candidates, scratch_);
  }
}

/// Gives each set its memory at once, since rare values need some of them late.
void WeightLevels::size_scratch(std::size_t sets, std::size_t blocks) {
  if (scratch_.size() < sets) scratch_.resize(sets, Bitset(blocks, Block{}));
}

void WeightLevels::compute(const Board& board, std::uint32_t node, const Bitset& candidates) {
  const Roster& roster = board.roster();
  if (roster.grades() != nullptr) return compute_grades(board, node, candidates);
  const std::size_t traits = roster.traits();
  const auto& step = roster.levels().step;

  // agree_ holds the heroes that agree with a filled neighbour in a trait, neighbour by neighbour.
  agree_.clear();
  size_scratch(traits * roster.nodes(), roster.blocks());
  std::size_t neighbours = 0;
  for (const std::uint32_t neighbour : roster.neighbours(node)) {
    if (board.open(neighbour)) continue;
    ++neighbours;
    for (std::size_t trait = 0; trait < traits; ++trait) {
      const ValueIndex& index = roster.trait(trait);
      agree_.push_back(index.bits(index.value(board.hero(neighbour)), scratch_[agree_.size()]));
    }
  }
  unsigned highest = 0;
  for (const std::uint8_t added : step) highest += added;
  bits_ = static_cast<std::size_t>(std::bit_width(highest * neighbours));
  slices_.resize(most_bits);
  for (std::size_t bit = 0; bit < bits_; ++bit) slices_[bit].resize(candidates.size());

  for (std::size_t block = 0; block < candidates.size(); ++block) {
    if (!any(candidates[block])) continue;
    std::array<Block, most_bits> level{};
    for (std::size_t first = 0; first < agree_.size(); first += traits) {
      // at_least[m] holds the heroes that agree in more than m traits.
      std::array<Block, max_synergy_traits> at_least{};
      for (std::size_t trait = 0; trait < traits; ++trait) {
        const Block agrees = agree_[first + trait][block];
        for (std::size_t m = step.size(); m-- > 1;) at_least[m] |= at_least[m - 1] & agrees;
        if (!step.empty()) at_least[0] |= agrees;
      }
      for (std::size_t m = 0; m < step.size(); ++m) {
        for (unsigned rest = step[m]; rest != 0; rest &= rest - 1) {
          Block carry = at_least[m];
          for (auto bit = static_cast<std::size_t>(std::countr_zero(rest)); bit < bits_; ++bit) {
            const Block overflow = level[bit] & carry;
            level[bit] ^= carry;
            carry = overflow;
          }
        }
      }
    }
    for (std::size_t bit = 0; bit < bits_; ++bit) slices_[bit][block] = level[bit];
  }
}

std::uint32_t WeightLevels::keep_highest(Bitset& candidates) const {
  std::uint32_t highest = 0;
  for (std::size_t bit = bits_; bit-- > 0;) {
    Block found{};
    for (std::size_t block = 0; block < candidates.size(); ++block) {
      if (any(candidates[block])) found |= candidates[block] & slices_[bit][block];
    }
    if (!any(found)) continue;
    highest |= 1U << bit;
    intersect(candidates, slices_[bit]);
  }
  return highest;
}

void WeightLevels::keep_at_least(std::uint32_t level, Bitset& candidates) const {
  if (level == 0) return;
  if (level >> bits_ != 0) {
    candidates.assign(candidates.size(), Block{});
    return;
  }
  for (std::size_t block = 0; block < candidates.size(); ++block) {
    if (!any(candidates[block])) continue;
    Block equal = candidates[block];
    Block above{};
    for (std::size_t bit = bits_; bit-- > 0;) {
      if ((level >> bit & 1) != 0) {
        equal &= slices_[bit][block];
      } else {
        above |= equal & slices_[bit][block];
        equal &= ~slices_[bit][block];
      }
    }
    candidates[block] = above | equal;
  }
}

}  // namespace skerry::party
