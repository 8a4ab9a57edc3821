#include "puzzles/party/map/cell_annealing.hpp"

#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace skerry::party {

namespace {

constexpr std::uint64_t annealing_steps = 150'000;
constexpr std::uint64_t steps_between_questions = 1000;
constexpr double hot = 1.2;
constexpr double cold = 0.15;
constexpr std::uint32_t draws_of_a_value = 8;

double spread_of(std::span<const double> numbers) {
  double sum = 0;
  double squares = 0;
  for (const double number : numbers) {
    sum += number;
    squares += number * number;
  }
  const auto count = static_cast<double>(numbers.size());
  return std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
}

}  // namespace

CellAnnealing::CellAnnealing(const Roster& roster) : roster_(&roster), heroes_(roster.nodes()) {
  const Puzzle& puzzle = roster.puzzle();
  for (const Requirement& requirement : puzzle.requirements) {
    Rule& rule = rules_.emplace_back();
    rule.requirement = &requirement;
    const bool on_values =
        requirement.kind == RequirementKind::distinct || requirement.kind == RequirementKind::share;
    for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) {
      const std::uint32_t place = roster.pool_index(hero);
      if (on_values) {
        rule.value.push_back(puzzle.pool.categorical[requirement.column].value[place]);
      } else {
        rule.number.push_back(contribution(puzzle, requirement, place));
      }
    }
    if (requirement.kind == RequirementKind::total || requirement.kind == RequirementKind::average)
      rule.scale = std::max(1e-9, spread_of(rule.number));
  }
  allowed_.resize(roster.nodes());
  for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
    if (!puzzle.nodes[node].locked) free_.push_back(node);
    for_each_until(roster.allowed(node), [&](std::uint32_t hero) {
      allowed_[node].push_back(hero);
      return true;
    });
  }
  for (const std::uint32_t column : puzzle.synergy.columns) {
    auto& value = trait_.emplace_back();
    auto& with_value = with_value_.emplace_back(puzzle.pool.categorical[column].values.size());
    for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) {
      value.push_back(puzzle.pool.categorical[column].value[roster.pool_index(hero)]);
      with_value[value.back()].push_back(hero);
    }
  }
}

bool CellAnnealing::stands(std::uint32_t hero) const {
  return std::ranges::find(heroes_, hero) != heroes_.end();
}

void CellAnnealing::begin(Random& random) {
  const Puzzle& puzzle = roster_->puzzle();
  std::ranges::fill(heroes_, roster_->heroes());
  for (std::uint32_t node = 0; node < heroes_.size(); ++node) {
    if (puzzle.nodes[node].locked) heroes_[node] = roster_->price_place(*puzzle.nodes[node].locked);
  }
  for (const std::uint32_t node : free_) {
    const auto& allowed = allowed_[node];
    std::uint32_t hero = allowed[random.below(static_cast<std::uint32_t>(allowed.size()))];
    for (std::uint32_t i = 0; stands(hero) && i < allowed.size(); ++i) hero = allowed[i];
    heroes_[node] = hero;
  }
  energy_ = missing();
}

double CellAnnealing::missing_of(const Rule& rule) const {
  double found = 0;
  const Requirement& requirement = *rule.requirement;
  if (!rule.number.empty()) {
    for (const std::uint32_t hero : heroes_) found += rule.number[hero];
  } else {
    std::size_t distinct = 0;
    std::size_t most = 0;
    for (std::size_t node = 0; node < heroes_.size(); ++node) {
      const std::uint32_t own = rule.value[heroes_[node]];
      std::size_t before = 0;
      for (std::size_t other = 0; other < node; ++other) before += rule.value[heroes_[other]] == own ? 1 : 0;
      distinct += before == 0 ? 1 : 0;
      most = std::max(most, before + 1);
    }
    found = static_cast<double>(requirement.kind == RequirementKind::distinct ? distinct : most);
  }
  const double parts = requirement.kind == RequirementKind::average ? static_cast<double>(heroes_.size()) : 1;
  double missing = 0;
  if (requirement.at_least) missing += std::max(0.0, *requirement.at_least * parts - found - tolerance);
  if (requirement.at_most) missing += std::max(0.0, found - *requirement.at_most * parts - tolerance);
  return missing / rule.scale;
}

