#include "puzzles/party/search/problem.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace skerry::party {

namespace {

/// Returns a bit for each of the first `count` nodes; count <= 64.
std::uint64_t first_nodes(std::uint32_t count) {
  return count < max_nodes ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
}

}  // namespace

std::uint32_t PartyProblem::draw_hero(const Genome& genome, std::uint32_t node, std::uint32_t except,
                                      Random& random) const {
  const auto party = std::span(genome).first(roster_->nodes());
  const auto barred = this->barred();
  const auto fits = [&](std::uint32_t hero) {
    return hero != except && std::ranges::find(party, hero) == party.end() &&
           std::ranges::find(barred, hero) == barred.end();
  };
  std::uint32_t hero = random.below(roster_->heroes());
  for (int tries = 0; tries < 256; ++tries) {
    if (fits(hero) && contains(roster_->allowed(node), hero)) return hero;
    hero = random.below(roster_->heroes());
  }
  // Few heroes may stand here: the next one that may is taken, or else any hero, which repair and selection
  // deal with.
  for (std::uint32_t step = 0; step < roster_->heroes(); ++step) {
    const std::uint32_t next = (hero + step) % roster_->heroes();
    if (fits(next) && contains(roster_->allowed(node), next)) return next;
  }
  while (!fits(hero)) hero = (hero + 1) % roster_->heroes();
  return hero;
}

std::uint64_t PartyProblem::draw_nodes_of_first(Random& random) const {
  const std::uint32_t nodes = roster_->nodes();
  switch (variation_.crossover) {
    case CrossoverKind::one_point:
      return nodes == 1 ? first_nodes(1) : first_nodes(1 + random.below(nodes - 1));
    case CrossoverKind::two_point: {
      const std::uint32_t cut = random.below(nodes);
      const std::uint32_t other = random.below(nodes);
      return first_nodes(std::min(cut, other)) | ~first_nodes(std::max(cut, other) + 1);
    }
    case CrossoverKind::uniform:
      break;
  }
  std::uint64_t coins = random();
  if (nodes > 32) coins |= std::uint64_t{random()} << 32;
  return coins;
}

PartyProblem::Genome PartyProblem::crossover(const Genome& a, const Genome& b, Random& random) {
  Genome child;
  child.fill(nobody);
  holes_ = 0;
  barred_count_ = 0;
  const std::uint64_t nodes_of_a = draw_nodes_of_first(random);
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    const bool from_a = (nodes_of_a >> node & 1) != 0;
    const std::uint32_t first = from_a ? a[node] : b[node];
    const std::uint32_t second = from_a ? b[node] : a[node];
    const auto placed = std::span(child).first(node);
    const auto fresh = [&](std::uint32_t hero) { return std::ranges::find(placed, hero) == placed.end(); };
    if (fresh(first)) {
      child[node] = first;
    } else if (fresh(second)) {
      child[node] = second;
    } else {
      holes_ |= std::uint64_t{1} << node;
    }
  }
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    if (child[node] == nobody) child[node] = draw_hero(child, node, nobody, random);
  }
  return child;
}

void PartyProblem::bar(const Genome& genome, std::uint64_t leaving) {
  barred_count_ = 0;
  const std::uint32_t others = roster_->heroes() - roster_->nodes();
  if (variation_.mutated_return || static_cast<std::uint32_t>(std::popcount(leaving)) > others) return;
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    if ((leaving >> node & 1) != 0) barred_[barred_count_++] = genome[node];
  }
}

void PartyProblem::mutate(Genome& genome, double rate, Random& random) {
  const bool all_placed = roster_->heroes() == roster_->nodes();
  std::uint64_t leaving = 0;
  std::uint32_t last = 0;
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    const bool locked = puzzle().nodes[node].locked.has_value();
    if (locked || !random.chance(rate)) continue;
    // Where no hero is outside the party, the leaving heroes exchange places, each with the one that left
    // before it.
    if (all_placed && leaving != 0) std::swap(genome[node], genome[last]);
    leaving |= std::uint64_t{1} << node;
    last = node;
  }
  bar(genome, leaving);
  for (std::uint32_t node = 0; node < roster_->nodes() && !all_placed; ++node) {
    if ((leaving >> node & 1) != 0) genome[node] = draw_hero(genome, node, genome[node], random);
  }
  replaced_ = leaving | std::exchange(holes_, 0);
}

void PartyProblem::neighbour(Genome& genome, Random& random) {
  const auto locked = [](const auto& node) { return node.locked.has_value(); };
  const auto draw = [&] {
    std::uint32_t node = random.below(roster_->nodes());
    while (locked(puzzle().nodes[node])) node = (node + 1) % roster_->nodes();
    return node;
  };
  replaced_ = 0;
  barred_count_ = 0;
  if (std::ranges::all_of(puzzle().nodes, locked)) return;
  const std::uint32_t node = draw();
  replaced_ = std::uint64_t{1} << node;
  if (roster_->heroes() == roster_->nodes()) {
    const std::uint32_t other = draw();
    std::swap(genome[node], genome[other]);
    replaced_ |= std::uint64_t{1} << other;
  } else {
    bar(genome, replaced_);
    genome[node] = draw_hero(genome, node, genome[node], random);
  }
}

void PartyProblem::repair(Genome& genome, Random& random) {
  load(genome);
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    if ((replaced_ >> node & 1) != 0) board_.remove(node);
  }
  if (board_.open_nodes() == 0 || constructor_.construct(board_, random, barred()) != Cause::none) {
    board_.clear();
    build(random);
  }
  genome = unload();
}

}  // namespace skerry::party
