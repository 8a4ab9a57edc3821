#include "puzzles/party/search/constructor.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/stopwatch.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

namespace skerry::party {

namespace {

bool has_fits(const Roster& roster, std::uint32_t node) {
  return roster.grades() != nullptr && !roster.grades()->fits(node).empty();
}

}  // namespace

Constructor::Constructor(const Roster& roster, const ConstructionSettings& settings)
    : roster_(&roster), settings_(settings) {
  failures_.requirement.resize(roster.puzzle().requirements.size());
}

std::size_t Constructor::attempt(Board& board, Random& random, Barred barred) {
  order_.clear();
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    if (board.open(node)) order_.push_back(node);
  }
  random.shuffle(std::span(order_));
  for (const std::uint32_t node : order_) {
    std::size_t cause = Cause::none;
    const std::uint32_t hero = choose(board, node, barred, random, cause);
    if (cause != Cause::none) return note(cause);
    board.place(node, hero);
  }
  failures_.best_synergy = std::max(failures_.best_synergy, board.synergy());
  return note(board.synergetic() ? Cause::none : Cause::synergy);
}

std::size_t Constructor::construct(Board& board, Random& random, Barred barred,
                                   std::uint64_t most_evaluated) {
  opened_.clear();
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    if (board.open(node)) opened_.push_back(node);
  }
  std::size_t cause = Cause::synergy;
  const std::uint64_t before = failures_.synergy;
  for (std::uint32_t attempt = 0; attempt < settings_.attempts; ++attempt) {
    if (failures_.synergy - before >= most_evaluated) return Cause::synergy;
    cause = this->attempt(board, random, barred);
    if (cause == Cause::none) break;
    for (const std::uint32_t node : opened_) {
      if (!board.open(node)) board.remove(node);
    }
  }
  return cause;
}

void Constructor::fill(const Roster& roster, Board& board, Random& random) {
  for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
    if (!board.open(node)) continue;
    std::uint32_t hero = random.below(roster.heroes());
    // The conditions of a node may allow few heroes. After some draws without success all are tried, from the
    // drawn one on.
    for (std::uint32_t tries = 0; board.has(hero) || !contains(roster.allowed(node), hero); ++tries) {
      if (tries > 2 * roster.heroes()) break;
      hero = tries < 64 ? random.below(roster.heroes()) : (hero + 1) % roster.heroes();
    }
    while (board.has(hero)) hero = (hero + 1) % roster.heroes();
    board.place(node, hero);
  }
}

std::uint32_t Constructor::choose(const Board& board, std::uint32_t node, Barred barred, Random& random,
                                  std::size_t& cause) {
  return settings_.indexed ? choose_by_index(board, node, barred, random, cause)
                           : choose_by_scan(board, node, barred, random, cause);
}

std::uint32_t Constructor::choose_by_scan(const Board& board, std::uint32_t node, Barred barred,
                                          Random& random, std::size_t& cause) {
  scan_.clear();
  for (std::uint32_t hero = 0; hero < roster_->heroes(); ++hero) {
    if (board.has(hero) || !contains(roster_->allowed(node), hero)) continue;
    if (std::ranges::find(barred, hero) == barred.end()) scan_.push_back(hero);
  }
  if (scan_.empty()) cause = Cause::node;
  for (std::size_t r = 0; r < roster_->puzzle().requirements.size() && !scan_.empty(); ++r) {
    const Demand demand = board.demand(r);
    if (demand.kind == Demand::Kind::anyone) continue;
    std::erase_if(scan_, [&](std::uint32_t hero) { return !board.meets(demand, r, hero); });
    if (scan_.empty()) cause = r;
  }
  if (scan_.empty()) return nobody;
  if (settings_.guided) {
    weights_.clear();
    for (const std::uint32_t hero : scan_) weights_.push_back(board.weight_toward(node, hero));
    const double heaviest = std::ranges::max(weights_);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < scan_.size(); ++i) {
      if (weights_[i] >= heaviest - tolerance) scan_[kept++] = scan_[i];
    }
    scan_.resize(kept);
  }
  return scan_[draw(static_cast<std::uint32_t>(scan_.size()), random)];
}

std::uint32_t Constructor::choose_by_index(const Board& board, std::uint32_t node, Barred barred,
                                           Random& random, std::size_t& cause) {
  cause = filter_(board, node, candidates_, barred);
  if (cause != Cause::none) return nobody;
  const auto filled = [&](std::uint32_t neighbour) { return !board.open(neighbour); };
  const bool weighs = std::ranges::any_of(roster_->neighbours(node), filled) || has_fits(*roster_, node);
  if (settings_.guided && weighs) keep_heaviest(board, node);

  std::uint32_t total = 0;
  for (const Block& block : candidates_) total += count(block);
  std::uint32_t place = draw(total, random);
  for (std::uint32_t block = 0;; ++block) {
    const std::uint32_t here = count(candidates_[block]);
    if (place >= here) {
      place -= here;
      continue;
    }
    std::uint32_t chosen = nobody;
    for_each_until(BitsetView(candidates_).subspan(block, 1), [&](std::uint32_t hero) {
      chosen = block * block_bits + hero;
      return place-- > 0;
    });
    return chosen;
  }
}

