#include "skerry/fronts/directed_order.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace skerry {

namespace {

double squared_length(std::span<const double> vector) {
  double sum = 0;
  for (const double part : vector) sum += part * part;
  return sum;
}

}  // namespace

DirectedOrder::DirectedOrder(std::size_t objectives, std::vector<double> directions)
    : directions_(std::move(directions)),
      scale_(objectives),
      followers_(directions_.size() / objectives),
      scaled_(objectives) {
  for (std::size_t at = 0; at < directions_.size(); at += objectives) {
    const auto direction = std::span(directions_).subspan(at, objectives);
    const double length = std::sqrt(squared_length(direction));
    for (double& part : direction) part /= length;
  }
}

void DirectedOrder::sort(ObjectiveRows solutions, std::span<const double> violations) {
  fronts_.resize(solutions.size());
  sort_.sort(solutions, violations, fronts_);
  associate(solutions, violations);
  std::ranges::sort(members_);
  std::ranges::fill(followers_, 0);
  order_.clear();
  const std::span<const Member> members = members_;
  for (std::size_t begin = 0, end = 0; begin < members.size(); begin = end) {
    while (end < members.size() && members[end].front == members[begin].front) ++end;
    order_front(members.subspan(begin, end - begin));
  }
  for (std::uint32_t slot = 0; slot < solutions.size(); ++slot) {
    if (!is_feasible(violations[slot])) order_.push_back(slot);
  }
  std::sort(order_.begin() + static_cast<std::ptrdiff_t>(members_.size()), order_.end(),
            [this](std::uint32_t a, std::uint32_t b) {
              return std::pair(fronts_[a], a) < std::pair(fronts_[b], b);
            });
}

/// Fills members_, in the order of slots.
void DirectedOrder::associate(ObjectiveRows solutions, std::span<const double> violations) {
  members_.clear();
  for (std::uint32_t slot = 0; slot < solutions.size(); ++slot) {
    if (is_feasible(violations[slot])) members_.push_back({.front = fronts_[slot], .slot = slot});
  }
  if (members_.empty()) return;
  learn(solutions);
  const std::size_t width = solutions.objectives;
  for (Member& member : members_) {
    scale_.apply(solutions[member.slot], scaled_);
    // Of directions of length 1 the nearest is that along which the solution reaches farthest.
    double farthest = -1;
    for (std::size_t direction = 0; direction < followers_.size(); ++direction) {
      const double* parts = directions_.data() + direction * width;
      double along = 0;
      for (std::size_t i = 0; i < width; ++i) along += parts[i] * scaled_[i];
      if (along <= farthest) continue;
      farthest = along;
      member.direction = static_cast<std::uint32_t>(direction);
    }
    member.distance = std::max(squared_length(scaled_) - farthest * farthest, 0.0);
  }
}

void DirectedOrder::learn(ObjectiveRows solutions) {
  front_rows_.clear();
  feasible_rows_.clear();
  for (const Member& member : members_) {
    const auto row = solutions[member.slot];
    feasible_rows_.insert(feasible_rows_.end(), row.begin(), row.end());
    if (member.front == 0) front_rows_.insert(front_rows_.end(), row.begin(), row.end());
  }
  scale_.learn({front_rows_, solutions.objectives}, {feasible_rows_, solutions.objectives});
}

/// Appends the members of a front, which are in the order of directions and distances.
void DirectedOrder::order_front(std::span<const Member> members) {
  const auto candidate = [&](std::size_t at) {
    const Member& member = members[at];
    return Candidate{followers_[member.direction], member.distance, member.slot, at};
  };
  candidates_.clear();
  for (std::size_t at = 0; at < members.size(); ++at) {
    if (at == 0 || members[at].direction != members[at - 1].direction) candidates_.push_back(candidate(at));
  }
  std::ranges::make_heap(candidates_, std::greater());
  while (!candidates_.empty()) {
    std::ranges::pop_heap(candidates_, std::greater());
    const std::size_t at = candidates_.back().member;
    candidates_.pop_back();
    order_.push_back(members[at].slot);
    ++followers_[members[at].direction];
    if (at + 1 == members.size() || members[at + 1].direction != members[at].direction) continue;
    candidates_.push_back(candidate(at + 1));
    std::ranges::push_heap(candidates_, std::greater());
  }
}

}  // namespace skerry
