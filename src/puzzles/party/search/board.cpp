#include "puzzles/party/search/board.hpp"

#include <algorithm>
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

double Board::missing(std::size_t r) const {
  const Requirement& requirement = roster_->puzzle().requirements[r];
  const double parts = requirement.kind == RequirementKind::average ? static_cast<double>(heroes_.size()) : 1;
  const double found = this->found(r);
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

}  // namespace skerry::party
