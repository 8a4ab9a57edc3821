#include "puzzles/jump_maze/heat_bath.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace skerry::jump_maze {

namespace {

template <std::uint32_t words>
CellSet<words> all_but(std::uint32_t size, std::uint32_t cell) {
  CellSet<words> cells{};
  for (std::uint32_t at = 0; at < size * size; ++at) insert(cells, at);
  remove(cells, cell);
  return cells;
}

}  // namespace

template <std::uint32_t words>
HeatBath<words>::HeatBath(std::uint32_t size, double temperature, std::shared_ptr<const JumpEnds<words>> ends)
    : goal_(goal_of(size)),
      ends_(std::move(ends)),
      but_start_(all_but<words>(size, 0)),
      but_goal_(all_but<words>(size, goal_)),
      temperature_(temperature) {}

template <std::uint32_t words>
void HeatBath<words>::heat_to(double temperature) {
  for (std::uint32_t less = 0; less < weights_.size(); ++less) {
    weights_[less] = std::exp(-static_cast<double>(less) / temperature);
  }
}

template <std::uint32_t words>
std::uint64_t HeatBath<words>::operator()(Jumps<words>& jumps, std::int32_t& value, std::uint64_t budget,
                                          Random& random) {
  jumps_ = jumps;
  origins_ = {};
  for (std::uint32_t cell = 0; cell < goal_; ++cell) connect(cell);
  std::uint64_t searches = 0;
  std::uint64_t next_cooling = 0;
  while (searches + 2 <= budget) {
    if (searches >= next_cooling) {
      const double done = static_cast<double>(searches) / static_cast<double>(budget);
      heat_to(temperature_ * std::pow(coldest, done));
      next_cooling += std::max<std::uint64_t>(budget / coolings, 1);
    }
    const std::uint32_t cell = random.below(goal_);
    const Outward outward = search_from_start(cell);
    ++searches;
    if (outward.to_cell == never) {
      // A cell that is not reached before the goal can't shorten the way to it.
      set(cell, 1 + random.below(ends_->longest(cell)));
      continue;
    }
    const Homeward homeward = search_from_goal(cell, outward.to_goal - outward.to_cell);
    ++searches;
    std::uint32_t to_goal = never;
    set(cell, draw(cell, outward, homeward, random, to_goal));
    const auto reached = static_cast<std::int32_t>(to_goal);
    if (to_goal != never && reached > value) {
      value = reached;
      jumps = jumps_;
    }
  }
  return searches;
}

template <std::uint32_t words>
typename HeatBath<words>::Outward HeatBath<words>::search_from_start(std::uint32_t cell) const {
  Outward outward;
  Cells unseen = but_start_;
  Cells frontier{1};
  for (std::uint32_t distance = 0;; ++distance) {
    if (outward.to_cell == never && contains(frontier, cell)) {
      outward.to_cell = distance;
      remove(frontier, cell);
    }
    if (contains(frontier, goal_)) {
      outward.to_goal = distance;
      return outward;
    }
    if (!expand(frontier, unseen,
                [&](std::uint32_t at) -> const Cells& { return (*ends_)(at, jumps_[at]); })) {
      return outward;
    }
  }
}

template <std::uint32_t words>
typename HeatBath<words>::Homeward HeatBath<words>::search_from_goal(std::uint32_t cell,
                                                                     std::uint32_t limit) const {
  Homeward homeward;
  homeward.fill(never);
  Cells open{};  // the ends of jumps from the cell that the search has not reached
  for (std::uint32_t jump = 1; jump <= ends_->longest(cell); ++jump) {
    for (std::uint32_t at = 0; at < words; ++at) open[at] |= (*ends_)(cell, jump)[at];
  }
  Cells unseen = but_goal_;
  remove(unseen, cell);
  Cells frontier{};
  insert(frontier, goal_);
  for (std::uint32_t distance = 0; distance < limit; ++distance) {
    std::uint64_t met = 0;
    std::uint64_t left = 0;
    Cells here;
    for (std::uint32_t at = 0; at < words; ++at) {
      here[at] = open[at] & frontier[at];
      open[at] &= ~frontier[at];
      met |= here[at];
      left |= open[at];
    }
    for (std::uint32_t jump = 1; met != 0 && jump <= ends_->longest(cell); ++jump) {
      std::uint64_t common = 0;
      for (std::uint32_t at = 0; at < words; ++at) common |= (*ends_)(cell, jump)[at] & here[at];
      if (common != 0) homeward[jump] = std::min(homeward[jump], distance);
    }
    if (left == 0) break;
    if (!expand(frontier, unseen, [&](std::uint32_t at) -> const Cells& { return origins_[at]; })) {
      break;
    }
  }
  return homeward;
}

/// `to_goal` becomes the number of jumps that the maze then takes.
template <std::uint32_t words>
std::uint32_t HeatBath<words>::draw(std::uint32_t cell, const Outward& outward, const Homeward& homeward,
                                    Random& random, std::uint32_t& to_goal) {
  const auto value_with = [&](std::uint32_t jump) {
    return std::min(outward.to_goal, outward.to_cell + 1 + homeward[jump]);
  };
  // Numbers that make the goal unreachable are drawn only if all numbers do so.
  std::uint32_t best = 0;
  for (std::uint32_t jump = 1; jump <= ends_->longest(cell); ++jump) {
    if (value_with(jump) < never) best = std::max(best, value_with(jump));
  }
  if (best == 0) return 1 + random.below(ends_->longest(cell));
  const auto weight_of = [&](std::uint32_t jump) {
    const std::uint32_t value = value_with(jump);
    return value < never ? weights_[best - value] : 0;
  };
  double sum = 0;
  for (std::uint32_t jump = 1; jump <= ends_->longest(cell); ++jump) sum += weight_of(jump);
  double rest = random.uniform() * sum;
  std::uint32_t drawn = 0;
  for (std::uint32_t jump = 1; jump <= ends_->longest(cell); ++jump) {
    if (weight_of(jump) == 0) continue;
    drawn = jump;
    rest -= weight_of(jump);
    if (rest < 0) break;
  }
  to_goal = value_with(drawn);
  return drawn;
}

template <std::uint32_t words>
void HeatBath<words>::connect(std::uint32_t cell) {
  for_each_cell((*ends_)(cell, jumps_[cell]), [&](std::uint32_t end) { insert(origins_[end], cell); });
}

template <std::uint32_t words>
void HeatBath<words>::set(std::uint32_t cell, std::uint32_t jump) {
  if (jumps_[cell] == jump) return;
  for_each_cell((*ends_)(cell, jumps_[cell]), [&](std::uint32_t end) { remove(origins_[end], cell); });
  jumps_[cell] = static_cast<std::uint8_t>(jump);
  connect(cell);
}

template class HeatBath<1>;
template class HeatBath<2>;
template class HeatBath<4>;
template class HeatBath<8>;

}  // namespace skerry::jump_maze
