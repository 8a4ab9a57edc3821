#include "skerry/detail/fronts/crowded_order.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace skerry {

void Crowding::measure(ObjectiveRows solutions, std::span<const std::uint32_t> fronts,
                       std::span<double> distances) {
  slots_.resize(solutions.size());
  entries_.resize(solutions.size());
  std::iota(slots_.begin(), slots_.end(), 0U);
  std::ranges::sort(slots_, [fronts](std::uint32_t a, std::uint32_t b) {
    return fronts[a] != fronts[b] ? fronts[a] < fronts[b] : a < b;
  });
  std::ranges::fill(distances, 0.0);
  for (std::size_t begin = 0, end = 0; begin < slots_.size(); begin = end) {
    while (end < slots_.size() && fronts[slots_[end]] == fronts[slots_[begin]]) ++end;
    if (end == begin + 1) distances[slots_[begin]] = std::numeric_limits<double>::infinity();
    const auto members = std::span(entries_).subspan(begin, end - begin);
    for (std::size_t objective = 0; objective < solutions.objectives; ++objective) {
      for (std::size_t i = 0; i < members.size(); ++i) {
        const std::uint32_t slot = slots_[begin + i];
        // Half of a value, so that no difference of two overflows.
        members[i] = {ordered_objective(solutions[slot][objective]) / 2, slot};
      }
      std::ranges::sort(members);
      add_gaps(members, distances);
    }
  }
}

void Crowding::add_gaps(std::span<const Entry> ordered, std::span<double> distances) {
  if (ordered.front().value == ordered.back().value) return;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const auto lowest = std::ranges::upper_bound(ordered, -infinite, {}, &Entry::value);
  const auto past = std::ranges::lower_bound(ordered, infinite, {}, &Entry::value);
  const double range = lowest < past ? (past - 1)->value - lowest->value : 0;
  distances[ordered.front().slot] = infinite;
  distances[ordered.back().slot] = infinite;
  for (std::size_t i = 1; i + 1 < ordered.size(); ++i) {
    const double below = ordered[i - 1].value;
    const double above = ordered[i + 1].value;
    if (below < above) distances[ordered[i].slot] += std::min((above - below) / range, 1.0);
  }
}

void crowded_order(std::span<const std::uint32_t> fronts, std::span<const double> distances,
                   std::span<std::uint32_t> order) {
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    if (fronts[a] != fronts[b]) return fronts[a] < fronts[b];
    return distances[a] != distances[b] ? distances[a] > distances[b] : a < b;
  });
}

std::size_t NonDominatedSort::sort(ObjectiveRows solutions, std::span<const double> violations,
                                   std::span<std::uint32_t> fronts) {
  for (auto* scratch : {&feasible_, &infeasible_, &newest_, &older_}) {
    scratch->clear();
    scratch->reserve(solutions.size());
  }
  lowest_.clear();
  lowest_.reserve(solutions.size());
  for (std::uint32_t slot = 0; slot < solutions.size(); ++slot) {
    const bool feasible = violations.empty() || is_feasible(violations[slot]);
    (feasible ? feasible_ : infeasible_).push_back(slot);
  }
  order_feasible(solutions);
  const std::size_t found = objectives_ == 2 ? sweep(fronts) : search(fronts);
  return sort_infeasible(violations, fronts, found);
}

void NonDominatedSort::order_feasible(ObjectiveRows solutions) {
  objectives_ = solutions.objectives;
  const std::size_t all = solutions.size() * objectives_;
  values_.resize(2 * all);
  std::transform(solutions.values.begin(), solutions.values.begin() + static_cast<std::ptrdiff_t>(all),
                 values_.begin(), ordered_objective);
  std::ranges::sort(feasible_, [this](std::uint32_t a, std::uint32_t b) {
    const double* first = values_.data() + a * objectives_;
    const double* second = values_.data() + b * objectives_;
    for (std::size_t objective = 0; objective < objectives_; ++objective) {
      if (first[objective] != second[objective]) return first[objective] < second[objective];
    }
    return a < b;
  });
  // The searches below read solutions in this order, over and over.
  double* next = values_.data() + all;
  for (const std::uint32_t slot : feasible_) {
    next = std::copy_n(values_.data() + slot * objectives_, objectives_, next);
  }
}

// Whoever dominates a solution comes before it and has no larger second objective, which falls in each front:
// its last member tells whether any of it dominates, and these are in the order of theirs.
std::size_t NonDominatedSort::sweep(std::span<std::uint32_t> fronts) {
  for (std::size_t place = 0; place < feasible_.size(); ++place) {
    if (is_repeated(place)) {
      fronts[feasible_[place]] = fronts[feasible_[place - 1]];
      continue;
    }
    const double second = vector_at(place)[1];
    const auto front = std::ranges::upper_bound(lowest_, second);
    fronts[feasible_[place]] = static_cast<std::uint32_t>(front - lowest_.begin());
    if (front == lowest_.end()) {
      lowest_.push_back(second);
    } else {
      *front = second;
    }
  }
  return lowest_.size();
}