double CellAnnealing::missing() const {
  const Puzzle& puzzle = roster_->puzzle();
  double missing = 0;
  for (const Rule& rule : rules_) missing += missing_of(rule);
  if (puzzle.synergy.at_least <= 0) return missing;
  double weight = 0;
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    const auto [from, to] = puzzle.edges[edge];
    weight += puzzle.edge_weights[edge] * roster_->edge_weight(heroes_[from], heroes_[to]);
  }
  if (const Grades* grades = roster_->grades()) {
    for (std::uint32_t node = 0; node < heroes_.size(); ++node)
      weight -= grades->penalty(node, heroes_[node]);
  }
  const double owed = (puzzle.synergy.at_least - tolerance) * roster_->total_weight() - weight;
  return missing + 2 * std::max(0.0, owed);
}

std::uint32_t CellAnnealing::draw(std::uint32_t node, Random& random) const {
  const auto& allowed = allowed_[node];
  const auto any = [&] { return allowed[random.below(static_cast<std::uint32_t>(allowed.size()))]; };
  if (trait_.empty() || random.below(8) == 0) return any();
  const auto& neighbours = roster_->neighbours(node);
  const bool near = !neighbours.empty() && random.below(3) != 0;
  const std::uint32_t other = near ? neighbours[random.below(static_cast<std::uint32_t>(neighbours.size()))]
                                   : random.below(static_cast<std::uint32_t>(heroes_.size()));
  const std::uint32_t trait = random.below(static_cast<std::uint32_t>(trait_.size()));
  const auto& alike = with_value_[trait][trait_[trait][heroes_[other]]];
  for (std::uint32_t i = 0; i < draws_of_a_value; ++i) {
    const std::uint32_t hero = alike[random.below(static_cast<std::uint32_t>(alike.size()))];
    if (contains(roster_->allowed(node), hero)) return hero;
  }
  return any();
}

void CellAnnealing::step(Random& random, double temperature) {
  const std::uint32_t node = free_[random.below(static_cast<std::uint32_t>(free_.size()))];
  const std::uint32_t before = heroes_[node];
  std::uint32_t exchanged = node;
  if (random.below(10) == 0) {
    exchanged = free_[random.below(static_cast<std::uint32_t>(free_.size()))];
    if (!contains(roster_->allowed(node), heroes_[exchanged]) ||
        !contains(roster_->allowed(exchanged), before))
      return;
    std::swap(heroes_[node], heroes_[exchanged]);
  } else {
    const std::uint32_t hero = draw(node, random);
    if (stands(hero)) return;
    heroes_[node] = hero;
  }
  const double energy = missing();
  if (energy <= energy_ || random.uniform() < std::exp((energy_ - energy) / temperature)) {
    energy_ = energy;
    return;
  }
  if (exchanged != node) {
    std::swap(heroes_[node], heroes_[exchanged]);
  } else {
    heroes_[node] = before;
  }
  return;
}

std::vector<std::uint32_t> CellAnnealing::run(Random& random, const std::function<bool()>& stop) {
  if (free_.empty() || std::ranges::any_of(allowed_, [](const auto& node) { return node.empty(); }))
    return {};
  while (!stop()) {
    begin(random);
    for (std::uint64_t i = 0; i < annealing_steps && energy_ > 0; ++i) {
      if (i % steps_between_questions == 0 && stop()) return {};
      const double progress = static_cast<double>(i) / static_cast<double>(annealing_steps);
      step(random, hot * std::pow(cold / hot, progress));
    }
    if (energy_ > 0) continue;
    std::vector<std::uint32_t> party;
    for (const std::uint32_t hero : heroes_) party.push_back(roster_->pool_index(hero));
    return party;
  }
  return {};
}

}  // namespace skerry::party
