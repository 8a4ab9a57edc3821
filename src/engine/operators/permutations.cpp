#include "skerry/operators/permutations.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace skerry {
namespace {

struct GeneSegment {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::size_t random_place(std::size_t places, Random& random) {
  return random.below(static_cast<std::uint32_t>(places));
}

/// Draws two different places, the smaller first; there are at least 2 places.
std::pair<std::size_t, std::size_t> two_places(std::size_t places, Random& random) {
  const std::size_t first = random_place(places, random);
  std::size_t second = random_place(places - 1, random);
  second += second >= first;
  return std::minmax(first, second);
}

/// Draws a segment of at least one entry; both ends are uniform.
GeneSegment random_segment(std::size_t places, Random& random) {
  const std::size_t first = random_place(places, random);
  const std::size_t second = random_place(places, random);
  return {std::min(first, second), std::max(first, second) + 1};
}

void list_places(Order order, std::vector<std::uint32_t>& places) {
  places.resize(order.size());
  for (std::size_t place = 0; place < order.size(); ++place)
    places[order[place]] = static_cast<std::uint32_t>(place);
}

}  // namespace

void PartiallyMappedCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  const auto [begin, end] = random_segment(a.size(), random);
  cross(a, b, begin, end, child);
}

void PartiallyMappedCrossover::cross(Order a, Order b, std::size_t begin, std::size_t end,
                                     std::span<std::uint32_t> child) {
  list_places(a, places_);
  for (std::size_t place = 0; place < a.size(); ++place) {
    std::uint32_t entry = a[place];
    if (place < begin || place >= end) {
      entry = b[place];
      while (places_[entry] >= begin && places_[entry] < end) entry = b[places_[entry]];
    }
    child[place] = entry;
  }
}

void OrderCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  const auto [begin, end] = random_segment(a.size(), random);
  cross(a, b, begin, end, child);
}

void OrderCrossover::cross(Order a, Order b, std::size_t begin, std::size_t end,
                           std::span<std::uint32_t> child) {
  const std::size_t size = a.size();
  taken_.assign(size, 0);
  for (std::size_t place = begin; place < end; ++place) {
    child[place] = a[place];
    taken_[a[place]] = 1;
  }
  std::size_t to = end % size;
  for (std::size_t step = 0, from = end % size; step < size; ++step, from = from + 1 == size ? 0 : from + 1) {
    if (taken_[b[from]] != 0) continue;
    child[to] = b[from];
    to = to + 1 == size ? 0 : to + 1;
  }
}

void CycleCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  cross(a, b, random_place(a.size(), random), child);
}

void CycleCrossover::cross(Order a, Order b, std::size_t start, std::span<std::uint32_t> child) {
  list_places(a, places_);
  std::ranges::copy(b, child.begin());
  std::size_t place = start;
  do {
    child[place] = a[place];
    place = places_[b[place]];
  } while (place != start);
}

void UniformLikeCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  taken_.assign(a.size(), 0);
  places_.clear();
  const auto put = [&](std::uint32_t entry, std::size_t place) {
    child[place] = entry;
    taken_[entry] = 1;
  };
  for (std::uint32_t place = 0; place < a.size(); ++place) {
    if (a[place] == b[place])
      put(a[place], place);
    else
      places_.push_back(place);
  }
  random.shuffle(std::span(places_));
  std::size_t left = 0;
  for (const std::uint32_t place : places_) {
    const bool from_a = random.below(2) == 0;
    const std::uint32_t drawn = from_a ? a[place] : b[place];
    const std::uint32_t other = from_a ? b[place] : a[place];
    if (taken_[drawn] == 0)
      put(drawn, place);
    else if (taken_[other] == 0)
      put(other, place);
    else
      places_[left++] = place;
  }
  // The places are in random order, so the entries need not be.
  for (std::uint32_t entry = 0; left > 0; ++entry) {
    if (taken_[entry] == 0) put(entry, places_[--left]);
  }
}

void EdgeRecombination::list_edges(Order a, Order b, std::vector<Edges>& table) {
  const std::size_t size = a.size();
  table.assign(size, Edges{});
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    Edges& edges = table[from];
    const auto end = edges.to.begin() + edges.count;
    if (from != to && std::find(edges.to.begin(), end, to) == end) edges.to[edges.count++] = to;
  };
  for (const Order& parent : {a, b}) {
    for (std::size_t place = 0; place < size; ++place) {
      const std::size_t next = place + 1 == size ? 0 : place + 1;
      add(parent[place], parent[next]);
      add(parent[next], parent[place]);
    }
  }
}

void EdgeRecombination::remove(std::uint32_t entry) {
  const Edges& edges = table_[entry];
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    Edges& back = table_[edges.to[i]];
    *std::find(back.to.begin(), back.to.begin() + back.count, entry) = back.to[back.count - 1];
    --back.count;
  }
  const std::uint32_t last = left_.back();
  left_[places_[entry]] = last;
  places_[last] = places_[entry];
  left_.pop_back();
}

void EdgeRecombination::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  list_edges(a, b, table_);
  left_.assign(a.begin(), a.end());
  list_places(a, places_);
  std::uint32_t entry = (random() & 1U) != 0 ? a[0] : b[0];
  for (std::size_t place = 0;; ++place) {
    child[place] = entry;
    remove(entry);
    if (left_.empty()) return;
    const Edges& edges = table_[entry];
    if (edges.count == 0) {
      entry = left_[random_place(left_.size(), random)];
      continue;
    }
    std::array<std::uint32_t, 4> nearest{};
    std::uint32_t ties = 0;
    std::uint32_t fewest = 5;
    for (std::uint32_t i = 0; i < edges.count; ++i) {
      const std::uint32_t count = table_[edges.to[i]].count;
      if (count < fewest) {
        fewest = count;
        ties = 0;
      }
      if (count == fewest) nearest[ties++] = edges.to[i];
    }
    entry = nearest[ties == 1 ? 0 : random.below(ties)];
  }
}

void swap_mutation(std::span<std::uint32_t> order, Random& random) {
  if (order.size() < 2) return;
  const auto [first, second] = two_places(order.size(), random);
  std::swap(order[first], order[second]);
}

void insertion_mutation(std::span<std::uint32_t> order, Random& random) {
  if (order.size() < 2) return;
  const std::size_t from = random_place(order.size(), random);
  std::size_t to = random_place(order.size() - 1, random);
  to += to >= from;
  const auto at = [&](std::size_t place) { return order.begin() + static_cast<std::ptrdiff_t>(place); };
  if (from < to) {
    std::rotate(at(from), at(from + 1), at(to + 1));
  } else {
    std::rotate(at(to), at(from), at(from + 1));
  }
}

void inversion_mutation(std::span<std::uint32_t> order, Random& random) {
  if (order.size() < 2) return;
  const auto [first, last] = two_places(order.size(), random);
  std::ranges::reverse(order.subspan(first, last + 1 - first));
}

void scramble_mutation(std::span<std::uint32_t> order, Random& random) {
  if (order.size() < 2) return;
  const auto [first, last] = two_places(order.size(), random);
  random.shuffle(order.subspan(first, last + 1 - first));
}

}  // namespace skerry
