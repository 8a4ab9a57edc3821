#include "skerry/detail/fronts/directed_order.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace skerry {

namespace {

double squared_length(std::span<const double> vector) {
  double sum = 0;
  for (const double part : vector) sum += part * part;
  return sum;
}

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double most_scaled = 1e100;  // its square is finite
constexpr double other_axes = 1e-6;    // the weight of the objectives in which an extreme solution is small

__extension__ using WideCount = unsigned __int128;

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

ObjectiveScale::ObjectiveScale(std::size_t objectives)
    : objectives_(objectives),
      state_(objectives * (objectives + 1), infinite),
      lengths_(objectives, 1),
      matrix_(objectives * (objectives + 1)) {}

double ObjectiveScale::achievement(std::span<const double> row, std::size_t objective) const {
  double most = 0;
  for (std::size_t i = 0; i < objectives_; ++i) {
    const double above = ordered_objective(row[i]) - state_[i];
    most = std::max(most, i == objective ? above : above / other_axes);
  }
  return most;
}

void ObjectiveScale::learn(ObjectiveRows front, ObjectiveRows all) {
  for (std::size_t solution = 0; solution < front.size(); ++solution) {
    for (std::size_t i = 0; i < objectives_; ++i) {
      const double value = ordered_objective(front[solution][i]);
      if (value > -infinite) state_[i] = std::min(state_[i], value);
    }
  }
  for (std::size_t objective = 0; objective < objectives_; ++objective) {
    double least = achievement(extreme(objective), objective);
    for (std::size_t solution = 0; solution < front.size(); ++solution) {
      const double found = achievement(front[solution], objective);
      if (!(found < least)) continue;
      least = found;
      std::ranges::transform(front[solution], extreme(objective).begin(), ordered_objective);
    }
  }
  limit_to_worst(front, true);
  if (find_intercepts()) limit_to_worst(all, false);
}

/// Solves the equations of the plane, in which each extreme solution adds up to 1, by Gaussian elimination.
/// Returns false, and leaves the lengths as they are, if there is no plane that meets all axes above 0.
bool ObjectiveScale::find_intercepts() {
  const std::size_t width = objectives_ + 1;
  const auto at = [&](std::size_t row, std::size_t column) -> double& {
    return matrix_[row * width + column];
  };
  for (std::size_t row = 0; row < objectives_; ++row) {
    for (std::size_t i = 0; i < objectives_; ++i) at(row, i) = extreme(row)[i] - state_[i];
    at(row, objectives_) = 1;
  }
  for (std::size_t column = 0; column < objectives_; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < objectives_; ++row) {
      if (std::abs(at(row, column)) > std::abs(at(pivot, column))) pivot = row;
    }
    if (!(std::abs(at(pivot, column)) > 0)) return false;
    for (std::size_t i = 0; i < width; ++i) std::swap(at(pivot, i), at(column, i));
    for (std::size_t row = 0; row < objectives_; ++row) {
      if (row == column) continue;
      const double factor = at(row, column) / at(column, column);
      for (std::size_t i = column; i < width; ++i) at(row, i) -= factor * at(column, i);
    }
  }
  const auto intercept = [&](std::size_t i) { return at(i, i) / at(i, objectives_); };
  for (std::size_t i = 0; i < objectives_; ++i) {
    if (!(intercept(i) > 0 && intercept(i) < infinite)) return false;
  }
  for (std::size_t i = 0; i < objectives_; ++i) lengths_[i] = intercept(i);
  return true;
}

/// Makes no length longer than the way to the worst finite value of these solutions, or as long as that.
void ObjectiveScale::limit_to_worst(ObjectiveRows rows, bool replace) {
  for (std::size_t i = 0; i < objectives_; ++i) {
    double worst = 0;
    for (std::size_t solution = 0; solution < rows.size(); ++solution) {
      const double above = ordered_objective(rows[solution][i]) - state_[i];
      if (above < infinite) worst = std::max(worst, above);
    }
    if (!(worst > 0)) worst = 1;
    lengths_[i] = replace ? worst : std::min(lengths_[i], worst);
  }
}

void ObjectiveScale::apply(std::span<const double> row, std::span<double> scaled) const {
  for (std::size_t i = 0; i < objectives_; ++i) {
    const double above = (ordered_objective(row[i]) - state_[i]) / lengths_[i];
    // An objective that is never finite has no least value, and says nothing.
    scaled[i] = state_[i] < infinite ? std::clamp(above, 0.0, most_scaled) : 0;
  }
}

std::uint64_t simplex_lattice_size(std::size_t objectives, std::size_t divisions) {
  const std::uint64_t chosen = std::min(objectives - 1, divisions);
  const std::uint64_t others = std::max(objectives - 1, divisions);
  WideCount size = 1;
  for (std::uint64_t i = 1; i <= chosen; ++i) {
    size = size * (others + i) / i;  // the binomial coefficient of others + i over i, without a remainder
    if (size > std::numeric_limits<std::uint64_t>::max()) return std::numeric_limits<std::uint64_t>::max();
  }
  return static_cast<std::uint64_t>(size);
}

std::size_t lattice_divisions(std::size_t objectives, std::uint64_t directions) {
  const auto fits = [&](std::size_t divisions) {
    return simplex_lattice_size(objectives, divisions) <= directions;
  };
  std::size_t above = 2;
  while (fits(above)) above *= 2;
  std::size_t fitting = above / 2;
  while (above - fitting > 1) {
    const std::size_t middle = fitting + (above - fitting) / 2;
    (fits(middle) ? fitting : above) = middle;
  }
  return fitting;
}

std::vector<double> simplex_lattice(std::size_t objectives, std::size_t divisions) {
  std::vector<double> directions;
  directions.reserve(simplex_lattice_size(objectives, divisions) * objectives);
  std::vector<std::size_t> parts(objectives, 0);
  parts.back() = divisions;
  for (;;) {
    for (const std::size_t part : parts) {
      directions.push_back(static_cast<double>(part) / static_cast<double>(divisions));
    }
    // The next one moves a unit from the last part that has any to the part before, and the rest to the end.
    std::size_t last = objectives - 1;
    while (last > 0 && parts[last] == 0) --last;
    if (last == 0) return directions;
    const std::size_t rest = parts[last] - 1;
    parts[last] = 0;
    ++parts[last - 1];
    parts.back() = rest;
  }
}

std::vector<double> reference_directions(std::size_t objectives, std::uint64_t population) {
  const std::size_t divisions = lattice_divisions(objectives, population);
  std::vector<double> directions = simplex_lattice(objectives, divisions);
  const std::uint64_t count = simplex_lattice_size(objectives, divisions);
  if (divisions >= objectives || population < count + objectives) return directions;
  const double centre = 1 / static_cast<double>(objectives);
  for (const double part : simplex_lattice(objectives, lattice_divisions(objectives, population - count)))
    directions.push_back((part + centre) / 2);
  return directions;
}

}  // namespace skerry
