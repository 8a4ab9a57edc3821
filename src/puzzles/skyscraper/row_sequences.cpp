#include "puzzles/skyscraper/row_sequences.hpp"

#include "puzzles/skyscraper/beginning.hpp"
#include "puzzles/skyscraper/lanes.hpp"

#include <algorithm>

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

}  // namespace skerry::skyscraper
