#include "puzzles/qap/instance.hpp"

#include <algorithm>
#include <utility>

namespace skerry::qap {

namespace {

std::int64_t product(std::int32_t a, std::int32_t b) {
  return std::int64_t{a} * b;
}

/// Returns the change of the cost by what rows r and s of `a` share with all columns but r and s.
std::int64_t change_of_rows(const Matrix& a, const Matrix& b, Order order, std::uint32_t r, std::uint32_t s) {
  const std::span row_r = a.row(r);
  const std::span row_s = a.row(s);
  const std::span to_r = b.row(order[r]);
  const std::span to_s = b.row(order[s]);
  std::int64_t sum = 0;
  const auto add = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      sum += (std::int64_t{row_r[i]} - row_s[i]) * (std::int64_t{to_s[order[i]]} - to_r[order[i]]);
  };
  const auto [low, high] = std::minmax(r, s);
  add(0, low);
  add(low + 1, high);
  add(high + 1, order.size());
  return sum;
}

}  // namespace

Matrix Matrix::transposed() const {
  Matrix turned(size_);
  for (std::uint32_t row = 0; row < size_; ++row) {
    for (std::uint32_t column = 0; column < size_; ++column) turned.at(column, row) = at(row, column);
  }
  return turned;
}

Instance::Instance(Matrix first, Matrix second, std::optional<std::int64_t> best_known)
    : first_(std::move(first)),
      second_(std::move(second)),
      symmetric_(first_ == first_.transposed() && second_ == second_.transposed()),
      first_transposed_(symmetric_ ? Matrix(0) : first_.transposed()),
      second_transposed_(symmetric_ ? Matrix(0) : second_.transposed()),
      best_known_(best_known) {}

std::int64_t Instance::cost(Order order) const {
  std::int64_t sum = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    const std::span row = first_.row(i);
    const std::span to = second_.row(order[i]);
    for (std::size_t j = 0; j < row.size(); ++j) sum += product(row[j], to[order[j]]);
  }
  return sum;
}

std::int64_t Instance::change(Order order, std::uint32_t r, std::uint32_t s) const {
  const std::uint32_t p = order[r];
  const std::uint32_t q = order[s];
  const std::int64_t rows = change_of_rows(first_, second_, order, r, s);
  const std::int64_t columns =
      symmetric_ ? rows : change_of_rows(first_transposed_, second_transposed_, order, r, s);
  return rows + columns +
         (std::int64_t{first_.at(r, r)} - first_.at(s, s)) *
             (std::int64_t{second_.at(q, q)} - second_.at(p, p)) +
         (std::int64_t{first_.at(r, s)} - first_.at(s, r)) *
             (std::int64_t{second_.at(q, p)} - second_.at(p, q));
}

}  // namespace skerry::qap
