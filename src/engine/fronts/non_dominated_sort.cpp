#include "skerry/fronts/non_dominated_sort.hpp"

#include <algorithm>

namespace skerry {

namespace {

double ordered_violation(double violation) {
  return std::isnan(violation) ? std::numeric_limits<double>::infinity() : violation;
}

}  // namespace

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

std::span<const double> NonDominatedSort::vector_at(std::size_t place) const {
  return std::span(values_).subspan(values_.size() / 2 + place * objectives_, objectives_);
}

bool NonDominatedSort::is_repeated(std::size_t place) const {
  return place > 0 && std::ranges::equal(vector_at(place - 1), vector_at(place));
}

// Whoever dominates a solution comes before it and has no larger second objective. Each front is met in the
// order of falling second objectives, so that its last member tells whether any of it dominates, and the last
// members of the fronts are in the order of their second objectives.
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
  const auto violation = [&](std::uint32_t slot) { return ordered_violation(violations[slot]); };
  std::ranges::sort(infeasible_, {}, violation);
  std::size_t found = before;
  for (std::size_t place = 0; place < infeasible_.size(); ++place) {
    const std::uint32_t slot = infeasible_[place];
    found += place == 0 || violation(slot) != violation(infeasible_[place - 1]);
    fronts[slot] = static_cast<std::uint32_t>(found - 1);
  }
  return found;
}

}  // namespace skerry
