#include "puzzles/party/search/problem.hpp"

#include "skerry/app/files.hpp"
#include "skerry/app/settings.hpp"

#include "puzzles/party/draw/draw.hpp"
#include "puzzles/party/proof/certificate.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "puzzles/party/search/dear_heroes.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

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
  if (constructor_.construct(board_, random) == Cause::none) return true;
  constructor_.attempt(board_, random);
  Constructor::fill(*roster_, board_, random);
  return false;
}

PartyProblem::Genome PartyProblem::sample(Random& random) {
  board_.clear();
  if (!build(random) && annealing_ && random.below(annealed_of_broken) == 0) {
    annealing_->improve(board_, steps_of_a_start, random);
    search_evaluations_ += steps_of_a_start;
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
  search_evaluations_ += local_search_(board_, budget, random);
  genome = unload();
  load(genome);
  score = board_.score();
}

std::uint64_t PartyProblem::take_evaluations() {
  const std::uint64_t total = constructor_.failures().synergy + search_evaluations_;
  return total - std::exchange(taken_, total);
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

}  // namespace skerry::party
