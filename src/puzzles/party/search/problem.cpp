#include "puzzles/party/search/problem.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/party/bound/certificate.hpp"
#include "puzzles/party/draw/draw.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "puzzles/party/puzzle/puzzle_within.hpp"
#include "puzzles/party/search/islands.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

/// Returns the number of different values; parties are small, so that comparing all pairs takes least time.
double distinct_of(std::span<const std::uint32_t> value, std::span<const std::uint32_t> heroes) {
  std::size_t distinct = 0;
  for (std::size_t node = 0; node < heroes.size(); ++node) {
    const std::uint32_t own = value[heroes[node]];
    const auto before = heroes.first(node);
    distinct += std::ranges::none_of(before, [&](std::uint32_t hero) { return value[hero] == own; }) ? 1 : 0;
  }
  return static_cast<double>(distinct);
}

double sum_of(std::span<const double> number, std::span<const std::uint32_t> heroes) {
  double sum = 0;
  for (const std::uint32_t hero : heroes) sum += number[hero];
  return sum;
}

}  // namespace

Measured::Measured(const Roster& roster, std::vector<Measure> measures) {
  auto columns = std::make_shared<std::vector<Column>>();
  const Puzzle& puzzle = roster.puzzle();
  for (const Measure& measure : measures) {
    Column& column = columns->emplace_back();
    column.kind = measure.kind;
    const bool counts = measure.kind == MeasureKind::count || measure.kind == MeasureKind::share;
    for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) {
      const std::uint32_t place = roster.pool_index(hero);
      if (measure.kind == MeasureKind::fitness) {
        column.number.push_back(roster.objective(hero));
      } else if (measure.kind == MeasureKind::distinct) {
        column.value.push_back(puzzle.pool.categorical[measure.column].value[place]);
      } else if (counts) {
        column.number.push_back(
            has_any(puzzle.pool.categorical[measure.column], place, {&measure.value, 1}) ? 1 : 0);
      } else if (measure.kind != MeasureKind::synergy) {
        column.number.push_back(puzzle.pool.numeric[measure.column].value[place]);
      }
    }
  }
  columns_ = std::move(columns);
}

void Measured::operator()(const Roster& roster, std::span<const std::uint32_t> heroes,
                          std::span<double> values) const {
  const auto nodes = static_cast<double>(heroes.size());
  for (std::size_t i = 0; i < columns_->size(); ++i) {
    const Column& column = (*columns_)[i];
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return column.number[a] < column.number[b]; };
    switch (column.kind) {
      case MeasureKind::synergy:
        values[i] = synergy_of(
            roster.puzzle(), heroes,
            [&](std::uint32_t first, std::uint32_t second) { return roster.edge_weight(first, second); },
            [grades = roster.grades()](std::uint32_t node, std::uint32_t hero) {
              return grades == nullptr ? 0 : grades->penalty(node, hero);
            });
        break;
      case MeasureKind::distinct:
        values[i] = distinct_of(column.value, heroes);
        break;
      case MeasureKind::least:
        values[i] = column.number[*std::ranges::min_element(heroes, less)];
        break;
      case MeasureKind::most:
        values[i] = column.number[*std::ranges::max_element(heroes, less)];
        break;
      case MeasureKind::mean:
      case MeasureKind::share:
        values[i] = sum_of(column.number, heroes) / nodes;
        break;
      case MeasureKind::fitness:
      case MeasureKind::sum:
      case MeasureKind::count:
        values[i] = sum_of(column.number, heroes);
        break;
    }
  }
}

namespace {

constexpr std::uint64_t descent_after_annealing = 300;
// Of the individuals that no construction completes, one in so many is annealed at once.
constexpr std::uint32_t annealed_of_broken = 4;
constexpr std::uint64_t steps_of_a_start = 150'000;

Puzzle read_instance(const Settings& settings, Files& files) {
  const std::filesystem::path file = settings.path("instance");
  std::optional<Settings> player;
  if (settings.has("player")) player = settings.table("player");
  Puzzle puzzle = read_puzzle(file, files, player ? &*player : nullptr, &settings);
  if (settings.flag("leave_out_dear", false)) leave_out_dear_heroes(puzzle);
  return puzzle;
}

ConstructionSettings read_construction(const Settings& settings) {
  ConstructionSettings construction;
  construction.indexed = settings.flag("indexed", construction.indexed);
  construction.guided = settings.flag("guided", construction.guided);
  construction.attempts =
      static_cast<std::uint32_t>(settings.integer("attempts", construction.attempts, {1, 1'000'000}));
  construction.cheapest_of =
      static_cast<std::uint32_t>(settings.integer("cheapest_of", construction.cheapest_of, {1, 1'000'000}));
  return construction;
}

VariationSettings read_variation(const Settings& settings) {
  VariationSettings variation;
  variation.mutated_return = settings.flag("mutated_return", variation.mutated_return);
  variation.annealing = settings.choice("local_search", "descent", {"descent", "annealing"}) == "annealing";
  const std::string crossover =
      settings.choice("crossover", "uniform", {"uniform", "one_point", "two_point"});
  if (crossover == "one_point") variation.crossover = CrossoverKind::one_point;
  if (crossover == "two_point") variation.crossover = CrossoverKind::two_point;
  return variation;
}

std::vector<Measure> measures_in(const auto& list) {
  std::vector<Measure> measures;
  for (const auto& one : list) measures.push_back(one.measure);
  return measures;
}

}  // namespace

