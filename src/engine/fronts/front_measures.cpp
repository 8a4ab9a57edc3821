#include "skerry/detail/fronts/front_measures.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace skerry {

namespace {

/// Appends what of `point` `limit` dominates, unless a part dominates it; removes what it dominates.
void add_limited(std::vector<double>& parts, std::span<const double> point, std::span<const double> limit) {
  const std::size_t objectives = point.size();
  const std::size_t old = parts.size();
  for (std::size_t i = 0; i < objectives; ++i) parts.push_back(std::min(point[i], limit[i]));
  const auto part_at = [&](std::size_t at) { return std::span(parts).subspan(at, objectives); };
  const auto added = part_at(old);
  std::size_t kept = 0;
  for (std::size_t at = 0; at < old; at += objectives) {
    if (weakly_dominates(added, part_at(at))) {  // in the other direction: the old part is as large
      parts.resize(old);                         // so nothing was taken away before
      return;
    }
    if (weakly_dominates(part_at(at), added)) continue;
    if (kept != at) std::ranges::copy(part_at(at), part_at(kept).begin());
    kept += objectives;
  }
  if (kept != old) std::ranges::copy(added, part_at(kept).begin());
  parts.resize(kept + objectives);
}

double squared_excess(std::span<const double> solution, std::span<const double> reference) {
  double sum = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double excess = std::max(ordered_objective(solution[i]) - reference[i], 0.0);
    sum += excess * excess;
  }
  return sum;
}

constexpr std::size_t most_objectives = 4;

}  // namespace

double Hypervolume::measure(ObjectiveRows solutions, std::span<const double> reference) {
  const std::size_t objectives = solutions.objectives;
  extents_.clear();
  for (std::size_t solution = 0; solution < solutions.size(); ++solution) {
    const auto values = solutions[solution];
    bool counts = true;
    for (std::size_t i = 0; i < objectives; ++i) counts &= values[i] < reference[i];
    if (!counts) continue;
    for (std::size_t i = 0; i < objectives; ++i) {
      if (std::isinf(values[i])) return std::numeric_limits<double>::infinity();
      extents_.push_back(reference[i] - values[i]);
    }
  }
  if (levels_.size() <= objectives) levels_.resize(objectives + 1);
  return part(extents_, objectives);
}

double Hypervolume::part(std::span<const double> points, std::size_t objectives) {
  if (points.size() <= objectives) {
    return points.empty() ? 0 : std::reduce(points.begin(), points.end(), 1.0, std::multiplies());
  }
  if (objectives == 1) return *std::ranges::max_element(points);
  if (objectives == 2) return area(points);
  return objectives == 3 ? volume(points) : slices(points, objectives);
}

double Hypervolume::area(std::span<const double> points) {
  steps_.clear();
  for (std::size_t at = 0; at < points.size(); at += 2) steps_.push_back({points[at], points[at + 1]});
  std::ranges::sort(steps_, std::greater(), &Step::first);
  double sum = 0;
  double highest = 0;
  for (const Step& step : steps_) {
    if (step.second <= highest) continue;
    sum += step.first * (step.second - highest);
    highest = step.second;
  }
  return sum;
}

double Hypervolume::volume(std::span<const double> points) {
  ordered_.clear();
  for (std::size_t at = 0; at < points.size(); at += 3) ordered_.push_back(&points[at]);
  std::ranges::sort(ordered_, std::greater(), [](const double* point) { return point[2]; });
  steps_.clear();
  double sum = 0;
  double base = 0;
  for (std::size_t i = 0; i < ordered_.size(); ++i) {
    base += add_step({ordered_[i][0], ordered_[i][1]});
    sum += base * (ordered_[i][2] - (i + 1 < ordered_.size() ? ordered_[i + 1][2] : 0));
  }
  return sum;
}

/// Adds a rectangle to the union, and returns by how much the area grows.
double Hypervolume::add_step(Step step) {
  const auto end = std::ranges::lower_bound(steps_, step.first, {}, &Step::first);
  if (end != steps_.end() && end->second >= step.second) return 0;
  const auto begin =
      std::ranges::partition_point(steps_, [&](const Step& old) { return old.second > step.second; });
  double grown = 0;
  double left = begin == steps_.begin() ? 0 : (begin - 1)->first;
  for (auto old = begin; old != end; ++old) {
    grown += (old->first - left) * (step.second - old->second);
    left = old->first;
  }
  grown += (step.first - left) * (step.second - (end == steps_.end() ? 0 : end->second));
  if (begin == end) {
    steps_.insert(begin, step);
  } else {
    *begin = step;
    steps_.erase(begin + 1, end);
  }
  return grown;
}

// What a point adds to those that reach farther in the last objective is a slice of its own extent there.
double Hypervolume::slices(std::span<const double> points, std::size_t objectives) {
  Level& level = levels_[objectives];
  level.order.resize(points.size() / objectives);
  std::iota(level.order.begin(), level.order.end(), std::size_t{0});
  std::ranges::sort(level.order, {}, [&](std::size_t at) { return points[(at + 1) * objectives - 1]; });
  level.sorted.clear();
  for (const std::size_t at : level.order) {
    const auto point = points.subspan(at * objectives, objectives);
    level.sorted.insert(level.sorted.end(), point.begin(), point.end());
  }
  const std::size_t rest = objectives - 1;
  const auto sorted = [&](std::size_t at) { return std::span(level.sorted).subspan(at, rest); };
  double sum = 0;
  for (std::size_t at = 0; at < level.sorted.size(); at += objectives) {
    level.limited.clear();
    for (std::size_t other = at + objectives; other < level.sorted.size(); other += objectives) {
      add_limited(level.limited, sorted(at), sorted(other));
    }
    const double own = part(sorted(at), rest) - part(level.limited, rest);
    sum += level.sorted[at + rest] * own;
  }
  return sum;
}

double igd_plus(ObjectiveRows front, ObjectiveRows references) {
  double sum = 0;
  for (std::size_t point = 0; point < references.size(); ++point) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t solution = 0; solution < front.size(); ++solution) {
      nearest = std::min(nearest, squared_excess(front[solution], references[point]));
    }
    sum += std::sqrt(nearest);
  }
  return sum / static_cast<double>(references.size());
}

FrontMeasures::FrontMeasures(const std::vector<Objective>& objectives, std::span<const double> known_front)
    : objectives_(objectives.size()) {
  for (const Objective& objective : objectives) {
    if (objective.reference) reference_.push_back(minimised(objective, *objective.reference));
  }
  if (reference_.size() < objectives.size() || objectives.size() > most_objectives) reference_.clear();
  for (std::size_t i = 0; i < known_front.size(); ++i)
    known_front_.push_back(minimised(objectives[i % objectives_], known_front[i]));
}

double FrontMeasures::igd_plus(std::span<const double> rows) const {
  if (known_front_.empty() || rows.empty()) return 0;
  return skerry::igd_plus({rows, objectives_}, {known_front_, objectives_});
}

}  // namespace skerry
