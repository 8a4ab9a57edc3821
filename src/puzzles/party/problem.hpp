#pragma once

#include "skerry/problem.hpp"

#include "puzzles/party/constructor.hpp"
#include "puzzles/party/local_search.hpp"
#include "puzzles/party/puzzle.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::party {

/// The party building puzzle as a problem, after the hybrid graph GA of Levonyan et al. 2020, section V:
/// genes keep their node; uniform crossover never repeats a hero; mutation vacates nodes and fills them at
/// random; Algorithm 1 repairs. Individuals may be infeasible where Algorithm 1 finds no feasible party;
/// improve() then works on them.
class PartyProblem {
 public:
  /// The price place of each node's hero in the roster (0: the best priced), `nobody` past the last node.
  using Genome = std::array<std::uint32_t, max_nodes>;

  PartyProblem(std::shared_ptr<const Roster> roster, const ConstructionSettings& settings);
  /// Keys of the [problem] table: instance (a puzzle file), attempts, indexed, guided, cheapest_of.
  PartyProblem(const Settings& settings, Files& files);

  const Roster& roster() const { return *roster_; }
  const Puzzle& puzzle() const { return roster_->puzzle(); }
  const ConstructionSettings& construction() const { return settings_; }
  const Constructor::Failures& failures() const { return constructor_.failures(); }

  Direction direction() const { return puzzle().direction; }
  std::optional<double> optimum() const { return puzzle().known_optimum; }
  const std::string& fitness_unit() const { return puzzle().unit; }
  Genome sample(Random& random);
  Score evaluate(const Genome& genome);
  Genome crossover(const Genome& a, const Genome& b, Random& random);
  void mutate(Genome& genome, double rate, Random& random);
  /// Takes another hero for one node that is not locked; where every hero has a node, two of them exchange
  /// places.
  void neighbour(Genome& genome, Random& random);
  void repair(Genome& genome, Random& random);
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random);
  std::uint64_t take_evaluations();
  /// Returns a text such as "the requirement 'at least 8 of race elf' emptied the pool in 97 of 100
  /// constructions".
  std::string obstacle() const;
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

  /// Returns the index in the pool of each node's hero, [node].
  std::vector<std::uint32_t> party(const Genome& genome) const;
  Genome genome(const std::vector<std::uint32_t>& party) const;

 private:
  void load(const Genome& genome);
  Genome unload() const;
  void build(Random& random);
  std::uint32_t draw_hero(const Genome& genome, std::uint32_t node, std::uint32_t except,
                          Random& random) const;

  std::shared_ptr<const Roster> roster_;
  ConstructionSettings settings_;
  Constructor constructor_;
  LocalSearch local_search_;
  Board board_;
  std::uint64_t holes_ = 0;     // a bit for each node that the last crossover left open
  std::uint64_t replaced_ = 0;  // a bit for each node that the last crossover and mutation filled at random
  std::uint64_t search_evaluations_ = 0;
  std::uint64_t taken_ = 0;
};

}  // namespace skerry::party