PartyProblem::PartyProblem(std::shared_ptr<const Roster> roster, const ConstructionSettings& settings,
                           const VariationSettings& variation)
    : roster_(std::move(roster)),
      settings_(settings),
      variation_(variation),
      constructor_(*roster_, settings),
      local_search_(*roster_),
      board_(*roster_),
      features_(*roster_, measures_in(features_of(puzzle()))),
      objectives_(*roster_, measures_in(objectives_of(puzzle()))) {
  if (variation_.annealing) annealing_.emplace(*roster_);
  for (const std::string& id : puzzle().pool.ids) id_size_bytes_ = std::max(id_size_bytes_, id.size());
}

PartyProblem::PartyProblem(const Settings& settings, Files& files)
    : PartyProblem(std::make_shared<const Roster>(read_instance(settings, files)),
                   read_construction(settings), read_variation(settings)) {}

void PartyProblem::load(const Genome& genome) {
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) {
    if (!board_.open(node)) board_.remove(node);
  }
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) board_.place(node, genome[node]);
}

PartyProblem::Genome PartyProblem::unload() const {
  Genome genome;
  genome.fill(nobody);
  std::ranges::copy(board_.heroes(), genome.begin());
  return genome;
}

/// Fills the board: feasibly where Algorithm 1 can, else with the party that its last attempt leaves, else at
/// random. Tells whether it is feasible.
bool PartyProblem::build(Random& random) {
  if (constructor_.construct(board_, random, {}, left()) == Cause::none) return true;
  if (left() > 0) constructor_.attempt(board_, random);
  Constructor::fill(*roster_, board_, random);
  return false;
}

PartyProblem::Genome PartyProblem::sample(Random& random) {
  board_.clear();
  if (!build(random) && annealing_ && random.below(annealed_of_broken) == 0) {
    const std::uint64_t steps = std::min(steps_of_a_start, left());
    annealing_->improve(board_, steps, random);
    search_evaluations_ += steps;
  }
  return unload();
}

Score PartyProblem::evaluate(const Genome& genome) {
  // Operators never repeat a hero, but a solution that a person wrote may do so.
  const auto heroes = std::span(genome).first(roster_->nodes());
  for (auto hero = heroes.begin(); hero != heroes.end(); ++hero) {
    if (std::find(heroes.begin(), hero, *hero) != hero) return score(puzzle(), party(genome));
  }
  load(genome);
  return board_.score();
}

std::vector<Feature> PartyProblem::features() const {
  std::vector<Feature> features;
  for (const FeatureMeasure& feature : features_of(puzzle()))
    features.push_back(feature_of(puzzle(), feature));
  return features;
}

void PartyProblem::features(const Genome& genome, std::span<double> values) const {
  features_(*roster_, std::span(genome).first(roster_->nodes()), values);
}

std::vector<Objective> PartyProblem::objectives() const {
  std::vector<Objective> objectives;
  for (const ObjectiveMeasure& objective : objectives_of(puzzle()))
    objectives.push_back(objective_of(puzzle(), objective));
  return objectives;
}

void PartyProblem::objectives(const Genome& genome, std::span<double> values) const {
  objectives_(*roster_, std::span(genome).first(roster_->nodes()), values);
}

void PartyProblem::improve(Genome& genome, Score& score, std::uint64_t budget, Random& random) {
  load(genome);
  if (annealing_) {
    const std::uint64_t descent = std::min(budget, descent_after_annealing);
    annealing_->improve(board_, budget - descent, random);
    search_evaluations_ += budget - descent;
    budget = descent;
  }
  search_evaluations_ += local_search_(board_, budget, left(), random);
  genome = unload();
  load(genome);
  score = board_.score();
}

/// Anneals and descends on the puzzle with the intervals as rules. Its heroes have the same numbers.
void PartyProblem::improve_within(std::span<const Measure> measures,
                                  std::span<const Interval<double>> intervals, Genome& genome, Score& score,
                                  std::uint64_t budget, Random& random) {
  auto puzzle = puzzle_within(this->puzzle(), measures, intervals);
  if (!puzzle) return;
  const Roster roster(std::move(*puzzle));
  Board board(roster);
  for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
    if (board.open(node)) board.place(node, genome[node]);
  }
  const std::uint64_t descent = std::min(budget, descent_after_annealing);
  Annealing(roster).improve(board, budget - descent, random);
  search_evaluations_ += budget - descent;
  search_evaluations_ += LocalSearch(roster)(board, descent, left(), random);
  std::ranges::copy(board.heroes(), genome.begin());
  load(genome);
  score = board_.score();
}

