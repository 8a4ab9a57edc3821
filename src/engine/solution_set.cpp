#include "skerry/solution_set.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>

namespace skerry {
namespace {

struct SetPlace {
  std::size_t set = 0;
  std::size_t solution = 0;
};

std::vector<SetPlace> all_places(std::span<const SolutionSet> sets) {
  std::vector<SetPlace> places;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    for (std::size_t solution = 0; solution < sets[set].size(); ++solution) places.push_back({set, solution});
  }
  return places;
}

SolutionSet taken(std::span<const SolutionSet> sets, std::span<const SetPlace> places, std::size_t width) {
  SolutionSet result;
  for (const SetPlace& place : places) result.append(sets[place.set], place.solution, width);
  return result;
}

SolutionSet merged_map(std::span<const SolutionSet> sets, std::size_t width) {
  std::vector<SetPlace> places = all_places(sets);
  const auto cell = [&](const SetPlace& place) { return sets[place.set].cells[place.solution]; };
  const auto key = [&](const SetPlace& place) -> const Key& { return sets[place.set].keys[place.solution]; };
  std::ranges::stable_sort(places, [&](const SetPlace& a, const SetPlace& b) {
    return std::tuple(cell(a), key(a)) < std::tuple(cell(b), key(b));
  });
  places.erase(std::unique(places.begin(), places.end(),
                           [&](const SetPlace& a, const SetPlace& b) { return cell(a) == cell(b); }),
               places.end());
  return taken(sets, places, width);
}

/// Sorts by minimised objectives, and keeps what none before it dominates, as none after it can.
SolutionSet merged_front(std::span<const SolutionSet> sets, const std::vector<Objective>& objectives) {
  const std::size_t width = objectives.size();
  std::vector<SetPlace> places = all_places(sets);
  std::vector<double> rows;
  for (const SetPlace& place : places) {
    for (std::size_t i = 0; i < width; ++i) {
      const double value = sets[place.set].values[place.solution * width + i];
      rows.push_back(minimised(objectives[i], value));
    }
  }
  const auto row = [&](std::size_t at) { return std::span<const double>(rows).subspan(at * width, width); };
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(row(a), row(b));
  });
  std::vector<std::size_t> front;
  double least_second = 0;  // of two objectives: of all that is kept
  for (const std::size_t at : order) {
    const auto dominated = [&](std::size_t kept) {
      return std::ranges::equal(row(kept), row(at), std::less_equal{});
    };
    if (width == 2 ? !front.empty() && row(at)[1] >= least_second : std::ranges::any_of(front, dominated))
      continue;
    front.push_back(at);
    if (width == 2) least_second = row(at)[1];
  }
  std::vector<SetPlace> kept;
  std::ranges::transform(front, std::back_inserter(kept), [&](std::size_t at) { return places[at]; });
  return taken(sets, kept, width);
}

}  // namespace

void SolutionSet::append(const SolutionSet& other, std::size_t solution, std::size_t width) {
  keys.push_back(other.keys[solution]);
  if (!other.cells.empty()) cells.push_back(other.cells[solution]);
  const auto row = std::span(other.values).subspan(solution * width, width);
  values.insert(values.end(), row.begin(), row.end());
  const auto bytes = other.genome(solution);
  genomes.insert(genomes.end(), bytes.begin(), bytes.end());
  ends.push_back(genomes.size());
}

SolutionSet merged(const SetDescription& description, std::span<const SolutionSet> sets) {
  if (description.kind == SetKind::none) return {};
  SolutionSet all = description.kind == SetKind::map ? merged_map(sets, description.width())
                                                     : merged_front(sets, description.objectives);
  for (const SolutionSet& set : sets) {
    all.trials.made += set.trials.made;
    all.trials.vain += set.trials.vain;
  }
  return all;
}

}  // namespace skerry
