#include "puzzles/party/search/candidates.hpp"

#include <array>
#include <bit>
#include <cmath>

namespace skerry::party {

Board::Board(const Roster& roster)
    : roster_(&roster),
      heroes_(roster.nodes(), nobody),
      open_(roster.nodes()),
      used_(roster.blocks(), Block{}),
      tallies_(roster.puzzle().requirements.size()) {
  for (std::size_t r = 0; r < tallies_.size(); ++r) {
    const RequirementKind kind = roster.puzzle().requirements[r].kind;
    if (kind == RequirementKind::distinct || kind == RequirementKind::share) {
      tallies_[r].holders.assign(roster.values(r).values(), 0);
    }
  }
  clear();
}

void Board::clear() {
  for (std::uint32_t node = 0; node < heroes_.size(); ++node) {
    const auto& locked = roster_->puzzle().nodes[node].locked;
    const std::uint32_t stays = locked ? roster_->price_place(*locked) : nobody;
    if (heroes_[node] == stays) continue;
    if (!open(node)) remove(node);
    if (stays != nobody) place(node, stays);
  }
}

void Board::place(std::uint32_t node, std::uint32_t hero) {
  weight_ += weight_toward(node, hero);
  heroes_[node] = hero;
  --open_;
  insert(used_, hero);
  count(hero, +1);
}

void Board::remove(std::uint32_t node) {
  const std::uint32_t hero = heroes_[node];
  heroes_[node] = nobody;
  ++open_;
  erase(used_, hero);
  count(hero, -1);
  // The weight of an empty board is set to 0, so that rounding errors do not accumulate from party to party.
  weight_ = open_ == heroes_.size() ? 0 : weight_ - weight_toward(node, hero);
}

void Board::count(std::uint32_t hero, int sign) {
  for (std::size_t r = 0; r < tallies_.size(); ++r) {
    Tally& tally = tallies_[r];
    switch (roster_->puzzle().requirements[r].kind) {
      case RequirementKind::total:
      case RequirementKind::average:
        tally.sum = open_ == heroes_.size() ? 0 : tally.sum + sign * roster_->numbers(r).value(hero);
        break;
      case RequirementKind::count:
        if (contains(roster_->members(r), hero)) tally.members += static_cast<std::uint32_t>(sign);
        break;
      case RequirementKind::distinct:
      case RequirementKind::share: {
        std::uint8_t& holders = tally.holders[roster_->values(r).value(hero)];
        if (sign > 0) tally.distinct += holders == 0;
        holders = static_cast<std::uint8_t>(holders + sign);
        if (sign < 0) tally.distinct -= holders == 0;
        break;
      }
    }
  }
}

Demand Board::demand(std::size_t r) const {
  const Requirement& requirement = roster_->puzzle().requirements[r];
  const Tally& tally = tallies_[r];
  // `owed` of the `open_` nodes must add to a count, which is `now` so far.
  const auto forced = [&](std::uint32_t now, Demand::Kind adds, Demand::Kind keeps) -> Demand {
    const double owed = requirement.at_least ? std::ceil(*requirement.at_least - tolerance) - now : 0;
    const bool full = requirement.at_most && now + 1 > *requirement.at_most + tolerance;
    if (owed > open_ || (full && owed > 0)) return {.kind = Demand::Kind::hopeless};
    if (owed == open_) return {.kind = adds};
    if (full) return {.kind = keeps};
    return {};
  };
  switch (requirement.kind) {
    case RequirementKind::count:
      return forced(tally.members, Demand::Kind::members, Demand::Kind::others);
    case RequirementKind::distinct:
      return forced(tally.distinct, Demand::Kind::new_values, Demand::Kind::present_values);
    case RequirementKind::share:
      return demand_of_share(r);
    case RequirementKind::total:
    case RequirementKind::average:
      break;
  }
  const ThresholdIndex& numbers = roster_->numbers(r);
  const double parts = requirement.kind == RequirementKind::average ? static_cast<double>(heroes_.size()) : 1;
  Demand demand{.kind = Demand::Kind::range};
  if (requirement.at_least) {
    demand.least = *requirement.at_least * parts - tally.sum - numbers.largest(open_ - 1) - tolerance;
  }
  if (requirement.at_most) {
    demand.most = *requirement.at_most * parts - tally.sum - numbers.smallest(open_ - 1) + tolerance;
  }
  if (demand.least <= numbers.least() && demand.most >= numbers.most()) demand.kind = Demand::Kind::anyone;
  return demand;
}

/// Where as many heroes of one value are owed as nodes are open, the next hero has to add to a value that
/// most heroes have by now.
Demand Board::demand_of_share(std::size_t r) const {
  const Requirement& requirement = roster_->puzzle().requirements[r];
  if (requirement.at_least) {
    std::uint32_t leading = 0;
    for (const std::uint32_t hero : heroes_) {
      if (hero != nobody && contains(roster_->members(r), hero))
        leading = std::max(leading, holders(r, roster_->values(r).value(hero)));
    }
    const double owed = std::ceil(*requirement.at_least - tolerance) - leading;
    if (owed > open_) return {.kind = Demand::Kind::hopeless};
    if (owed == open_) return {.kind = Demand::Kind::leading_values, .cap = leading};
  }
  if (!requirement.at_most) return {};
  return {.kind = Demand::Kind::below_cap,
          .cap = static_cast<std::uint32_t>(*requirement.at_most + tolerance)};
}

bool Board::meets(const Demand& demand, std::size_t r, std::uint32_t hero) const {
  switch (demand.kind) {
    case Demand::Kind::anyone:
      return true;
    case Demand::Kind::hopeless:
      return false;
    case Demand::Kind::members:
      return contains(roster_->members(r), hero);
    case Demand::Kind::others:
      return !contains(roster_->members(r), hero);
    case Demand::Kind::new_values:
      return holders(r, roster_->values(r).value(hero)) == 0;
    case Demand::Kind::present_values:
      return holders(r, roster_->values(r).value(hero)) > 0;
    case Demand::Kind::below_cap:
      return holders(r, roster_->values(r).value(hero)) < demand.cap;
    case Demand::Kind::leading_values:
      return contains(roster_->members(r), hero) && holders(r, roster_->values(r).value(hero)) == demand.cap;
    case Demand::Kind::range:
      break;
  }
  const double number = roster_->numbers(r).value(hero);
  return number >= demand.least && number <= demand.most;
}

double Board::weight_toward(std::uint32_t node, std::uint32_t hero) const {
  const auto neighbours = roster_->neighbours(node);
  double sum = 0;
  if (const Grades* grades = roster_->grades()) {
    const auto edges = roster_->edges_of(node);
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      if (open(neighbours[i])) continue;
      sum += roster_->puzzle().edge_weights[edges[i]] * roster_->edge_weight(hero, heroes_[neighbours[i]]);
    }
    return sum - grades->penalty(node, hero);
  }
  for (const std::uint32_t neighbour : neighbours) {
    if (!open(neighbour)) sum += roster_->edge_weight(hero, heroes_[neighbour]);
  }
  return sum;
}

