#include "puzzles/qap/swap_table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace skerry::qap {

namespace {

/// A pair of matrices of which the whole cost, or one of two halves of it, is made.
using MatrixPair = std::pair<Matrix, Matrix>;

Matrix sum(const Matrix& a, const Matrix& b) {
  Matrix result(a.size());
  for (std::uint32_t row = 0; row < a.size(); ++row) {
    for (std::uint32_t column = 0; column < a.size(); ++column)
      result.at(row, column) = a.at(row, column) + b.at(row, column);
  }
  return result;
}

/// Returns one pair if either matrix is symmetric, since then only the symmetric part of the other one
/// counts.
std::vector<MatrixPair> pairs_of(const Instance& instance) {
  const Matrix& first = instance.first();
  const Matrix& second = instance.second();
  if (second == second.transposed()) return {{sum(first, first.transposed()), second}};
  if (first == first.transposed()) return {{first, sum(second, second.transposed())}};
  return {{first, second}, {first.transposed(), second.transposed()}};
}

/// Returns how far two entries, or an entry and 0, may lie apart.
std::int64_t range_of(const Matrix& matrix) {
  const auto [least, greatest] = std::ranges::minmax(matrix.entries());
  return std::int64_t{std::max(greatest, 0)} - std::min(least, 0);
}

template <typename Number>
BlockSquare<Number> square_of(const Matrix& matrix) {
  BlockSquare<Number> square(matrix.size());
  for (std::uint32_t row = 0; row < matrix.size(); ++row) std::ranges::copy(matrix.row(row), square.row(row));
  return square;
}

}  // namespace

template <typename Number>
bool SwapTable<Number>::fits(const Instance& instance) {
  constexpr std::int64_t most = std::numeric_limits<Number>::max() / 2;
  // A sum has n terms, and what is added to it before it is complete is worth at most 8 more.
  const std::int64_t terms = 2 * (std::int64_t{instance.size()} + 8);
  const std::int64_t first = 2 * range_of(instance.first());
  const std::int64_t second = 2 * range_of(instance.second());
  return first == 0 || second <= most / terms / first;
}

template <typename Number>
SwapTable<Number>::SwapTable(const Instance& instance)
    : size_(instance.size()),
      loops_(&swap_loops<Number>()),
      first_diagonal_(size_),
      second_diagonal_(size_),
      changes_(size_),
      x_(size_),
      y_(size_) {
  for (const auto& [first, second] : pairs_of(instance)) {
    const auto entries = second.entries();
    parts_.push_back(
        {square_of<Number>(first), BlockSquare<Number>(size_), {entries.begin(), entries.end()}});
  }
  for (std::size_t i = 0; i < size_; ++i) first_diagonal_[i] = parts_.front().first.at(i, i);
}

template <typename Number>
void SwapTable<Number>::start(Order order) {
  for (Part& part : parts_) {
    for (std::size_t i = 0; i < size_; ++i) {
      const Number* from = part.unordered.data() + order[i] * size_;
      Number* to = part.second.row(i);
      for (std::size_t j = 0; j < size_; ++j) to[j] = from[order[j]];
    }
  }
  for (std::size_t i = 0; i < size_; ++i) second_diagonal_[i] = parts_.front().second.at(i, i);
  for (std::uint32_t place = 0; place < size_; ++place) examine(place);
}

template <typename Number>
void SwapTable<Number>::swap(std::uint32_t r, std::uint32_t s) {
  for (Part& part : parts_) {
    Number* const row_r = part.second.row(r);
    Number* const row_s = part.second.row(s);
    std::swap_ranges(row_r, row_r + size_, row_s);
    for (std::size_t row = 0; row < size_; ++row) std::swap(part.second.at(row, r), part.second.at(row, s));
    const Number* const first_r = part.first.row(r);
    const Number* const first_s = part.first.row(s);
    for (std::size_t i = 0; i < size_; ++i) {
      x_[i] = first_r[i] - first_s[i];
      y_[i] = row_s[i] - row_r[i];
    }
    loops_->add_products(changes_, x_.data(), y_.data());
  }
  std::swap(second_diagonal_[r], second_diagonal_[s]);
  examine(r);
  examine(s);
}

/// Computes the changes by swaps with the entry at a place.
template <typename Number>
void SwapTable<Number>::examine(std::uint32_t place) {
  const std::size_t r = place;
  x_.clear();
  y_.clear();
  Number* __restrict sums = x_.data();
  Number* __restrict corners = y_.data();
  const Number* const first = first_diagonal_.data();
  const Number* const second = second_diagonal_.data();
  const Number first_r = first[r];
  const Number second_r = second[r];
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const Part& transposed = parts_[parts_.size() - 1 - i];
    const Number* const first_from = part.first.row(r);
    const Number* const first_to = transposed.first.row(r);
    const Number* const second_from = part.second.row(r);
    const Number* const second_to = transposed.second.row(r);
    loops_->add_differences(transposed.first, transposed.second, {first_from, second_from}, sums);
    for (std::size_t u = 0; u < size_; ++u) {
      // What the two places have with themselves and each other has been added as if they were others.
      sums[u] -= (first[u] - first_from[u]) * (second_from[u] - second[u]) +
                 (first_to[u] - first_r) * (second_r - second_to[u]);
      corners[u] += (first_r - first[u]) * (second[u] - second_r) +
                    (first_from[u] - first_to[u]) * (second_to[u] - second_from[u]);
    }
  }
  for (std::size_t u = 0; u < size_; ++u) sums[u] += corners[u] / 2;
  for (std::size_t u = 0; u < r; ++u) changes_.at(u, r) = sums[u];
  std::copy(sums + r + 1, sums + size_, changes_.row(r) + r + 1);
}

template class SwapTable<std::int32_t>;
template class SwapTable<std::int64_t>;

}  // namespace skerry::qap
