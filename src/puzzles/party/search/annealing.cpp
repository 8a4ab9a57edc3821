#include "puzzles/party/search/annealing.hpp"

#include "puzzles/party/bound/lagrangian.hpp"
#include "puzzles/party/search/constructor.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace skerry::party {

namespace {

// As parts of what a party costs.
constexpr double hottest = 0.2;
constexpr double coolest = 0.08;
constexpr double coldest = 0.003;
constexpr double price_of_a_half_edge = 0.03;
constexpr double price_of_a_hero = 0.05;

constexpr std::uint64_t steps_between_temperatures = 256;
// By how much a rule becomes dearer or cheaper between temperatures, and how dear and cheap at most.
constexpr double heavier = 1.02;
constexpr double lighter = 0.99;
constexpr double heaviest = 16;
constexpr double lightest = 0.25;
constexpr double lowest_factor = 0.125;
constexpr double growth_of_factors = 1.125;
constexpr int factors = 36;              // up to 8
constexpr double less_objective = 0.25;  // after a run that met no party
constexpr std::uint32_t thresholds = 4096;
constexpr double surcharge = 1.3;  // by which a unit of a sum is dearer than its multiplier

template <class ValueOf>
double deviation(std::uint32_t count, const ValueOf& value_of) {
  double sum = 0;
  double squares = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    sum += value_of(i);
    squares += value_of(i) * value_of(i);
  }
  const double mean = sum / count;
  return std::sqrt(std::max(0.0, squares / count - mean * mean));
}

void put(Board& board, std::uint32_t node, std::uint32_t hero) {
  board.remove(node);
  board.place(node, hero);
}

void exchange(Board& board, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t of_a = board.hero(a);
  const std::uint32_t of_b = board.hero(b);
  board.remove(a);
  board.remove(b);
  board.place(a, of_b);
  board.place(b, of_a);
}

}  // namespace

/// What a puzzle's annealings have in common.
struct Annealing::Prepared {
  /// The heroes who have the same values in some traits.
  struct Kinds {
    std::vector<std::uint32_t> of;                   // [hero]
    std::vector<std::vector<std::uint32_t>> heroes;  // [kind] by merit
  };

  explicit Prepared(const Roster& roster);
  /// Returns [hero] what he costs less what he brings.
  std::vector<double> weigh_rules(const Roster& roster);
  /// Takes from `merit` what each hero brings to the rules, by the multipliers of a Lagrangian bound.
  void weigh_by_multipliers(const Roster& roster, const IntegerPuzzle& whole, std::vector<double>& merit);
  void order_heroes(const Roster& roster, const std::vector<double>& merit);

  double sign;
  double scale = 1;                                     // what a party costs, roughly
  std::vector<std::uint32_t> unlocked;                  // nodes
  std::vector<double> unit_price;                       // [requirement] of what it misses
  double price_of_weight = 0;                           // of the sum of edge weights
  std::vector<std::vector<std::uint32_t>> lists;        // heroes by merit; nodes of the same heroes share one
  std::vector<std::span<const std::uint32_t>> allowed;  // [node] a list
  std::vector<Kinds> kinds;                             // by one trait or two
  std::array<double, thresholds> threshold;             // what a step may cost at temperature 1: quantiles
};

Annealing::Annealing(const Roster& roster)
    : roster_(&roster), prepared_(std::make_shared<const Prepared>(roster)) {}

Annealing::Prepared::Prepared(const Roster& roster)
    : sign(roster.puzzle().direction == Direction::minimise ? 1 : -1) {
  for (std::size_t i = 0; i < threshold.size(); ++i)
    threshold[i] = -exact_log((static_cast<double>(i) + 0.5) / static_cast<double>(threshold.size()));
  for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
    if (!roster.puzzle().nodes[node].locked) unlocked.push_back(node);
  }
  order_heroes(roster, weigh_rules(roster));
}

