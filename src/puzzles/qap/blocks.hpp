#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace skerry::qap {

constexpr std::size_t block_length = 16;

constexpr std::size_t blocks_for(std::size_t size) {
  return (size + block_length - 1) / block_length;
}

template <typename Number>
struct alignas(64) Block {
  std::array<Number, block_length> numbers{};
};

/// Numbers behind the last one are 0 at first.
template <typename Number>
class BlockRow {
 public:
  explicit BlockRow(std::size_t size) : blocks_(blocks_for(size)) {}

  void clear() { std::ranges::fill(blocks_, Block<Number>{}); }
  Number* data() { return blocks_.front().numbers.data(); }
  const Number* data() const { return blocks_.front().numbers.data(); }
  Number& operator[](std::size_t i) { return blocks_[i / block_length].numbers[i % block_length]; }
  Number operator[](std::size_t i) const { return blocks_[i / block_length].numbers[i % block_length]; }

 private:
  std::vector<Block<Number>> blocks_;
};

/// A square of numbers, row by row, of which each row fills whole blocks, as do the rows together.
template <typename Number>
class BlockSquare {
 public:
  explicit BlockSquare(std::size_t size)
      : size_(size), blocks_(blocks_for(size)), numbers_(blocks_ * block_length * blocks_ * block_length) {}

  std::size_t size() const { return size_; }
  std::size_t blocks() const { return blocks_; }
  Number* row(std::size_t row) { return numbers_.data() + row * blocks_ * block_length; }
  const Number* row(std::size_t row) const { return numbers_.data() + row * blocks_ * block_length; }
  Number& at(std::size_t row, std::size_t column) { return this->row(row)[column]; }
  Number at(std::size_t row, std::size_t column) const { return this->row(row)[column]; }

 private:
  std::size_t size_;
  std::size_t blocks_;
  BlockRow<Number> numbers_;
};

}  // namespace skerry::qap
