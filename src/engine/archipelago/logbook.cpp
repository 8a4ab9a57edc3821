#include "engine/archipelago/logbook.hpp"

#include "skerry/error.hpp"
#include "skerry/record.hpp"

#include <array>

namespace skerry {
namespace {

[[noreturn]] void refuse() {
  throw DataError("a saved island ends too early");
}

template <typename Rows, typename Work>
void for_each_list(Rows& rows, Work&& work) {
  work(rows.statistics);
  for_each_event_list(rows, work);
}

}  // namespace

void Logbook::collect(Island& island, double island_start_s) {
  const auto add = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
  add(rows.statistics, island.statistics());
  add(rows.column_values, island.column_values());
  if (!rows.statistics.empty()) evaluations = rows.statistics.back().evaluations;
  for (Improvement improvement : island.improvements()) {
    improvement.elapsed_s += island_start_s;
    rows.improvements.push_back(improvement);
    best_generation = improvement.generation;
  }
  add(rows.improvement_genomes, island.improvement_genomes());
  add(rows.births, island.births());
  add(rows.evaluation_rows, island.evaluation_rows());
  island.forget();
}

std::vector<std::byte> pack(const Logbook& logbook, const Island& island) {
  std::vector<std::byte> bytes;
  append_record(bytes, std::array{logbook.generation, logbook.best_generation, logbook.evaluations});
  for_each_list(logbook.rows, [&](const auto& list) { append_record(bytes, std::uint64_t{list.size()}); });
  for_each_list(logbook.rows, [&](const auto& list) {
    for (const auto& row : list) append_record(bytes, row);
  });
  append_record(bytes, std::uint64_t{logbook.rows.improvement_genomes.size()});
  bytes.insert(bytes.end(), logbook.rows.improvement_genomes.begin(), logbook.rows.improvement_genomes.end());
  const std::vector<std::byte> own = island.save();
  bytes.insert(bytes.end(), own.begin(), own.end());
  // They stand at the end, where the checkpoint of a run without such columns has nothing.
  for (const double value : logbook.rows.column_values) append_record(bytes, value);
  return bytes;
}

std::span<const std::byte> unpack(std::span<const std::byte> bytes, Logbook& logbook) {
  const auto take = [&bytes](auto& value) {
    if (!take_record(bytes, value)) refuse();
  };
  for (auto* number : {&logbook.generation, &logbook.best_generation, &logbook.evaluations}) take(*number);
  std::vector<std::uint64_t> sizes;
  for_each_list(logbook.rows, [&](const auto&) { take(sizes.emplace_back()); });
  auto size = sizes.begin();
  for_each_list(logbook.rows, [&]<typename Row>(std::vector<Row>& list) {
    if (*size > bytes.size() / sizeof(Row)) refuse();
    list.resize(*size++);
    for (Row& row : list) take(row);
  });
  std::uint64_t genomes_size_bytes = 0;
  take(genomes_size_bytes);
  if (genomes_size_bytes > bytes.size()) refuse();
  const auto genomes = bytes.first(genomes_size_bytes);
  logbook.rows.improvement_genomes.assign(genomes.begin(), genomes.end());
  return bytes.subspan(genomes_size_bytes);
}

void unpack(std::span<const std::byte> bytes, Logbook& logbook, Island& island) {
  bytes = unpack(bytes, logbook);
  std::vector<double>& values = logbook.rows.column_values;
  values.resize(logbook.rows.statistics.size() * island.columns().size());
  const std::size_t size_bytes = values.size() * sizeof(double);
  if (size_bytes > bytes.size()) refuse();
  auto last = bytes.last(size_bytes);
  for (double& value : values) take_record(last, value);
  island.load(bytes.first(bytes.size() - size_bytes));
}

}  // namespace skerry
