#include "puzzles/skyscraper/latin_rows.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "puzzles/skyscraper/lanes.hpp"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

constexpr std::uint32_t block = max_size;

class RowEnumeration {
 public:
  RowEnumeration(std::span<const Values> cells, LineClues clues, std::size_t limit,
                 std::vector<std::uint8_t>& sequences)
      : cells_(cells), clues_(clues), limit_(limit), sequences_(sequences) {}

  /// Returns false once there are more sequences than the limit.
  bool extend(const Beginning& before, std::uint32_t at) {
    const auto size = static_cast<std::uint32_t>(cells_.size());
    if (at == size) {
      if (!before.meets(clues_)) return true;
      if (sequences_.size() == limit_ * size) return false;
      sequences_.insert(sequences_.end(), sequence_.begin(), sequence_.begin() + size);
      return true;
    }
    for (std::uint32_t open = cells_[at] & before.unused; open != 0; open &= open - 1) {
      const Beginning now = before.with(open & -open);
      if (at + 1 < size && !now.can_meet(clues_, size - at - 1)) continue;
      sequence_[at] = static_cast<std::uint8_t>(std::countr_zero(open));
      if (!extend(now, at + 1)) return false;
    }
    return true;
  }

 private:
  std::span<const Values> cells_;
  LineClues clues_;
  std::size_t limit_;
  std::array<std::uint8_t, max_size> sequence_{};  // value - 1
  std::vector<std::uint8_t>& sequences_;
};

/// Returns how many of 16 weights are at most `most`.
std::uint32_t lanes_up_to(const std::uint8_t* weights, std::uint8_t most) {
  return sum(mask(load_lanes(weights) <= filled(most)) & filled(1));
}

constexpr std::array<std::uint8_t, 16> one_to_sixteen = {1, 2,  3,  4,  5,  6,  7,  8,
                                                         9, 10, 11, 12, 13, 14, 15, 16};

std::uint32_t cost_of(const std::uint8_t* row, const RowCosts& costs, std::uint32_t size) {
  std::uint32_t cost = 0;
  for (std::uint32_t column = 0; column < size; ++column) cost += costs[column][row[column] - 1U];
  return cost;
}

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

RowSequences::RowSequences(std::span<const Values> cells, LineClues clues, std::size_t limit)
    : size_(static_cast<std::uint32_t>(cells.size())) {
  std::vector<std::uint8_t> sequences;
  RowEnumeration enumeration(cells, clues, limit, sequences);
  complete_ = enumeration.extend({values_up_to(size_), 0, 0, 0}, 0);
  if (!complete_) return;
  count_ = static_cast<std::uint32_t>(sequences.size() / size_);
  values_.resize((std::size_t{count_} + block - 1) / block * block * size_);
  for (std::uint32_t index = 0; index < count_; ++index) {
    for (std::uint32_t column = 0; column < size_; ++column) {
      values_[(index / block * size_ + column) * block + index % block] = sequences[index * size_ + column];
    }
  }
}

bool RowSequences::contains(const std::uint8_t* row) const {
  for (std::uint32_t index = 0; index < count_; ++index) {
    std::array<std::uint8_t, max_size> sequence{};
    copy(index, sequence.data());
    if (std::equal(row, row + size_, sequence.begin())) return true;
  }
  return false;
}

void RowSequences::copy(std::uint32_t index, std::uint8_t* row) const {
  for (std::uint32_t column = 0; column < size_; ++column) {
    row[column] =
        static_cast<std::uint8_t>(1 + values_[(index / block * size_ + column) * block + index % block]);
  }
}

std::uint32_t RowSequences::draw(const RowCosts& costs, std::uint8_t slack, std::span<std::uint8_t> scratch,
                                 Random& random) const {
  std::array<Lanes, max_size> tables;
  for (std::uint32_t column = 0; column < size_; ++column) tables[column] = load_lanes(costs[column].data());
  Lanes least = filled(255);
  const std::uint8_t* values = values_.data();
  for (std::uint32_t first = 0; first < count_; first += block) {
    Lanes weight{};
    for (std::uint32_t column = 0; column < size_; ++column, values += block) {
      weight += look_up(tables[column], load_lanes(values));
    }
    if (count_ - first < block) weight |= ~first_lanes(count_ - first);
    least = lower(least, weight);
    store_lanes(weight, scratch.data() + first);
  }
  std::uint8_t lowest = 255;
  for (std::uint32_t lane = 0; lane < block; ++lane) lowest = std::min(lowest, least[lane]);
  const auto most = static_cast<std::uint8_t>(lowest + slack);

  std::uint32_t eligible = 0;
  for (std::uint32_t first = 0; first < count_; first += block) {
    eligible += lanes_up_to(scratch.data() + first, most);
  }
  std::uint32_t remaining = random.below(eligible);
  std::uint32_t index = 0;
  for (std::uint32_t here; remaining >= (here = lanes_up_to(scratch.data() + index, most)); index += block) {
    remaining -= here;
  }
  for (;; ++index) {
    if (scratch[index] <= most && remaining-- == 0) return index;
  }
}

std::size_t largest_scratch(std::span<const RowSequences> rows) {
  std::size_t most = 0;
  for (const RowSequences& row : rows) most = std::max(most, row.scratch_size());
  return most;
}