/// Prices a unit of each sum by the multiplier of its rule, and finds the scale of all prices.
std::vector<double> Annealing::Prepared::weigh_rules(const Roster& roster) {
  const Puzzle& puzzle = roster.puzzle();
  const std::uint32_t heroes = roster.heroes();
  unit_price.assign(puzzle.requirements.size(), 0);
  std::vector<double> merit(heroes);
  for (std::uint32_t hero = 0; hero < heroes; ++hero) merit[hero] = sign * roster.objective(hero);
  scale = std::max(1e-9, deviation(heroes, [&](auto hero) { return merit[hero]; }) * roster.nodes());
  // Heroes otherwise come in the order of their prices.
  if (const auto whole = countable_puzzle(puzzle)) weigh_by_multipliers(roster, *whole, merit);
  for (std::size_t r = 0; r < unit_price.size(); ++r) {
    const RequirementKind kind = puzzle.requirements[r].kind;
    const bool of_sum = kind == RequirementKind::total || kind == RequirementKind::average;
    // A hero or a value that is missing costs as much as a usual difference in a number.
    const double of_one =
        of_sum ? deviation(heroes, [&](auto hero) { return roster.numbers(r).value(hero); }) : 1;
    const double least = scale * price_of_a_hero / std::max(of_one, 1e-9);
    unit_price[r] = std::max(unit_price[r], least);
  }
  price_of_weight = 2 * price_of_a_half_edge * scale;
  return merit;
}

void Annealing::Prepared::weigh_by_multipliers(const Roster& roster, const IntegerPuzzle& whole,
                                               std::vector<double>& merit) {
  const Multipliers multipliers = rule_multipliers(whole);
  const double parts = static_cast<double>(price_fraction(whole)) * static_cast<double>(whole.price_units);
  // What a party costs at least, with different heroes, where the multipliers are so many times as high.
  std::vector<double> lessened(merit.size());
  const auto bound_at = [&](double factor) {
    lessened = merit;
    double bound = 0;
    for (std::size_t r = 0; r < whole.linear.size(); ++r) {
      const LinearRule& rule = whole.linear[r];
      const auto [least, most] = multipliers.linear[r];
      const double multiplier = factor * static_cast<double>(least - most) / parts;
      bound += factor *
               static_cast<double>(least * rule.at_least.value_or(0) - most * rule.at_most.value_or(0)) /
               parts;
      for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero)
        lessened[hero] -= multiplier * static_cast<double>(rule.coefficient[roster.pool_index(hero)]);
    }
    std::vector<double> cheapest(roster.nodes());
    std::ranges::partial_sort_copy(lessened, cheapest);
    return std::accumulate(cheapest.begin(), cheapest.end(), bound);
  };
  double best_factor = 1;
  double best_bound = bound_at(best_factor);
  double factor = lowest_factor;
  for (int i = 0; i < factors; ++i, factor *= growth_of_factors) {
    const double bound = bound_at(factor);
    if (bound <= best_bound) continue;
    best_bound = bound;
    best_factor = factor;
  }
  bound_at(best_factor);
  merit = lessened;
  if (std::abs(best_bound) > 0) scale = std::min(scale, std::abs(best_bound));
  for (std::size_t r = 0; r < whole.linear.size(); ++r) {
    const auto [least, most] = multipliers.linear[r];
    unit_price[whole.linear[r].requirement] = surcharge * best_factor *
                                              std::abs(static_cast<double>(least - most)) *
                                              static_cast<double>(whole.linear[r].units) / parts;
  }
}

void Annealing::Prepared::order_heroes(const Roster& roster, const std::vector<double>& merit) {
  const auto by_merit = [&](std::uint32_t a, std::uint32_t b) {
    return merit[a] != merit[b] ? merit[a] < merit[b] : a < b;
  };
  lists.resize(roster.nodes());
  for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
    const BitsetView set = roster.allowed(node);
    std::uint32_t alike = 0;
    while (!std::ranges::equal(set, roster.allowed(alike), [](auto& a, auto& b) { return !any(a ^ b); }))
      ++alike;
    if (alike == node) {
      for_each_until(set, [&](std::uint32_t hero) {
        lists[node].push_back(hero);
        return true;
      });
      std::ranges::sort(lists[node], by_merit);
      lists[node].shrink_to_fit();
    }
    allowed.emplace_back(lists[alike]);
  }
  for (std::size_t first = 0; first < roster.traits(); ++first) {
    for (std::size_t second = 0; second <= first; ++second) {
      Kinds kinds;
      kinds.of.reserve(roster.heroes());
      std::map<std::array<std::uint32_t, 2>, std::uint32_t> numbers;
      for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) {
        const std::array values = {roster.trait(first).value(hero), roster.trait(second).value(hero)};
        const auto number = static_cast<std::uint32_t>(numbers.size());
        kinds.of.push_back(numbers.try_emplace(values, number).first->second);
      }
      kinds.heroes.resize(numbers.size());
      for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero)
        kinds.heroes[kinds.of[hero]].push_back(hero);
      for (auto& heroes : kinds.heroes) {
        std::ranges::sort(heroes, by_merit);
        heroes.shrink_to_fit();
      }
      this->kinds.push_back(std::move(kinds));
    }
  }
}