std::size_t NonDominatedSort::search(std::span<std::uint32_t> fronts) {
  older_.resize(feasible_.size());
  for (std::size_t place = 0; place < feasible_.size(); ++place) {
    if (is_repeated(place)) {
      fronts[feasible_[place]] = fronts[feasible_[place - 1]];
      continue;
    }
    // What one front dominates, all fronts before it dominate, too.
    std::size_t front = 0;
    for (std::size_t end = newest_.size(); front < end;) {
      const std::size_t middle = front + (end - front) / 2;
      if (is_dominated_in(middle, place)) {
        front = middle + 1;
      } else {
        end = middle;
      }
    }
    if (front == newest_.size()) newest_.push_back(0);
    older_[place] = newest_[front];
    newest_[front] = static_cast<std::uint32_t>(place + 1);
    fronts[feasible_[place]] = static_cast<std::uint32_t>(front);
  }
  return newest_.size();
}

bool NonDominatedSort::is_dominated_in(std::size_t front, std::size_t place) const {
  // The order has settled the first objective.
  const auto rest = vector_at(place).subspan(1);
  for (std::uint32_t member = newest_[front]; member != 0; member = older_[member - 1]) {
    if (weakly_dominates(vector_at(member - 1).subspan(1), rest)) return true;
  }
  return false;
}

std::size_t NonDominatedSort::sort_infeasible(std::span<const double> violations,
                                              std::span<std::uint32_t> fronts, std::size_t before) {
  const auto violation = [&](std::uint32_t slot) { return ordered_objective(violations[slot]); };
  std::ranges::sort(infeasible_, {}, violation);
  std::size_t found = before;
  for (std::size_t place = 0; place < infeasible_.size(); ++place) {
    const std::uint32_t slot = infeasible_[place];
    found += place == 0 || violation(slot) != violation(infeasible_[place - 1]);
    fronts[slot] = static_cast<std::uint32_t>(found - 1);
  }
  return found;
}

void CrowdedOrder::sort(ObjectiveRows solutions, std::span<const double> violations) {
  const std::size_t size = solutions.size();
  fronts_.resize(size);
  distances_.resize(size);
  order_.resize(size);
  sort_.sort(solutions, violations, fronts_);
  crowding_.measure(solutions, fronts_, distances_);
  crowded_order(fronts_, distances_, order_);
}

void RepeatedGenomes::order_by_objectives(ObjectiveRows solutions) {
  order_.resize(solutions.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    const auto order = std::lexicographical_compare_three_way(
        solutions[a].begin(), solutions[a].end(), solutions[b].begin(), solutions[b].end(),
        [](double x, double y) { return std::partial_order(x, y); });
    return order == 0 ? a < b : order < 0;
  });
}

void FrontArchive::take(std::span<const double> vector) {
  vector_.resize(objectives_);
  std::ranges::transform(vector, vector_.begin(), ordered_objective);
}

bool FrontArchive::insert(std::span<const double> vector, std::uint64_t id) {
  removed_.clear();
  take(vector);
  return objectives_ == 2 ? insert_pair({{vector_[0], vector_[1]}, id}) : insert_row(id);
}

std::optional<std::uint64_t> FrontArchive::find(std::span<const double> vector) {
  take(vector);
  if (objectives_ == 2) {
    const auto found = pairs_.find({{vector_[0], vector_[1]}, 0});
    return found != pairs_.end() && found->vector[1] == vector_[1] ? std::optional(found->id) : std::nullopt;
  }
  const std::size_t place = place_of_vector();
  const bool there = place > 0 && std::ranges::equal(row(place - 1), vector_);
  return there ? std::optional(ids_[place - 1]) : std::nullopt;
}

void FrontArchive::clear() {
  removed_.clear();
  pairs_.clear();
  rows_.clear();
  ids_.clear();
}

bool FrontArchive::insert_pair(const Pair& pair) {
  auto next = pairs_.upper_bound(pair);
  // Of those that are as good in the first objective, the last is the best in the second.
  if (next != pairs_.begin()) {
    const auto before = std::prev(next);
    if (before->vector[1] <= pair.vector[1]) return false;
    if (before->vector[0] == pair.vector[0]) next = before;
  }
  while (next != pairs_.end() && next->vector[1] >= pair.vector[1]) {
    removed_.push_back(next->id);
    next = pairs_.erase(next);
  }
  pairs_.insert(next, pair);
  return true;
}

/// Returns the number of rows that come before vector_ in lexicographic order or equal it.
std::size_t FrontArchive::place_of_vector() const {
  std::size_t place = 0;
  for (std::size_t end = ids_.size(); place < end;) {
    const std::size_t middle = place + (end - place) / 2;
    if (std::ranges::lexicographical_compare(vector_, row(middle))) {
      end = middle;
    } else {
      place = middle + 1;
    }
  }
  return place;
}

bool FrontArchive::insert_row(std::uint64_t id) {
  // A vector is dominated only by what comes before it; the order has settled the first objective.
  const std::size_t place = place_of_vector();
  const auto rest = std::span<const double>(vector_).subspan(1);
  for (std::size_t i = 0; i < place; ++i) {
    if (weakly_dominates(row(i).subspan(1), rest)) return false;
  }
  std::size_t kept = place;
  for (std::size_t i = place; i < ids_.size(); ++i) {
    if (weakly_dominates(rest, row(i).subspan(1))) {
      removed_.push_back(ids_[i]);
      continue;
    }
    if (kept != i) {
      std::ranges::copy(row(i), rows_.begin() + static_cast<std::ptrdiff_t>(kept * objectives_));
      ids_[kept] = ids_[i];
    }
    ++kept;
  }
  rows_.resize(kept * objectives_);
  ids_.resize(kept);
  rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(place * objectives_), vector_.begin(),
               vector_.end());
  ids_.insert(ids_.begin() + static_cast<std::ptrdiff_t>(place), id);
  return true;
}

}  // namespace skerry
