#include "skerry/fronts/front_archive.hpp"

#include <algorithm>
#include <iterator>

namespace skerry {

namespace {

bool none_is_larger(const double* a, const double* b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

}  // namespace

bool FrontArchive::insert(std::span<const double> vector, std::uint64_t id) {
  removed_.clear();
  vector_.resize(objectives_);
  std::ranges::transform(vector, vector_.begin(), ordered_objective);
  return objectives_ == 2 ? insert_pair({{vector_[0], vector_[1]}, id}) : insert_row(id);
}

void FrontArchive::clear() {
  removed_.clear();
  pairs_.clear();
  rows_.clear();
  ids_.clear();
}

bool FrontArchive::insert_pair(const Pair& pair) {
  auto next = pairs_.upper_bound(pair);
  // Of those that are as good in the first objective, the last is the best in the second.
  if (next != pairs_.begin()) {
    const auto before = std::prev(next);
    if (before->vector[1] <= pair.vector[1]) return false;
    if (before->vector[0] == pair.vector[0]) next = before;
  }
  while (next != pairs_.end() && next->vector[1] >= pair.vector[1]) {
    removed_.push_back(next->id);
    next = pairs_.erase(next);
  }
  pairs_.insert(next, pair);
  return true;
}

/// Returns the number of rows that come before vector_ in lexicographic order or equal it.
std::size_t FrontArchive::place_of_vector() const {
  std::size_t place = 0;
  for (std::size_t end = ids_.size(); place < end;) {
    const std::size_t middle = place + (end - place) / 2;
    if (std::ranges::lexicographical_compare(vector_, row(middle))) {
      end = middle;
    } else {
      place = middle + 1;
    }
  }
  return place;
}

bool FrontArchive::insert_row(std::uint64_t id) {
  // Only what comes before a vector can dominate it, and it can dominate only what comes after. The order has
  // settled the first objective.
  const std::size_t place = place_of_vector();
  const double* rest = vector_.data() + 1;
  for (std::size_t i = 0; i < place; ++i) {
    if (none_is_larger(rows_.data() + i * objectives_ + 1, rest, objectives_ - 1)) return false;
  }
  std::size_t kept = place;
  for (std::size_t i = place; i < ids_.size(); ++i) {
    if (none_is_larger(rest, rows_.data() + i * objectives_ + 1, objectives_ - 1)) {
      removed_.push_back(ids_[i]);
      continue;
    }
    if (kept != i) {
      std::ranges::copy(row(i), rows_.begin() + static_cast<std::ptrdiff_t>(kept * objectives_));
      ids_[kept] = ids_[i];
    }
    ++kept;
  }
  rows_.resize(kept * objectives_);
  ids_.resize(kept);
  rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(place * objectives_), vector_.begin(),
               vector_.end());
  ids_.insert(ids_.begin() + static_cast<std::ptrdiff_t>(place), id);
  return true;
}

}  // namespace skerry