Annealing::State Annealing::state_of(const Board& board, double share) const {
  double missing = 0;
  for (std::size_t r = 0; r < prepared_->unit_price.size(); ++r) missing += board.missing(r) * weighed_[r];
  const bool synergetic = board.synergetic();
  if (!synergetic) missing += board.owed_weight() * weighed_.back();
  return {prepared_->sign * share * board.objective() + missing, missing <= 0 && synergetic};
}

/// Returns the state that the board would have with another hero, who is not on it, on a node. An energy
/// above `most` is not computed further than that.
Annealing::State Annealing::state_with(const Board& board, double share, std::uint32_t node,
                                       std::uint32_t hero, double most) const {
  const double change = roster_->objective(hero) - roster_->objective(board.hero(node));
  const double cost = prepared_->sign * share * (board.objective() + change);
  if (cost > most) return {cost, false};
  double missing = 0;
  for (std::size_t r = 0; r < prepared_->unit_price.size(); ++r) {
    missing += board.missing_with(r, node, hero) * weighed_[r];
    if (cost + missing > most) return {cost + missing, false};
  }
  const double weight = board.weight_with(node, hero);
  const bool synergetic = board.synergetic(weight);
  if (!synergetic) missing += board.owed_weight(weight) * weighed_.back();
  return {cost + missing, missing <= 0 && synergetic};
}

/// Makes the rules that the board breaks dearer, and the others cheaper.
void Annealing::weigh_anew(const Board& board) {
  const auto weigh = [](double& weight, double usual, bool broken) {
    weight = std::clamp(weight * (broken ? heavier : lighter), usual * lightest, usual * heaviest);
  };
  for (std::size_t r = 0; r < prepared_->unit_price.size(); ++r)
    weigh(weighed_[r], prepared_->unit_price[r], board.missing(r) > 0);
  weigh(weighed_.back(), prepared_->price_of_weight, !board.synergetic());
}

std::uint32_t Annealing::draw(const Board& board, std::uint32_t node, Random& random) const {
  const auto allowed = prepared_->allowed[node];
  const double u = random.uniform();
  const auto& all_kinds = prepared_->kinds;
  if (all_kinds.empty() || random.below(20) == 0) return allowed[early(allowed.size(), u * u * u)];
  const auto neighbours = roster_->neighbours(node);
  const bool near = !neighbours.empty() && random.below(4) != 0;
  const std::uint32_t other = near ? neighbours[random.below(static_cast<std::uint32_t>(neighbours.size()))]
                                   : random.below(roster_->nodes());
  const auto& kinds = all_kinds[random.below(static_cast<std::uint32_t>(all_kinds.size()))];
  const auto& alike = kinds.heroes[kinds.of[board.hero(other)]];
  return alike[early(alike.size(), u * u)];
}

std::vector<std::uint32_t> Annealing::party(std::uint64_t steps, Random& random) {
  if (roster_->heroes() < roster_->nodes() ||
      std::ranges::any_of(prepared_->allowed, [](const auto& of_node) { return of_node.empty(); }))
    return {};
  Board board(*roster_);
  Constructor::fill(*roster_, board, random);
  anneal(board, steps, random, share_of_objective_, std::numeric_limits<double>::infinity());
  std::vector<std::uint32_t> party;
  if (board.score().violation > 0) {
    share_of_objective_ *= less_objective;
    return party;
  }
  share_of_objective_ = 1;
  for (const std::uint32_t hero : board.heroes()) party.push_back(roster_->pool_index(hero));
  return party;
}

