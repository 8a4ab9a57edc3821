#include "engine/archipelago/gathering.hpp"

#include "skerry/record.hpp"

#include "engine/communication/communicator.hpp"

#include <algorithm>
#include <numeric>

namespace skerry {
namespace {

EpochRecord unpack(std::span<const std::byte> messages, std::size_t rows, bool migrated,
                   std::span<const RowCounts> counts) {
  const auto take = [&messages](auto& record) { take_record(messages, record); };
  const std::size_t islands = counts.size();
  EpochRecord record;
  record.generations = rows;
  record.islands = islands;
  record.statistics.resize(rows * islands);
  for (std::size_t island = 0; island < islands; ++island) {
    for (std::size_t row = 0; row < rows; ++row) take(record.statistics[row * islands + island]);
    MigrationCost cost;
    take(cost);
    if (migrated) record.migration.push_back(cost);
    for (std::uint64_t i = 0; i < counts[island].improvements; ++i) {
      take(record.improvements.emplace_back());
    }
    for (std::uint64_t i = 0; i < counts[island].births; ++i) take(record.births.emplace_back());
    for (std::uint64_t i = 0; i < counts[island].evaluation_rows; ++i)
      take(record.evaluation_rows.emplace_back());
  }
  std::ranges::stable_sort(record.improvements, {}, &Improvement::generation);
  std::ranges::stable_sort(record.births, {}, &Birth::generation);
  std::ranges::stable_sort(record.evaluation_rows, {}, &EvaluationRow::generation);
  return record;
}

}  // namespace

EpochRecord Gathering::gather(const Logbook& logbook, const std::optional<MigrationCost>& cost,
                              std::span<const RowCounts> counts) {
  const std::size_t rows = logbook.rows.size();
  const MigrationCost told = cost.value_or(MigrationCost{});
  message_.clear();
  for (const Statistics& row : logbook.rows) append_record(message_, row);
  append_record(message_, told);
  for (const Improvement& improvement : logbook.improvements) append_record(message_, improvement);
  for (const Birth& birth : logbook.births) append_record(message_, birth);
  for (const EvaluationRow& row : logbook.evaluation_rows) append_record(message_, row);

  sizes_.clear();
  for (const RowCounts& count : counts) {
    sizes_.push_back(rows * sizeof(Statistics) + sizeof(MigrationCost) +
                     count.improvements * sizeof(Improvement) + count.births * sizeof(Birth) +
                     count.evaluation_rows * sizeof(EvaluationRow));
  }
  const bool first = world_.rank() == 0;
  if (first) messages_.resize(std::reduce(sizes_.begin(), sizes_.end()));
  world_.gather(std::span<const std::byte>(message_), sizes_, std::span(messages_));
  return first ? unpack(messages_, rows, cost.has_value(), counts) : EpochRecord{};
}

}  // namespace skerry
