#include "skerry/population/population.hpp"

#include "engine/population/violations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace skerry {
namespace {

/// A slot with a number by which it is ordered.
struct NumberedSlot {
  std::uint64_t number = 0;
  std::uint32_t slot = 0;
};

/// Below this number of slots, comparisons take less time than the histograms of a radix sort.
constexpr std::size_t few_slots = 64;

/// Returns a number that is in the order of the values; 0 and -0 have the same.
std::uint64_t ordered_number(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// Sorts by the number, a byte at a time from the last (radix sort); it keeps the order of equal ones. Bytes
/// that all numbers have in common, as most of whole numbers, take no pass.
void sort_by_number(std::vector<NumberedSlot>& slots, std::vector<NumberedSlot>& room) {
  constexpr std::size_t values = 256;
  std::array<std::array<std::uint32_t, values>, sizeof(std::uint64_t)> counts{};
  for (const NumberedSlot& slot : slots) {
    for (std::size_t byte = 0; byte < counts.size(); ++byte) ++counts[byte][slot.number >> 8 * byte & 0xff];
  }
  room.resize(slots.size());
  for (std::size_t byte = 0; byte < counts.size(); ++byte) {
    std::array<std::uint32_t, values>& places = counts[byte];
    if (places[slots[0].number >> 8 * byte & 0xff] == slots.size()) continue;
    std::exclusive_scan(places.begin(), places.end(), places.begin(), 0U);
    for (const NumberedSlot& slot : slots) room[places[slot.number >> 8 * byte & 0xff]++] = slot;
    std::swap(slots, room);
  }
}

bool comes_before(std::span<const Key> keys, std::uint32_t a, std::uint32_t b) {
  return keys[a] < keys[b] || (!(keys[b] < keys[a]) && a < b);
}

void order_many(std::span<const Key> keys, std::vector<std::uint32_t>& ranking) {
  // Each thread has room of its own, which is used again.
  thread_local std::vector<NumberedSlot> slots;
  thread_local std::vector<NumberedSlot> room;
  slots.resize(keys.size());
  for (std::uint32_t slot = 0; slot < keys.size(); ++slot)
    slots[slot] = {ordered_number(keys[slot].cost), slot};
  sort_by_number(slots, room);
  if (!have_same_violation(keys)) {
    for (NumberedSlot& slot : slots) slot.number = ordered_number(keys[slot.slot].violation);
    sort_by_number(slots, room);
  }
  for (std::size_t rank = 0; rank < slots.size(); ++rank) ranking[rank] = slots[rank].slot;
}

}  // namespace

void order_by_key(std::span<const Key> keys, std::vector<std::uint32_t>& ranking) {
  ranking.resize(keys.size());
  const bool sorted = std::ranges::is_sorted(keys);
  if (!sorted && keys.size() >= few_slots) {
    order_many(keys, ranking);
    return;
  }
  std::iota(ranking.begin(), ranking.end(), 0U);
  if (sorted) return;
  std::ranges::sort(ranking, [&](std::uint32_t a, std::uint32_t b) { return comes_before(keys, a, b); });
}

std::size_t best_slot(std::span<const Key> keys) {
  std::size_t best = 0;
  Key least = keys[0];
  for (std::size_t slot = 1; slot < keys.size(); ++slot) {
    // A branch that is hardly ever taken costs less than to wait for the last comparison.
    if (__builtin_expect_with_probability(keys[slot] < least, 0, 0.999)) {
      best = slot;
      least = keys[slot];
    }
  }
  return best;
}

void best_slots(std::span<const Key> keys, std::size_t count, std::vector<std::uint32_t>& slots) {
  slots.clear();
  if (count == 0) return;
  slots.resize(keys.size());
  std::iota(slots.begin(), slots.end(), 0U);
  const auto better = [&](std::uint32_t a, std::uint32_t b) { return comes_before(keys, a, b); };
  const auto end = slots.begin() + static_cast<std::ptrdiff_t>(count);
  if (count < keys.size()) std::ranges::nth_element(slots, end, better);
  std::ranges::sort(slots.begin(), end, better);
  slots.resize(count);
}

}  // namespace skerry
