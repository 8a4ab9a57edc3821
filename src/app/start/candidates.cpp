#include "app/start/candidates.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace skerry {
namespace {

/// Returns the numbers of the individuals, of equal genomes the first.
std::vector<std::size_t> distinct(const SolutionSet& individuals) {
  std::vector<std::size_t> found;
  std::set<std::string_view> known;
  for (std::size_t i = 0; i < individuals.ends.size(); ++i) {
    const auto genome = individuals.genome(i);
    if (known.emplace(reinterpret_cast<const char*>(genome.data()), genome.size()).second) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> numbered(const SolutionSet& individuals) {
  std::vector<std::size_t> numbers(individuals.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

SolutionSet in_order(const SolutionSet& individuals, const std::vector<std::size_t>& numbers) {
  SolutionSet ordered;
  for (const std::size_t number : numbers) ordered.append(individuals, number, 0);
  return ordered;
}

}  // namespace

SolutionSet chosen(const Candidates& candidates, std::size_t places) {
  const std::vector<std::size_t> all = distinct(candidates.individuals);
  const std::size_t count = std::min(places, all.size());
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < count; ++i)
    taken.push_back(all[candidates.spread ? i * all.size() / count : i]);
  return in_order(candidates.individuals, taken);
}

SolutionSet best_first(const SolutionSet& individuals) {
  std::vector<std::size_t> numbers = numbered(individuals);
  std::ranges::stable_sort(numbers, {}, [&](std::size_t i) { return individuals.keys[i]; });
  return in_order(individuals, numbers);
}

SolutionSet best_in_front(const SolutionSet& individuals) {
  std::vector<std::size_t> numbers = numbered(individuals);
  const auto best = std::ranges::min_element(numbers, {}, [&](std::size_t i) { return individuals.keys[i]; });
  if (best != numbers.end()) std::rotate(numbers.begin(), best, best + 1);
  return in_order(individuals, numbers);
}

}  // namespace skerry