/// Keeps the candidates of the highest weight. Where levels are only bounds, it goes through them from the
/// highest down and weighs their heroes singly, until no lower level can hold a heavier one.
void Constructor::keep_heaviest(const Board& board, std::uint32_t node) {
  levels_.compute(board, node, candidates_);
  const Roster::Levels& scale = roster_->levels();
  if (scale.exact) {
    levels_.keep_highest(candidates_);
    return;
  }
  rest_ = candidates_;
  candidates_.assign(candidates_.size(), Block{});
  const auto filled = std::ranges::count_if(roster_->neighbours(node),
                                            [&](std::uint32_t neighbour) { return !board.open(neighbour); });
  const double base = roster_->base_weight(node, static_cast<std::size_t>(filled));
  const double slack = tolerance + scale.slack;
  double heaviest = -std::numeric_limits<double>::infinity();
  while (std::ranges::any_of(rest_, [](const Block& block) { return any(block); })) {
    highest_ = rest_;
    const std::uint32_t level = levels_.keep_highest(highest_);
    if (base + level / scale.scale < heaviest - slack) break;
    for_each_until(highest_, [&](std::uint32_t hero) {
      erase(rest_, hero);
      const double weight = board.weight_toward(node, hero);
      if (weight > heaviest + tolerance) candidates_.assign(candidates_.size(), Block{});
      if (weight >= heaviest - tolerance) insert(candidates_, hero);
      heaviest = std::max(heaviest, weight);
      return true;
    });
  }
}

/// Draws one of `count` places: uniformly, or the first of several draws, since candidates stand in the order
/// of price.
std::uint32_t Constructor::draw(std::uint32_t count, Random& random) const {
  std::uint32_t place = random.below(count);
  for (std::uint32_t draws = 1; draws < settings_.cheapest_of; ++draws)
    place = std::min(place, random.below(count));
  return place;
}

std::size_t Constructor::note(std::size_t cause) {
  switch (cause) {
    case Cause::none:
      ++failures_.successes;
      break;
    case Cause::synergy:
      ++failures_.synergy;
      break;
    case Cause::node:
      ++failures_.node;
      break;
    default:
      ++failures_.requirement[cause];
  }
  return cause;
}

std::string name_of(const Puzzle& puzzle, std::size_t cause) {
  if (cause == Cause::synergy) return fmt::format("synergy at least {}", puzzle.synergy.at_least);
  if (cause == Cause::node) return "the conditions of the nodes";
  return puzzle.requirements[cause].text;
}

namespace {

std::string spread(std::vector<double> values) {
  std::ranges::sort(values);
  return fmt::format("least {}, median {}, most {}", number_text(values.front()),
                     number_text(values[(values.size() - 1) / 2]), number_text(values.back()));
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + "\"";
}

}  // namespace

Construction::Construction(const Roster& roster, const ConstructionSettings& settings, std::uint64_t seed)
    : roster_(roster),
      guided_(settings.guided),
      constructor_(roster, settings),
      board_(roster),
      random_(seed, 0, Purpose::construction) {}

std::string Construction::attempt(std::uint64_t number) {
  const Stopwatch watch;
  board_.clear();
  const std::size_t cause = constructor_.attempt(board_, random_);
  const double elapsed = watch.seconds();
  const bool feasible = cause == Cause::none;
  std::string synergy;
  std::string objective;
  if (board_.open_nodes() == 0) {
    synergy = number_text(board_.synergy());
    objective = number_text(board_.objective());
    synergies_.push_back(board_.synergy());
  }
  if (feasible) objectives_.push_back(board_.objective());
  ++attempts_;
  elapsed_s_ += elapsed;
  const std::string failed = feasible ? "" : name_of(roster_.puzzle(), cause);
  return fmt::format("{},{},{},{},{},{:.9f},{}\n", number, guided_ ? "guided" : "unguided", synergy,
                     feasible ? 1 : 0, objective, elapsed, csv_field(failed));
}

std::string rarity_text(std::uint64_t feasible, std::uint64_t attempts, std::string_view verb) {
  if (feasible > 0) return fmt::format("one in {} {}every rule", grouped(attempts / feasible), verb);
  constexpr std::uint64_t few = 100;
  return fmt::format(
      "none {}every rule{}", verb,
      attempts < few ? ""
                     : fmt::format(": fewer than one in {}, with 95 % confidence", grouped(attempts / 3)));
}

std::string Construction::summary() const {
  const auto count = static_cast<double>(attempts_);
  const Puzzle& puzzle = roster_.puzzle();
  std::string text =
      fmt::format("{} {} attempt{}, {} feasible ({:.3g} %), {:.3g} ms each\n", grouped(attempts_),
                  guided_ ? "guided" : "unguided", attempts_ == 1 ? "" : "s", grouped(objectives_.size()),
                  100 * static_cast<double>(objectives_.size()) / count, 1000 * elapsed_s_ / count);
  if (objectives_.size() * 1000 < attempts_)
    text += rarity_text(objectives_.size(), attempts_, "meets ") + "\n";
  if (!synergies_.empty()) text += said(puzzle.naming, "synergy of full {parties}: {}\n", spread(synergies_));
  if (!objectives_.empty()) text += fmt::format("objective of feasible ones: {}\n", spread(objectives_));

  const auto& failures = constructor_.failures();
  const auto failed = [&](std::uint64_t times, const std::string& rule) {
    if (times > 0) text += fmt::format("failed {} times on {}\n", grouped(times), rule);
  };
  for (std::size_t r = 0; r < failures.requirement.size(); ++r) {
    failed(failures.requirement[r], puzzle.requirements[r].text);
  }
  failed(failures.node, name_of(puzzle, Cause::node));
  failed(failures.synergy, name_of(puzzle, Cause::synergy));
  return text;
}

}  // namespace skerry::party
