#pragma once

#include "skerry/operators/sites.hpp"

#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/grid_problem.hpp"
#include "puzzles/sudoku/score_all.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace skerry::sudoku {

/// The moment at which the published candidate array is made.
enum class CandidateArray {
  once,      ///< once, from the givens
  repeated,  ///< repeatedly: cells with a single candidate are filled in as if given, until there are none
};

/// Reads the key `candidates` of the [problem] table.
CandidateArray read_candidates(const Settings& settings);

/// The genetic algorithm of Bunma and Chongstitvatana, "Solving Logic Puzzles with Genetic Algorithm": boxes
/// are random permutations, children exchange two rows, and mutation swaps values within a box where the
/// candidate array allows it and the fitness does not fall. Its parameters are those of an [island] table
/// (configs/sudoku/classic.toml). docs/sudoku.md describes the interpretation where the paper leaves a
/// choice.
template <std::uint32_t order>
class ClassicProblem : public GridProblem<order> {
 public:
  using Genome = Cells<order>;

  /// Throws Error where the repeated array shows that there is no solution.
  explicit ClassicProblem(Puzzle puzzle, CandidateArray candidates = CandidateArray::once);

  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) const {
    score_all<order>(genomes, scores);
  }

  Genome sample(Random& random) const;
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// Makes each child from one parent, with the free cells of two rows taken from the other. The former value
  /// of a cell goes to the place where the box held the new one, so that boxes stay permutations.
  void crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second, Random& random) const;
  /// Lets each free cell, with probability `rate`, exchange its value with another free cell of its box: the
  /// first one, from a random one on, where both candidate lists allow it and the fitness does not fall.
  void mutate(Genome& genome, double rate, Random& random);
  void neighbour(Genome& genome, Random& random) const { boxes_->swap_two(genome, random); }
  bool valid(const Genome& genome) const { return boxes_->keeps(genome); }

 private:
  void take_row(Genome& child, const Genome& from, std::uint32_t row) const;

  std::shared_ptr<const Boxes<order>> boxes_;
  Sites sites_;
};

}  // namespace skerry::sudoku