double Board::objective() const {
  double sum = 0;
  for (const std::uint32_t hero : heroes_) sum += hero == nobody ? 0 : roster_->objective(hero);
  return sum;
}

double Board::found(std::size_t r) const {
  const Tally& tally = tallies_[r];
  switch (roster_->puzzle().requirements[r].kind) {
    case RequirementKind::count:
      return tally.members;
    case RequirementKind::distinct:
      return tally.distinct;
    case RequirementKind::share: {
      std::uint8_t most = 0;
      for (const std::uint32_t hero : heroes_) {
        most = std::max(most, tally.holders[roster_->values(r).value(hero)]);
      }
      return most;
    }
    case RequirementKind::total:
    case RequirementKind::average:
      break;
  }
  return tally.sum;
}

double Board::found_with(std::size_t r, std::uint32_t node, std::uint32_t hero) const {
  const Tally& tally = tallies_[r];
  const std::uint32_t leaves = heroes_[node];
  switch (roster_->puzzle().requirements[r].kind) {
    case RequirementKind::count: {
      const BitsetView members = roster_->members(r);
      return static_cast<double>(tally.members) + contains(members, hero) - contains(members, leaves);
    }
    case RequirementKind::distinct: {
      const std::uint32_t from = roster_->values(r).value(leaves), to = roster_->values(r).value(hero);
      return from == to ? tally.distinct
                        : static_cast<double>(tally.distinct) + (tally.holders[to] == 0) -
                              (tally.holders[from] == 1);
    }
    case RequirementKind::share: {
      const std::uint32_t from = roster_->values(r).value(leaves), to = roster_->values(r).value(hero);
      int most = tally.holders[to] + (from != to);
      for (const std::uint32_t stays : heroes_) {
        const std::uint32_t value = roster_->values(r).value(stays);
        if (value != from) most = std::max<int>(most, tally.holders[value]);
      }
      return from == to ? most : std::max(most, tally.holders[from] - 1);
    }
    case RequirementKind::total:
    case RequirementKind::average:
      break;
  }
  return tally.sum - roster_->numbers(r).value(leaves) + roster_->numbers(r).value(hero);
}

