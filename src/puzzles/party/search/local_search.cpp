#include "puzzles/party/search/local_search.hpp"

#include <algorithm>
#include <cmath>

namespace skerry::party {

namespace {

constexpr std::size_t pair_candidates = 24;

/// Returns the objective as a cost: smaller is better, whatever the direction.
double cost(const Roster& roster, double objective) {
  return roster.puzzle().direction == Direction::minimise ? objective : -objective;
}

/// Returns a positive level as a number; more than any hero's where it is higher.
std::uint32_t whole_level(double level) {
  return static_cast<std::uint32_t>(std::min(level, WeightLevels::above_all));
}

/// Removes the heroes of price place `end` and up.
void cut(Bitset& set, std::uint32_t end) {
  for (std::uint32_t block = end / block_bits; block < set.size(); ++block) {
    for (std::uint32_t part = 0; part < 4; ++part) {
      const std::uint32_t first = block * block_bits + part * 64;
      if (first >= end) {
        set[block][part] = 0;
      } else if (end - first < 64) {
        set[block][part] &= (std::uint64_t{1} << (end - first)) - 1;
      }
    }
  }
}

}  // namespace

/// Returns the lowest price place whose hero is no better priced than `objective`.
std::uint32_t LocalSearch::first_rank_of(double objective) const {
  std::uint32_t low = 0;
  std::uint32_t high = roster_->heroes();
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (cost(*roster_, roster_->objective(middle)) < cost(*roster_, objective) - tolerance) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Returns the best priced hero, better priced than `better_than`, that makes the board feasible; the board
/// is full but for this node.
std::uint32_t LocalSearch::best_fit(const Board& board, std::uint32_t node, double better_than) {
  ++evaluations_;
  const std::uint32_t end = first_rank_of(better_than);
  if (end == 0 || filter_(board, node, candidates_) != Cause::none) return nobody;
  cut(candidates_, end);
  const double owed = board.owed_weight();
  const double slack = tolerance * roster_->total_weight();
  const Roster::Levels& scale = roster_->levels();
  const double base = roster_->base_weight(node, roster_->neighbours(node).size());
  const double level = std::ceil((owed - base - slack - scale.slack) * scale.scale);
  if (level > 0) {
    candidates_.resize(end / block_bits + 1);
    levels_.compute(board, node, candidates_);
    levels_.keep_at_least(whole_level(level), candidates_);
  }
  // A bound of grades may miss the weight by rounding, so each hero is weighed.
  const bool sure = scale.exact || (level <= 0 && roster_->grades() == nullptr);
  std::uint32_t best = nobody;
  for_each_until(candidates_, [&](std::uint32_t hero) {
    if (sure || board.weight_toward(node, hero) >= owed - slack) best = hero;
    return best == nobody;
  });
  return best;
}

bool LocalSearch::replace_one(Board& board, std::uint32_t node) {
  const std::uint32_t hero = board.hero(node);
  board.remove(node);
  const std::uint32_t better = best_fit(board, node, roster_->objective(hero));
  board.place(node, better == nobody ? hero : better);
  return better != nobody;
}

/// Repairs one node of a board that is not feasible: it takes the hero of the highest synergy among those
/// that meet the linear requirements or, where there is none, the one among some of the heroes that lessens
/// the violation.
bool LocalSearch::repair_one(Board& board, std::uint32_t node) {
  ++evaluations_;
  const Score before = board.score();
  const std::uint32_t hero = board.hero(node);
  board.remove(node);
  if (filter_(board, node, candidates_) == Cause::none) {
    levels_.compute(board, node, candidates_);
    levels_.keep_highest(candidates_);
    std::uint32_t best = nobody;
    for_each_until(candidates_, [&](std::uint32_t found) {
      best = found;
      return false;
    });
    board.place(node, best);
    if (board.score().violation < before.violation - tolerance) return true;
    board.remove(node);
  }
  board.place(node, hero);
  return false;
}

bool LocalSearch::replace_pair(Board& board, std::uint32_t first, std::uint32_t second, Random& random) {
  const std::uint32_t old_first = board.hero(first);
  const std::uint32_t old_second = board.hero(second);
  const double old_cost =
      cost(*roster_, roster_->objective(old_first)) + cost(*roster_, roster_->objective(old_second));
  board.remove(first);
  board.remove(second);
  const auto put_back = [&] {
    board.place(first, old_first);
    board.place(second, old_second);
    return false;
  };
  if (filter_(board, first, candidates_) != Cause::none) return put_back();
  const double sign = roster_->puzzle().direction == Direction::minimise ? 1 : -1;
  const double most = old_cost - cost(*roster_, roster_->objective(0));
  cut(candidates_, first_rank_of(sign * most));
  // Heroes that agree much with their neighbours leave the partner most choice; among those the cheap ones
  // are taken.
  levels_.compute(board, first, candidates_);
  Bitset& pool = candidates_;
  const std::uint32_t skip = random.below(3);
  partners_.clear();
  for (std::uint32_t round = 0; round < 2 && partners_.empty(); ++round) {
    const double reach = roster_->reach(second) + (roster_->grades() ? roster_->base_weight(first, 0) : 0);
    const double level = std::ceil((board.owed_weight() - reach) * roster_->levels().scale - tolerance);
    if (level > 0) levels_.keep_at_least(whole_level(level), pool);
    for_each_until(pool, [&](std::uint32_t hero) {
      if (hero != old_first && (skip == 0 || random.below(skip + 1) == 0)) partners_.push_back(hero);
      return partners_.size() < pair_candidates;
    });
  }
  std::uint32_t best_first = nobody;
  std::uint32_t best_second = nobody;
  double best_cost = old_cost;
  for (const std::uint32_t hero : partners_) {
    if (!within_limit()) break;
    const double hero_cost = cost(*roster_, roster_->objective(hero));
    if (hero_cost + cost(*roster_, roster_->objective(0)) >= best_cost) break;
    board.place(first, hero);
    const std::uint32_t partner = best_fit(board, second, sign * (best_cost - hero_cost));
    board.remove(first);
    if (partner == nobody) continue;
    best_first = hero;
    best_second = partner;
    best_cost = hero_cost + cost(*roster_, roster_->objective(partner));
  }
  if (best_first == nobody) return put_back();
  board.place(first, best_first);
  board.place(second, best_second);
  return true;
}

bool LocalSearch::swap_places(Board& board, Random& random) {
  bool improved = false;
  random.shuffle(std::span(nodes_));
  for (std::size_t i = 1; i < nodes_.size() && left(); ++i) {
    for (std::size_t j = 0; j < i && within_limit(); ++j) {
      const std::uint32_t a = nodes_[i];
      const std::uint32_t b = nodes_[j];
      const std::uint32_t hero_a = board.hero(a);
      const std::uint32_t hero_b = board.hero(b);
      if (!contains(roster_->allowed(a), hero_b) || !contains(roster_->allowed(b), hero_a)) continue;
      ++evaluations_;
      const double before = board.weight();
      board.remove(a);
      board.remove(b);
      board.place(a, hero_b);
      board.place(b, hero_a);
      if (board.weight() > before + tolerance) {
        improved = true;
        continue;
      }
      board.remove(a);
      board.remove(b);
      board.place(a, hero_a);
      board.place(b, hero_b);
    }
  }
  return improved;
}

std::uint64_t LocalSearch::operator()(Board& board, std::uint64_t budget, std::uint64_t limit,
                                      Random& random) {
  evaluations_ = 0;
  budget_ = budget;
  limit_ = limit;
  nodes_.clear();
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    if (!roster_->puzzle().nodes[node].locked) nodes_.push_back(node);
  }
  bool feasible = board.score().violation == 0;
  for (bool improved = true; improved && left();) {
    improved = false;
    random.shuffle(std::span(nodes_));
    for (std::size_t i = 0; i < nodes_.size() && left(); ++i) {
      improved |= feasible ? replace_one(board, nodes_[i]) : repair_one(board, nodes_[i]);
      if (!feasible) feasible = board.score().violation == 0;
    }
    if (improved || !left()) continue;
    improved = swap_places(board, random);
    if (!feasible) feasible = board.score().violation == 0;
    if (improved || !left() || !feasible) continue;
    for (std::size_t i = 0; i < nodes_.size() && left() && !improved; ++i) {
      for (std::size_t j = 0; j < nodes_.size() && left() && !improved; ++j) {
        if (i != j) improved = replace_pair(board, nodes_[i], nodes_[j], random);
      }
    }
  }
  return evaluations_;
}

}  // namespace skerry::party
