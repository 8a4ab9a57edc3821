#pragma once

#include "puzzles/latin/assistance.hpp"
#include "puzzles/skyscraper/grid_problem.hpp"
#include "puzzles/skyscraper/repair.hpp"
#include "puzzles/skyscraper/row_search.hpp"
#include "puzzles/skyscraper/row_sequences.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace skerry::skyscraper {

struct LatinRowsSettings {
  Assistance inference = Assistance::repair;
  double noise = 0.3;  ///< the noise of the local search, see RowSearch
};

/// The problem of skyscrapers as islands search it. A row is one of the sequences that its clues and its
/// givens allow (and its candidates, unless inference is `none`), so that only columns lose points. Children
/// inherit whole rows; improve() repairs, then searches among the rows' sequences.
class LatinRowsProblem : public GridProblem {
 public:
  /// The most sequences of a row: all orders of nine different values, and some more.
  static constexpr std::size_t most_sequences = 400'000;

  /// Throws Error where inference or a row's clues show that there is no solution, UsageError where a row has
  /// too many sequences.
  LatinRowsProblem(Puzzle puzzle, const LatinRowsSettings& settings);
  /// Keys of the [problem] table: instance, index, inference, noise.
  LatinRowsProblem(const Settings& settings, Files& files);

  Genome sample(Random& random) const;
  /// Takes each row from either parent.
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// Replaces each row by another of its sequences with probability `rate`.
  void mutate(Genome& genome, double rate, Random& random) const;
  void neighbour(Genome& genome, Random& random) const { draw_row(genome, random.below(size()), random); }
  /// The budget counts the sequences that the local search evaluates; repair is not bounded by it.
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random);
  /// Returns the number of sequences evaluated and values tried since the last call.
  std::uint64_t take_evaluations() { return std::exchange(evaluations_, 0); }
  /// Tells whether each row is one of its sequences.
  bool valid(const Genome& genome) const;

 private:
  struct Prepared {
    Candidates candidates;
    std::vector<RowSequences> rows;
  };
  static Prepared prepare(const Puzzle& puzzle, Assistance inference);
  void draw_row(Genome& genome, std::uint32_t row, Random& random) const;

  Assistance inference_;
  std::shared_ptr<const Prepared> prepared_;
  RowSearch search_;
  Repair repair_;
  std::uint64_t evaluations_ = 0;
};

}  // namespace skerry::skyscraper
