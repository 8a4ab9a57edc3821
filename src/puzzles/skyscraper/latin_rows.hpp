#pragma once

#include "skerry/random.hpp"

#include "puzzles/latin/deduction.hpp"
#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/solve.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace skerry::skyscraper {

/// The cost of each value in each place of a row: [column][value - 1].
using RowCosts = std::array<std::array<std::uint8_t, max_size>, max_size>;

/// They are in blocks of 16, so that the costs of 16 of them are looked up at once.
class RowSequences {
 public:
  /// Keeps at most `limit` sequences; if there are more, complete() is false and none is kept.
  RowSequences(std::span<const Values> cells, LineClues clues, std::size_t limit);

  bool complete() const { return complete_; }
  std::uint32_t count() const { return count_; }
  std::size_t scratch_size() const { return values_.size() / size_; }
  bool contains(const std::uint8_t* row) const;
  /// Writes sequence number `index` to row[0 .. size - 1].
  void copy(std::uint32_t index, std::uint8_t* row) const;

  /// The sequences cost at most `slack` more than the cheapest, and have equal probability. `scratch` is
  /// [scratch_size()]. Returns a number.
  std::uint32_t draw(const RowCosts& costs, std::uint8_t slack, std::span<std::uint8_t> scratch,
                     Random& random) const;

 private:
  std::uint32_t size_;
  std::uint32_t count_ = 0;
  bool complete_ = true;
  std::vector<std::uint8_t> values_;  // [block][column][16] value - 1
};

std::size_t largest_scratch(std::span<const RowSequences> rows);

/// Assumes the genes of a grid in random order, and applies inference to each. One that contradicts those
/// before it is replaced by a random value that does not. No step is undone: if a cell has no value left, the
/// remaining rows become the nearest sequences.
class Repair {
 public:
  /// `prepared` are the candidates that inference finds for the puzzle alone, without a contradiction. The
  /// puzzle and the sequences, one entry a row, must outlive this object.
  Repair(const Puzzle& puzzle, const Candidates& prepared, std::span<const RowSequences> sequences);

  /// Returns how many values were tried.
  std::uint64_t operator()(Rows& rows, Random& random);

 private:
  bool settle(std::uint32_t cell, std::uint8_t gene, Random& random);
  void complete(Rows& rows, Random& random);

  Inference inference_;
  Candidates prepared_;
  std::span<const RowSequences> sequences_;
  std::vector<std::uint16_t> open_;   // cells with several candidates
  std::vector<std::uint16_t> order_;  // the same cells, in the order drawn for one grid
  std::vector<std::uint8_t> scratch_;
  std::uint64_t tried_ = 0;
};

/// The cost is the number of points of the published fitness that the column then loses; other rows are
/// unchanged.
RowCosts column_costs(const Puzzle& puzzle, const Rows& rows, std::uint32_t row);

std::uint32_t columns_penalty(const Puzzle& puzzle, const Rows& rows);

/// A step replaces a row by the sequence that costs the columns least, so that only columns lose points.
class RowSearch {
 public:
  /// `noise` is the share of steps that may also take a sequence which costs a point more than the cheapest.
  /// The puzzle and the sequences, one entry a row, must outlive this object.
  RowSearch(const Puzzle& puzzle, std::span<const RowSequences> sequences, double noise);

  /// `budget` is a number of evaluated sequences, which the last step may pass, but not `most`: where it
  /// would, what is left of those counts as used. Leaves the best grid found, which is no worse than the
  /// first; returns the budget used.
  std::uint64_t operator()(Rows& rows, std::uint32_t& penalty, std::uint64_t budget, std::uint64_t most,
                           Random& random);

 private:
  const Puzzle& puzzle_;
  std::span<const RowSequences> sequences_;
  double noise_;
  std::vector<std::uint8_t> scratch_;
};

struct LatinRowsSettings {
  Assistance inference = Assistance::repair;
  double noise = 0.3;  ///< see RowSearch
};

/// A row is one of the sequences that its clues, givens and (unless inference is `none`) candidates allow, so
/// that only columns lose points. improve() repairs, then searches among the rows' sequences.
class LatinRowsProblem : public GridProblem {
 public:
  /// The most sequences of a row: all orders of nine different values, and some more.
  static constexpr std::size_t most_sequences = 400'000;

  /// Throws Error if inference or a row's clues show that there is no solution, UsageError if a row has too
  /// many sequences.
  LatinRowsProblem(Puzzle puzzle, const LatinRowsSettings& settings);
  /// Keys of the [problem] table: instance, index, inference, noise.
  LatinRowsProblem(const Settings& settings, Files& files);

  Genome sample(Random& random) const;
  /// Takes each row from either parent.
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// Replaces each row by another of its sequences with probability `rate`.
  void mutate(Genome& genome, double rate, Random& random) const;
  double gene_rate() const { return 0.1; }
  void neighbour(Genome& genome, Random& random) const { draw_row(genome, random.below(size()), random); }
  /// The budget counts the sequences that the local search evaluates; repair is not bounded by it.
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random);
  /// Counts sequences evaluated and values tried since the last call.
  std::uint64_t take_evaluations() { return std::exchange(evaluations_, 0); }
  void limit_evaluations(std::uint64_t left) { left_ = left; }
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
  std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace skerry::skyscraper
