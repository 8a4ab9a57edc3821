#include "engine/migration/links.hpp"

#include "skerry/random.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace skerry {

namespace {

using Links = std::vector<std::vector<std::size_t>>;

/// Each island of the cycle to the next.
Links cycle(std::span<const std::size_t> islands) {
  Links links(islands.size());
  for (std::size_t i = 0; i < islands.size(); ++i) {
    links[islands[i]].push_back(islands[(i + 1) % islands.size()]);
  }
  return links;
}

std::vector<std::size_t> numbers(std::size_t islands) {
  std::vector<std::size_t> order(islands);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// The torus whose sides are nearest to each other; a prime number of islands gives a ring in both
/// directions.
Links torus(std::size_t islands) {
  std::size_t rows = 1;
  for (std::size_t side = 1; side * side <= islands; ++side) {
    if (islands % side == 0) rows = side;
  }
  const std::size_t columns = islands / rows;
  Links links(islands);
  for (std::size_t island = 0; island < islands; ++island) {
    const std::size_t row = island / columns;
    const std::size_t column = island % columns;
    links[island] = {(row + 1) % rows * columns + column, (row + rows - 1) % rows * columns + column,
                     row * columns + (column + 1) % columns,
                     row * columns + (column + columns - 1) % columns};
  }
  return links;
}

Links hypercube(std::size_t islands) {
  Links links(islands);
  for (std::size_t island = 0; island < islands; ++island) {
    for (std::size_t bit = 1; bit < islands; bit *= 2) {
      if ((island ^ bit) < islands) links[island].push_back(island ^ bit);
    }
  }
  return links;
}

Links random_cycle(std::uint64_t seed, std::uint64_t epoch, std::size_t islands) {
  Random random(seed, static_cast<std::uint32_t>(epoch), Purpose::migration);
  auto order = numbers(islands);
  random.shuffle(std::span(order));
  return cycle(order);
}

Links raw_links(const MigrationRule& rule, std::uint64_t epoch, std::size_t islands) {
  switch (rule.topology) {
    case Topology::ring:
      return cycle(numbers(islands));
    case Topology::torus:
      return torus(islands);
    case Topology::hypercube:
      return hypercube(islands);
    case Topology::random:
      return random_cycle(rule.seed, epoch, islands);
    case Topology::fully_connected:
    case Topology::none:
      break;
  }
  return Links(islands);
}

}  // namespace

std::vector<std::vector<std::size_t>> links_of(const MigrationRule& rule, std::uint64_t epoch,
                                               std::size_t islands) {
  Links links = raw_links(rule, epoch, islands);
  for (std::size_t island = 0; island < islands; ++island) {
    auto& targets = links[island];
    std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    std::erase(targets, island);
  }
  return links;
}

}  // namespace skerry