double Board::missing(std::size_t r, double found) const {
  const Requirement& requirement = roster_->puzzle().requirements[r];
  const double parts = requirement.kind == RequirementKind::average ? static_cast<double>(heroes_.size()) : 1;
  double missing = 0;
  if (requirement.at_least) missing = std::max(missing, *requirement.at_least * parts - found);
  if (requirement.at_most) missing = std::max(missing, found - *requirement.at_most * parts);
  return missing > tolerance ? missing : 0;
}

Score Board::score() const {
  const Puzzle& puzzle = roster_->puzzle();
  Score score{0, objective()};
  for (std::size_t r = 0; r < tallies_.size(); ++r) {
    score.violation += shortfall(puzzle.requirements[r], found(r), heroes_.size());
  }
  if (!synergetic()) score.violation += (puzzle.synergy.at_least - synergy()) / puzzle.synergy.at_least;
  for (std::uint32_t node = 0; node < heroes_.size(); ++node) {
    if (!contains(roster_->allowed(node), heroes_[node]))
      score.violation += 1 / static_cast<double>(heroes_.size());
  }
  return score;
}

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

/// Gives each set its memory at once, since rare values need some of them late. What is not needed stays
/// untouched, and so takes no memory.
void WeightLevels::size_scratch(std::size_t sets, std::size_t blocks) {
  if (scratch_.size() >= sets) return;
  scratch_.resize(sets);
  for (Bitset& set : scratch_) set.reserve(blocks);
}

void WeightLevels::compute(const Board& board, std::uint32_t node, const Bitset& candidates) {
  const Roster& roster = board.roster();
  if (roster.grades() != nullptr) return compute_grades(board, node, candidates);
  const std::size_t traits = roster.traits();
  const auto& step = roster.levels().step;

  // agree_ holds the heroes that agree with a filled neighbour in a trait, neighbour by neighbour.
  agree_.clear();
  size_scratch(traits * roster.most_neighbours(), roster.blocks());
  std::size_t neighbours = 0;
  std::size_t written = 0;
  for (const std::uint32_t neighbour : roster.neighbours(node)) {
    if (board.open(neighbour)) continue;
    ++neighbours;
    for (std::size_t trait = 0; trait < traits; ++trait) {
      const ValueIndex& index = roster.trait(trait);
      Bitset& scratch = scratch_[written];
      agree_.push_back(index.bits(index.value(board.hero(neighbour)), scratch));
      if (agree_.back().data() == scratch.data()) ++written;
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
  size_scratch(grades.most_tiers() * roster.most_neighbours(), roster.blocks());
  std::size_t written = 0;
  matches_.clear();
  filled_.clear();
  const auto neighbours = roster.neighbours(node);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    if (board.open(neighbours[i])) continue;
    for (std::size_t trait = 0; trait < roster.traits(); ++trait) {
      const ValueIndex& index = roster.trait(trait);
      const std::uint32_t value = index.value(board.hero(neighbours[i]));
      grades.for_each_tier(trait, value, [&](unsigned units, std::span<const std::uint32_t> values) {
        Bitset& scratch = scratch_[written];
        matches_.push_back({heroes_of(index, values, scratch), units});
        if (matches_.back().heroes.data() == scratch.data()) ++written;
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
