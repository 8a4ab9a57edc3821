#include "puzzles/skyscraper/repair.hpp"

#include "puzzles/latin/assume_any.hpp"

#include <span>

namespace skerry::skyscraper {

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

}  // namespace skerry::skyscraper
