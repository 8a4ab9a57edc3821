#include "puzzles/skyscraper/latin_rows.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

LatinRowsSettings read_settings(const Settings& settings) {
  LatinRowsSettings read;
  read.inference = read_assistance(settings);
  read.noise = settings.number("noise", read.noise, rate_range);
  return read;
}

[[noreturn]] void refuse(const Puzzle& puzzle, const Clash& clash) {
  throw Error(ExitStatus::failed,
              fmt::format("there is no solution: {} ({})", text_of(clash, puzzle), puzzle.where));
}

}  // namespace

LatinRowsProblem::Prepared LatinRowsProblem::prepare(const Puzzle& puzzle, Assistance inference) {
  Prepared prepared{Candidates(puzzle.size, puzzle.givens), {}};
  if (inference != Assistance::none) {
    Inference reasoning(puzzle);
    if (!reasoning.start()) refuse(puzzle, *reasoning.clash());
    prepared.candidates = reasoning.candidates();
  }
  for (std::uint32_t row = 0; row < puzzle.size; ++row) {
    const auto cells =
        std::span(prepared.candidates.cells).subspan(std::size_t{row} * puzzle.size, puzzle.size);
    const std::uint32_t line = puzzle.size + row;
    RowSequences sequences(cells, clues_of(puzzle, line), most_sequences);
    if (!sequences.complete()) {
      throw UsageError(fmt::format(
          "{} has more than {} sequences, too many for encoding \"rows\" ({}); encoding \"cells\" and "
          "`skerry solve` take any puzzle",
          line_name(puzzle.size, line), most_sequences, puzzle.where));
    }
    if (sequences.count() == 0) {
      refuse(puzzle, {Clash::Kind::no_sequence, line, 0, 0});
    }
    prepared.rows.push_back(std::move(sequences));
  }
  return prepared;
}

LatinRowsProblem::LatinRowsProblem(Puzzle puzzle, const LatinRowsSettings& settings)
    : GridProblem(std::move(puzzle)),
      inference_(settings.inference),
      prepared_(std::make_shared<const Prepared>(prepare(this->puzzle(), settings.inference))),
      search_(this->puzzle(), prepared_->rows, settings.noise),
      repair_(this->puzzle(), prepared_->candidates, prepared_->rows) {}

LatinRowsProblem::LatinRowsProblem(const Settings& settings, Files& files)
    : LatinRowsProblem(read_puzzle(settings, files), read_settings(settings)) {}

void LatinRowsProblem::draw_row(Genome& genome, std::uint32_t row, Random& random) const {
  const RowSequences& sequences = prepared_->rows[row];
  sequences.copy(random.below(sequences.count()), genome[row]);
}

LatinRowsProblem::Genome LatinRowsProblem::sample(Random& random) const {
  Genome genome;
  for (std::uint32_t row = 0; row < size(); ++row) draw_row(genome, row, random);
  return genome;
}

LatinRowsProblem::Genome LatinRowsProblem::crossover(const Genome& a, const Genome& b, Random& random) const {
  Genome child = a;
  const std::uint32_t coins = random();
  for (std::uint32_t row = 0; row < size(); ++row) {
    if ((coins >> row & 1) != 0) std::copy_n(b[row], size(), child[row]);
  }
  return child;
}

void LatinRowsProblem::mutate(Genome& genome, double rate, Random& random) const {
  for (std::uint32_t row = 0; row < size(); ++row) {
    if (random.chance(rate)) draw_row(genome, row, random);
  }
}

void LatinRowsProblem::improve(Genome& genome, Score& score, std::uint64_t budget, Random& random) {
  auto penalty = static_cast<std::uint32_t>(-score.fitness);
  if (penalty == 0) return;
  if (inference_ == Assistance::repair) {
    Genome repaired = genome;
    evaluations_ += repair_(repaired, random);
    const std::uint32_t after = columns_penalty(puzzle(), repaired);
    if (after <= penalty) {
      penalty = after;
      genome = repaired;
    }
  }
  evaluations_ += search_(genome, penalty, budget, random);
  score = Evaluation::score_of(penalty);
}

bool LatinRowsProblem::valid(const Genome& genome) const {
  if (!GridProblem::valid(genome)) return false;
  for (std::uint32_t row = 0; row < size(); ++row) {
    if (!prepared_->rows[row].contains(genome[row])) return false;
  }
  return true;
}

}  // namespace skerry::skyscraper