Repair::Repair(const Puzzle& puzzle, const Candidates& prepared, std::span<const RowSequences> sequences)
    : inference_(puzzle), prepared_(prepared), sequences_(sequences), scratch_(largest_scratch(sequences)) {
  for (std::uint32_t cell = 0; cell < prepared.cell_count(); ++cell) {
    if (!single(prepared[cell])) open_.push_back(static_cast<std::uint16_t>(cell));
  }
}

std::uint64_t Repair::operator()(Rows& rows, Random& random) {
  tried_ = 0;
  inference_.restore(prepared_);
  order_ = open_;  // not the last order, which a resumed run does not know
  random.shuffle(std::span(order_));
  const std::uint32_t size = prepared_.size;
  for (const std::uint32_t cell : order_) {
    if (!settle(cell, rows[cell / size][cell % size], random)) break;
  }
  complete(rows, random);
  return tried_;
}

bool Repair::settle(std::uint32_t cell, std::uint8_t gene, Random& random) {
  const Candidates before = inference_.candidates();
  return single(before[cell]) || latin::assume_any(inference_, before, cell, gene, random, tried_);
}

void Repair::complete(Rows& rows, Random& random) {
  const std::uint32_t size = prepared_.size;
  const Candidates& known = inference_.candidates();
  for (std::uint32_t row = 0; row < size; ++row) {
    RowCosts costs{};
    for (std::uint32_t column = 0; column < size; ++column) {
      for (std::uint32_t value = 1; value <= size; ++value) {
        costs[column][value - 1] = (known[row * size + column] & value_bit(value)) == 0 ? 1 : 0;
      }
    }
    sequences_[row].copy(sequences_[row].draw(costs, 0, scratch_, random), rows[row]);
  }
}

RowCosts column_costs(const Puzzle& puzzle, const Rows& rows, std::uint32_t row) {
  const std::uint32_t size = puzzle.size;
  const Lanes values = load_lanes(one_to_sixteen.data());
  RowCosts costs{};
  for (std::uint32_t column = 0; column < size; ++column) {
    std::uint32_t others = 0;
    for (std::uint32_t at = 0; at < size; ++at) {
      if (at != row) others |= value_bit(rows[at][column]);
    }
    const auto missing = size - static_cast<std::uint32_t>(std::popcount(others)) - 1;
    Lanes cost = filled(static_cast<std::uint8_t>(missing));
    for (std::uint32_t value = 0; value < size; ++value) {
      cost[value] = static_cast<std::uint8_t>(cost[value] + (others >> value & 1));
    }
    const LineClues clues = clues_of(puzzle, column);
    const auto down = [&](std::uint32_t at) { return at == row ? values : filled(rows[at][column]); };
    const auto up = [&](std::uint32_t at) { return down(size - 1 - at); };
    if (clues.near != 0) {
      cost -= mask(seen_along(size, down) != filled(static_cast<std::uint8_t>(clues.near)));
    }
    if (clues.far != 0) {
      cost -= mask(seen_along(size, up) != filled(static_cast<std::uint8_t>(clues.far)));
    }
    store_lanes(cost, costs[column].data());
  }
  return costs;
}

std::uint32_t columns_penalty(const Puzzle& puzzle, const Rows& rows) {
  return cost_of(rows[0], column_costs(puzzle, rows, 0), puzzle.size);
}

RowSearch::RowSearch(const Puzzle& puzzle, std::span<const RowSequences> sequences, double noise)
    : puzzle_(puzzle), sequences_(sequences), noise_(noise), scratch_(largest_scratch(sequences)) {}

std::uint64_t RowSearch::operator()(Rows& rows, std::uint32_t& penalty, std::uint64_t budget,
                                    std::uint64_t most, Random& random) {
  std::uint64_t used = 0;
  Rows now = rows;
  while (used < budget && penalty > 0) {
    const std::uint32_t row = random.below(puzzle_.size);
    const RowSequences& sequences = sequences_[row];
    if (sequences.count() > most - used) return most;
    used += sequences.count();
    if (sequences.count() == 1) continue;
    const RowCosts costs = column_costs(puzzle_, now, row);
    const std::uint8_t slack = random.chance(noise_) ? 1 : 0;
    sequences.copy(sequences.draw(costs, slack, scratch_, random), now[row]);
    const std::uint32_t cost = cost_of(now[row], costs, puzzle_.size);
    if (cost > penalty) continue;
    penalty = cost;
    rows = now;
  }
  return used;
}

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
  // A repair tries each value of each cell once at most. Where so many are not left, the search has them all.
  const std::uint64_t most_tried = std::uint64_t{size()} * size() * size();
  if (inference_ == Assistance::repair && left_ < budget + most_tried) {
    budget = left_;
  } else if (inference_ == Assistance::repair) {
    Genome repaired = genome;
    evaluations_ += repair_(repaired, random);
    const std::uint32_t after = columns_penalty(puzzle(), repaired);
    if (after <= penalty) {
      penalty = after;
      genome = repaired;
    }
  }
  evaluations_ += search_(genome, penalty, budget, left_ - evaluations_, random);
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
