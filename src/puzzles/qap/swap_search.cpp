#include "puzzles/qap/swap_search.hpp"

#include <numeric>
#include <utility>

namespace skerry::qap {

namespace {

SearchResult first_improvement(const Instance& instance, std::span<const std::uint32_t> places,
                               std::span<std::uint32_t> order, SearchResult result, std::uint64_t budget) {
  const std::uint64_t pairs = std::uint64_t{order.size()} * (order.size() - 1) / 2;
  std::uint64_t in_vain = 0;  // pairs examined since the last improvement
  for (;;) {
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      for (std::size_t j = i + 1; j < places.size(); ++j) {
        if (in_vain == pairs || result.evaluations == budget) return result;
        ++result.evaluations;
        ++in_vain;
        const std::int64_t change = instance.change(order, places[i], places[j]);
        if (change >= 0) continue;
        std::swap(order[places[i]], order[places[j]]);
        result.cost += change;
        in_vain = 0;
      }
    }
  }
}

SearchResult best_improvement(const Instance& instance, std::span<std::uint32_t> order, SearchResult result,
                              std::uint64_t budget) {
  std::int64_t best = 0;
  do {
    best = 0;
    std::pair<std::uint32_t, std::uint32_t> best_pair;
    for (std::uint32_t r = 0; r + 1 < order.size() && result.evaluations < budget; ++r) {
      for (std::uint32_t s = r + 1; s < order.size() && result.evaluations < budget; ++s) {
        ++result.evaluations;
        const std::int64_t change = instance.change(order, r, s);
        if (change >= best) continue;
        best = change;
        best_pair = {r, s};
      }
    }
    if (best < 0) std::swap(order[best_pair.first], order[best_pair.second]);
    result.cost += best;
  } while (best < 0 && result.evaluations < budget);
  return result;
}

}  // namespace

SearchResult SwapSearch::operator()(const Instance& instance, Improvement improvement,
                                    std::span<std::uint32_t> order, std::int64_t cost, std::uint64_t budget,
                                    Random& random) {
  const SearchResult start{.cost = cost, .evaluations = 0};
  if (improvement == Improvement::best) return best_improvement(instance, order, start, budget);
  places_.resize(order.size());
  std::iota(places_.begin(), places_.end(), 0U);
  random.shuffle(std::span(places_));
  return first_improvement(instance, places_, order, start, budget);
}

}  // namespace skerry::qap
