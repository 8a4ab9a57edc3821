#include "engine/archipelago/logbook.hpp"

#include "skerry/error.hpp"

#include "engine/flat_bytes.hpp"

namespace skerry {
namespace {

struct Counts {
  std::uint64_t generation = 0;
  std::uint64_t best_generation = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t rows = 0;
  std::uint64_t improvements = 0;
};

template <typename T>
void take(std::span<const std::byte>& bytes, std::span<T> values) {
  if (!take_flat(bytes, values)) throw DataError("a saved island ends too early");
}

template <typename T>
void take(std::span<const std::byte>& bytes, std::vector<T>& values, std::uint64_t count) {
  if (count > bytes.size() / sizeof(T)) throw DataError("a saved island ends too early");
  values.resize(count);
  take(bytes, std::span(values));
}

}  // namespace

void Logbook::collect(Island& island, double island_start_s) {
  rows.insert(rows.end(), island.statistics().begin(), island.statistics().end());
  if (!rows.empty()) evaluations = rows.back().evaluations;
  for (Improvement improvement : island.improvements()) {
    improvement.elapsed_s += island_start_s;
    improvements.push_back(improvement);
    best_generation = improvement.generation;
  }
  island.forget();
}

void Logbook::clear() {
  rows.clear();
  improvements.clear();
}

std::vector<std::byte> pack(const Logbook& logbook, const Island& island) {
  const Counts counts{logbook.generation, logbook.best_generation, logbook.evaluations, logbook.rows.size(),
                      logbook.improvements.size()};
  std::vector<std::byte> bytes;
  append_flat<Counts>(bytes, std::span(&counts, 1));
  append_flat<Statistics>(bytes, logbook.rows);
  append_flat<Improvement>(bytes, logbook.improvements);
  append_flat<std::byte>(bytes, island.save());
  return bytes;
}

void unpack(std::span<const std::byte> bytes, Logbook& logbook, Island& island) {
  Counts counts;
  take(bytes, std::span(&counts, 1));
  logbook.generation = counts.generation;
  logbook.best_generation = counts.best_generation;
  logbook.evaluations = counts.evaluations;
  take(bytes, logbook.rows, counts.rows);
  take(bytes, logbook.improvements, counts.improvements);
  island.load(bytes);
}

}  // namespace skerry
