#include "puzzles/qap/robust_tabu.hpp"

#include <numeric>

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

SearchResult first_improvement(const Instance& instance, std::span<const std::uint32_t> places,
                               std::span<std::uint32_t> order, SearchResult result, std::uint64_t budget) {
  const std::uint64_t pairs = std::uint64_t{order.size()} * (order.size() - 1) / 2;
  std::uint64_t in_vain = 0;  // pairs examined since the last improvement
  for (;;) {
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      for (std::size_t j = i + 1; j < places.size(); ++j) {
        if (in_vain == pairs || result.evaluations == budget) return result;
        ++result.evaluations;
        ++in_vain;
        const std::int64_t change = instance.change(order, places[i], places[j]);
        if (change >= 0) continue;
        std::swap(order[places[i]], order[places[j]]);
        result.cost += change;
        in_vain = 0;
      }
    }
  }
}

SearchResult best_improvement(const Instance& instance, std::span<std::uint32_t> order, SearchResult result,
                              std::uint64_t budget) {
  std::int64_t best = 0;
  do {
    best = 0;
    std::pair<std::uint32_t, std::uint32_t> best_pair;
    for (std::uint32_t r = 0; r + 1 < order.size() && result.evaluations < budget; ++r) {
      for (std::uint32_t s = r + 1; s < order.size() && result.evaluations < budget; ++s) {
        ++result.evaluations;
        const std::int64_t change = instance.change(order, r, s);
        if (change >= best) continue;
        best = change;
        best_pair = {r, s};
      }
    }
    if (best < 0) std::swap(order[best_pair.first], order[best_pair.second]);
    result.cost += best;
  } while (best < 0 && result.evaluations < budget);
  return result;
}

using Swap = std::pair<std::uint32_t, std::uint32_t>;

template <typename Number>
constexpr Number never = std::numeric_limits<Number>::max();

/// Returns the best of the swaps that waited too long or lead to a new best cost, if any waited too long.
/// Sets `oldest` to the least step of the list.
template <typename Number>
std::optional<Swap> best_due(const BlockSquare<Number>& changes, const BlockSquare<Number>& until,
                             const SwapRules<Number>& rules, Number& oldest) {
  std::optional<Swap> best;
  Number least = never<Number>;
  oldest = never<Number>;
  const auto size = static_cast<std::uint32_t>(changes.size());
  for (std::uint32_t u = 0; u + 1 < size; ++u) {
    for (std::uint32_t v = u + 1; v < size; ++v) {
      const Number change = changes.at(u, v);
      const Number step = until.at(u, v);
      oldest = std::min(oldest, step);
      if ((step >= rules.due && change >= rules.aspired) || change >= least) continue;
      least = change;
      best = Swap{u, v};
    }
  }
  return oldest < rules.due ? best : std::nullopt;
}

/// Returns the best swap that is admitted, of equal ones the first, row by row.
template <typename Number>
std::optional<Swap> best_of(const BlockRow<Number>& least, const BlockRow<Number>& row, std::size_t size) {
  const std::span columns(least.data(), size);
  const Number change = *std::ranges::min_element(columns);
  if (change == never<Number>) return std::nullopt;
  std::optional<Swap> best;
  for (std::size_t v = 0; v < size; ++v) {
    const auto u = static_cast<std::uint32_t>(row[v]);
    if (columns[v] == change && (!best || u < best->first)) best = Swap{u, static_cast<std::uint32_t>(v)};
  }
  return best;
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

SearchResult SwapSearch::operator()(const Instance& instance, Improvement improvement,
                                    std::span<std::uint32_t> order, std::int64_t cost, std::uint64_t budget,
                                    Random& random) {
  const SearchResult start{.cost = cost, .evaluations = 0};
  if (improvement == Improvement::best) return best_improvement(instance, order, start, budget);
  places_.resize(order.size());
  std::iota(places_.begin(), places_.end(), 0U);
  random.shuffle(std::span(places_));
  return first_improvement(instance, places_, order, start, budget);
}

RobustTabu::RobustTabu(const Instance& instance) : state_(states_for(instance)), best_(instance.size()) {}

RobustTabu::States RobustTabu::states_for(const Instance& instance) {
  if (SwapTable<std::int32_t>::fits(instance)) return State<std::int32_t>(instance);
  return State<std::int64_t>(instance);
}

SearchResult RobustTabu::operator()(const TabuSettings& settings, std::span<std::uint32_t> order,
                                    std::int64_t cost, std::uint64_t budget, std::optional<double> target,
                                    Random& random) {
  const std::uint64_t pairs = std::uint64_t{order.size()} * (order.size() - 1) / 2;
  const std::uint64_t steps = std::min(settings.iterations, budget / pairs);
  const double least_wanted = target.value_or(-std::numeric_limits<double>::infinity());
  return std::visit([&](auto& state) { return search(state, steps, order, cost, least_wanted, random); },
                    state_);
}

template <typename Number>
SearchResult RobustTabu::search(State<Number>& state, std::uint64_t steps, std::span<std::uint32_t> order,
                                std::int64_t cost, double target, Random& random) {
  if (steps == 0) return {.cost = cost, .evaluations = 0};
  auto& [table, tabu, least, row] = state;
  const SwapLoops<Number>& loops = swap_loops<Number>();
  const std::size_t size = order.size();
  const auto shortest = static_cast<Number>(9 * size / 10);
  const auto tenures = static_cast<std::uint32_t>((11 * size + 9) / 10 - 9 * size / 10 + 1);
  // Numbers of steps and these stay far below the greatest int32.
  const auto longest_wait = static_cast<Number>(5 * size * size);
  const auto tenure = [&] { return shortest + static_cast<Number>(random.below(tenures)); };

  table.start(order);
  tabu.start();
  Number oldest = -static_cast<Number>(size * size);
  std::int64_t best = cost;
  std::ranges::copy(order, best_.begin());
  std::uint64_t step = 0;
  while (step<steps&& static_cast<double>(best)> target) {
    ++step;
    const auto now = static_cast<Number>(step);
    const auto aspired =
        static_cast<Number>(std::max<std::int64_t>(best - cost, std::numeric_limits<Number>::min()));
    const SwapRules<Number> rules{.now = now, .aspired = aspired, .due = now - longest_wait};
    std::optional<Swap> chosen;
    if (oldest < rules.due) chosen = best_due(table.changes(), tabu.both(), rules, oldest);
    if (!chosen) {
      loops.find_least(table.changes(), tabu.both(), rules, {least.data(), row.data()});
      chosen = best_of(least, row, size);
    }
    if (!chosen) continue;
    const auto [r, s] = *chosen;
    cost += table.change(r, s);
    std::swap(order[r], order[s]);
    table.swap(r, s);
    const Number until_r = now + tenure();
    tabu.swap(r, s, until_r, now + tenure());
    if (cost >= best) continue;
    best = cost;
    std::ranges::copy(order, best_.begin());
  }
  std::ranges::copy(best_, order.begin());
  return {.cost = best, .evaluations = step * (size * (size - 1) / 2)};
}

}  // namespace skerry::qap