void Annealing::improve(Board& board, std::uint64_t steps, Random& random) {
  if (roster_->heroes() < roster_->nodes()) return;
  const Genome given(board.heroes().begin(), board.heroes().end());
  const bool feasible = board.score().violation <= 0;
  double share = 1;
  if (!feasible) {
    for (std::uint32_t less = random.below(4); less > 0; --less) share *= less_objective;
  }
  const double cost =
      feasible ? prepared_->sign * board.objective() : std::numeric_limits<double>::infinity();
  if (random.below(2) == 0) {
    board.clear();
    Constructor::fill(*roster_, board, random);
  }
  if (!anneal(board, steps, random, share, cost)) put_all(board, given);
}

/// Leaves the cheapest party that meets every rule on the board, if one below `least` was met, which it
/// tells. The objective counts by its share.
bool Annealing::anneal(Board& board, std::uint64_t steps, Random& random, double share, double least) {
  const double scale = prepared_->scale;
  const std::span<const std::uint32_t> unlocked = prepared_->unlocked;
  const std::span<const double, thresholds> threshold = prepared_->threshold;
  if (unlocked.empty()) return false;
  // Runs differ in how much of the party they keep, and in how much broken rules weigh.
  double temperature = scale * coolest * exact_exp(exact_log(hottest / coolest) * random.uniform());
  const double blocks = std::max(1.0, static_cast<double>(steps) / steps_between_temperatures);
  const double cooling = exact_exp(exact_log(coldest * scale / temperature) / blocks);
  const double weight = 0.5 + 1.5 * random.uniform();
  weighed_ = prepared_->unit_price;
  weighed_.push_back(prepared_->price_of_weight * weight);
  Genome best;
  State now = state_of(board, share);
  const auto keep_best = [&] {
    if (!now.feasible || now.energy >= least) return;
    least = now.energy;
    best.assign(board.heroes().begin(), board.heroes().end());
  };
  keep_best();
  for (std::uint64_t step = 1; step <= steps; ++step) {
    if (step % steps_between_temperatures == 0) {
      temperature *= cooling;
      weigh_anew(board);
      now = state_of(board, share);
    }
    const std::uint32_t node = unlocked[random.below(static_cast<std::uint32_t>(unlocked.size()))];
    const auto most = [&] { return now.energy + temperature * threshold[random.below(thresholds)]; };
    State next;
    if (random.below(8) == 0) {
      const std::uint32_t other = unlocked[random.below(static_cast<std::uint32_t>(unlocked.size()))];
      if (other == node || !contains(roster_->allowed(node), board.hero(other)) ||
          !contains(roster_->allowed(other), board.hero(node)))
        continue;
      exchange(board, node, other);
      next = state_of(board, share);
      if (next.energy > most()) {
        exchange(board, node, other);
        continue;
      }
    } else {
      const std::uint32_t hero = draw(board, node, random);
      if (board.has(hero) || !contains(roster_->allowed(node), hero)) continue;
      const double limit = most();
      next = state_with(board, share, node, hero, limit);
      if (next.energy > limit) continue;
      put(board, node, hero);
    }
    now = next;
    keep_best();
  }
  if (!best.empty()) put_all(board, best);
  return !best.empty();
}

void Annealing::put_all(Board& board, const Genome& party) const {
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) board.remove(node);
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) board.place(node, party[node]);
}

std::vector<std::uint32_t> anneal_party(const Roster& roster, std::uint32_t runs, std::uint64_t steps,
                                        std::uint64_t seed, const std::function<bool()>& stop) {
  Annealing annealing(roster);
  Random random(seed, 0, Purpose::construction);
  std::vector<std::uint32_t> best;
  Score least;
  for (std::uint32_t run = 0; run < runs && !(stop && stop()); ++run) {
    std::vector<std::uint32_t> party = annealing.party(steps, random);
    if (party.empty()) continue;
    const Score found = score(roster.puzzle(), party);
    const Direction direction = roster.puzzle().direction;
    if (!best.empty() && !(key_of(found, direction) < key_of(least, direction))) continue;
    best = std::move(party);
    least = found;
  }
  return best;
}

}  // namespace skerry::party
