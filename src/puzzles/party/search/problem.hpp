#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/problem.hpp"

#include "puzzles/party/puzzle/measure_range.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/annealing.hpp"
#include "puzzles/party/search/constructor.hpp"
#include "puzzles/party/search/local_search.hpp"
#include "puzzles/party/search/roster.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// Measures with the numbers of their columns in the order of the roster, so that a party is measured in one
/// pass over its nodes and without memory of its own. Copies share the numbers.
class Measured {
 public:
  Measured(const Roster& roster, std::vector<Measure> measures);

  /// Writes the value of each measure of a party, [node] price place, which may be an infeasible one. It
  /// equals measured() up to rounding.
  void operator()(const Roster& roster, std::span<const std::uint32_t> heroes,
                  std::span<double> values) const;

 private:
  struct Column {
    MeasureKind kind = MeasureKind::fitness;
    std::vector<double> number;        ///< [hero] of sum to most, and of count and share: 1 or 0
    std::vector<std::uint32_t> value;  ///< [hero] of distinct
  };
  std::shared_ptr<const std::vector<Column>> columns_;
};

}  // namespace skerry::party

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::party {

enum class CrossoverKind {
  uniform,    ///< each node from either parent with probability 1/2
  one_point,  ///< the nodes before a cut from the first parent, the others from the second
  two_point   ///< the nodes between two cuts from the second parent, the others from the first
};

/// The settings of how a child differs from its parents.
struct VariationSettings {
  CrossoverKind crossover = CrossoverKind::uniform;
  /// Whether a hero that a mutation replaced may come back in the same child, by a random draw or by repair.
  /// If false, it leaves "both the solution and the remainder of the candidate pool", as published (V.A.2).
  bool mutated_return = true;
  /// Whether improve() anneals, and passes through parties that break rules, before it descends.
  bool annealing = false;
};

/// The party building puzzle as a problem, after the hybrid graph GA of Levonyan et al. 2020, section V:
/// genes keep their node; crossover never repeats a hero; mutation vacates nodes and fills them at random;
/// Algorithm 1 repairs. Individuals may be infeasible where Algorithm 1 finds no feasible party; improve()
/// then works on them.
class PartyProblem {
 public:
  /// The price place of each node's hero in the roster (0: the best priced), `nobody` past the last node.
  using Genome = std::array<std::uint32_t, max_nodes>;
  static constexpr bool seeks_fitness_first = true;

  PartyProblem(std::shared_ptr<const Roster> roster, const ConstructionSettings& settings,
               const VariationSettings& variation = {});
  /// Keys of the [problem] table: instance (a puzzle file), player (a table, player.hpp), attempts, indexed,
  /// guided, cheapest_of, crossover, mutated_return, local_search, leave_out_dear,
  /// features, objectives.
  PartyProblem(const Settings& settings, Files& files);

  const Roster& roster() const { return *roster_; }
  const Puzzle& puzzle() const { return roster_->puzzle(); }
  const ConstructionSettings& construction() const { return settings_; }
  const VariationSettings& variation() const { return variation_; }
  const Constructor::Failures& failures() const { return constructor_.failures(); }

  Direction direction() const { return puzzle().direction; }
  std::optional<double> optimum() const { return puzzle().known_optimum; }
  const std::string& fitness_unit() const { return puzzle().unit; }
  Genome sample(Random& random);
  Score evaluate(const Genome& genome);
  /// The measures that configuration or puzzle file name, or those of measure_range.hpp.
  std::vector<Feature> features() const;
  void features(const Genome& genome, std::span<double> values) const;
  std::vector<Objective> objectives() const;
  void objectives(const Genome& genome, std::span<double> values) const;
  /// Takes each node's hero from one parent or, if it is in the child already, from the other. Where both
  /// are, the node gets a random hero.
  Genome crossover(const Genome& a, const Genome& b, Random& random);
  /// Vacates each node with the probability `rate`, which is Levonyan's by default.
  void mutate(Genome& genome, double rate, Random& random);
  double gene_rate() const { return 0.2; }
  /// Takes another hero for one node that is not locked; where every hero has a node, two of them exchange
  /// places.
  void neighbour(Genome& genome, Random& random);
  /// Empties the nodes that the last crossover, mutation or neighbour() filled at random, and has Algorithm 1
  /// fill them. Where it can't, a party that is constructed from the whole pool takes the child's place.
  void repair(Genome& genome, Random& random);
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random);
  /// Islands that keep sets anneal at levels of their objectives, and in cells.
  bool improves_fronts() const { return variation_.annealing; }
  void improve_front(Genome& genome, Score& score, std::span<const Interval<double>> objectives,
                     std::uint64_t budget, Random& random);
  bool improves_maps() const { return variation_.annealing; }
  void improve_map(Genome& genome, Score& score, std::span<const Interval<double>> features,
                   std::uint64_t budget, Random& random);
  std::uint64_t take_evaluations();
  void limit_evaluations(std::uint64_t left) { left_ = left; }
  /// Returns a text such as "the requirement 'at least 8 of race elf' emptied the pool in 97 of 100
  /// constructions".
  std::string obstacle() const;
  /// A gene is the id of the hero on a node.
  GenomeForm genome_form() const;
  void append_genome(const Genome& genome, std::vector<std::byte>& row) const;
  /// Returns the share of nodes with different heroes.
  double distance(const Genome& a, const Genome& b) const;
  /// Appends the hero of each node.
  void loci(const Genome& genome, Loci& loci) const;

  /// Tells whether every node has a hero of the roster, no hero is repeated, and locked heroes stand on their
  /// nodes.
  bool valid(const Genome& genome) const;
  std::string describe(const Genome& genome) const;
  Genome parse(std::string_view text, const std::string& name) const;
  std::vector<Verdict> judge(const Genome& genome) const;
  /// Returns the formation, with the solution in it where there is one, as SVG and as text.
  std::string draw(const Genome* solution) const;
  std::string draw_text(const Genome* solution) const;
  /// Verifies a certificate of `skerry validate`.
  ProofVerdict verify_proof(std::string_view text, const std::string& file) const;

  /// Returns the index in the pool of each node's hero, [node].
  std::vector<std::uint32_t> party(const Genome& genome) const;
  Genome genome(const std::vector<std::uint32_t>& party) const;

 private:
  void load(const Genome& genome);
  Genome unload() const;
  bool build(Random& random);
  /// Returns how many evaluations the operators may still make.
  std::uint64_t left() const { return left_ - (made() - taken_); }
  std::uint64_t made() const { return constructor_.failures().synergy + search_evaluations_; }
  void improve_within(std::span<const Measure> measures, std::span<const Interval<double>> intervals,
                      Genome& genome, Score& score, std::uint64_t budget, Random& random);
  /// Returns a bit for each node that takes its hero from the first parent.
  std::uint64_t draw_nodes_of_first(Random& random) const;
  /// Bars the heroes of the leaving nodes from the child, if the settings say so and the pool has enough
  /// other heroes.
  void bar(const Genome& genome, std::uint64_t leaving);
  std::span<const std::uint32_t> barred() const { return std::span(barred_).first(barred_count_); }
  std::uint32_t draw_hero(const Genome& genome, std::uint32_t node, std::uint32_t except,
                          Random& random) const;

  std::shared_ptr<const Roster> roster_;
  ConstructionSettings settings_;
  VariationSettings variation_;
  Constructor constructor_;
  LocalSearch local_search_;
  std::optional<Annealing> annealing_;
  Board board_;
  Measured features_;
  Measured objectives_;
  std::size_t id_size_bytes_ = 1;  // of the longest id of the pool
  std::uint64_t holes_ = 0;        // a bit for each node that the last crossover left open
  std::uint64_t replaced_ = 0;  // a bit for each node that the last crossover and mutation filled at random
  Genome barred_{};             // the heroes that can't come back to the child, `barred_count_` of them
  std::size_t barred_count_ = 0;
  std::uint64_t search_evaluations_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace skerry::party