void PartyProblem::improve_front(Genome& genome, Score& score, std::span<const Interval<double>> objectives,
                                 std::uint64_t budget, Random& random) {
  improve_within(measures_in(objectives_of(puzzle())), objectives, genome, score, budget, random);
}

void PartyProblem::improve_map(Genome& genome, Score& score, std::span<const Interval<double>> features,
                               std::uint64_t budget, Random& random) {
  improve_within(measures_in(features_of(puzzle())), features, genome, score, budget, random);
}

std::uint64_t PartyProblem::take_evaluations() {
  return made() - std::exchange(taken_, made());
}

std::string PartyProblem::obstacle() const {
  const Constructor::Failures& failures = constructor_.failures();
  std::uint64_t total = failures.successes + failures.synergy + failures.node;
  for (const std::uint64_t count : failures.requirement) total += count;
  if (total == failures.successes) return {};
  const auto most = std::ranges::max_element(failures.requirement);
  const std::uint64_t worst = most == failures.requirement.end() ? 0 : *most;
  if (failures.synergy >= std::max(worst, failures.node)) {
    return fmt::format("synergy reached at most {:.4g} in {} constructions; at least {} is asked ({})",
                       failures.best_synergy, total, puzzle().synergy.at_least, puzzle().synergy.where);
  }
  if (failures.node > worst) {
    return fmt::format("the restrictions of the nodes emptied the pool in {} of {} constructions",
                       failures.node, total);
  }
  const Requirement& requirement =
      puzzle().requirements[static_cast<std::size_t>(most - failures.requirement.begin())];
  return fmt::format("the requirement '{}' emptied the pool in {} of {} constructions ({})", requirement.text,
                     worst, total, requirement.where);
}

double PartyProblem::distance(const Genome& a, const Genome& b) const {
  std::uint32_t different = 0;
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node) different += a[node] != b[node];
  return different / static_cast<double>(roster_->nodes());
}

void PartyProblem::loci(const Genome& genome, Loci& loci) const {
  loci.add_all(std::span(genome).first(roster_->nodes()));
}

bool PartyProblem::valid(const Genome& genome) const {
  for (std::uint32_t node = 0; node < genome.size(); ++node) {
    const std::uint32_t hero = genome[node];
    if (node >= roster_->nodes()) {
      if (hero != nobody) return false;
      continue;
    }
    const auto before = std::span(genome).first(node);
    if (hero >= roster_->heroes() || std::ranges::find(before, hero) != before.end()) return false;
    const auto& locked = puzzle().nodes[node].locked;
    if (locked && roster_->price_place(*locked) != hero) return false;
  }
  return true;
}

std::vector<std::uint32_t> PartyProblem::party(const Genome& genome) const {
  std::vector<std::uint32_t> party;
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node)
    party.push_back(roster_->pool_index(genome[node]));
  return party;
}

PartyProblem::Genome PartyProblem::genome(const std::vector<std::uint32_t>& party) const {
  Genome genome;
  genome.fill(nobody);
  for (std::uint32_t node = 0; node < roster_->nodes(); ++node)
    genome[node] = roster_->price_place(party[node]);
  return genome;
}

GenomeForm PartyProblem::genome_form() const {
  return {GeneKind::text, roster_->nodes(), id_size_bytes_, "id of the hero on each node of the formation"};
}

void PartyProblem::append_genome(const Genome& genome, std::vector<std::byte>& row) const {
  for (const std::uint32_t hero : std::span(genome).first(roster_->nodes())) {
    const auto id = std::as_bytes(std::span(puzzle().pool.ids[roster_->pool_index(hero)]));
    row.insert(row.end(), id.begin(), id.end());
    row.resize(row.size() + id_size_bytes_ - id.size());
  }
}

std::string PartyProblem::describe(const Genome& genome) const {
  return party::describe(puzzle(), party(genome));
}

PartyProblem::Genome PartyProblem::parse(std::string_view text, const std::string& name) const {
  return genome(parse_party(puzzle(), text, name));
}

std::vector<Verdict> PartyProblem::judge(const Genome& genome) const {
  return party::judge(puzzle(), party(genome));
}

std::string PartyProblem::draw(const Genome* solution) const {
  return solution == nullptr ? draw_svg(puzzle()) : draw_svg(puzzle(), party(*solution));
}

std::string PartyProblem::draw_text(const Genome* solution) const {
  return solution == nullptr ? party::draw_text(puzzle()) : party::draw_text(puzzle(), party(*solution));
}

ProofVerdict PartyProblem::verify_proof(std::string_view text, const std::string& file) const {
  return party::verify_proof(puzzle(), text, file);
}

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
  if (board_.open_nodes() == 0 || constructor_.construct(board_, random, barred(), left()) != Cause::none) {
    board_.clear();
    build(random);
  }
  genome = unload();
}

}  // namespace skerry::party
