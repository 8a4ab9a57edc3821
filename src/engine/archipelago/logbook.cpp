#include "engine/archipelago/logbook.hpp"

#include "skerry/error.hpp"
#include "skerry/record.hpp"

#include <tuple>

namespace skerry {
namespace {

/// The part of a logbook that precedes its rows in a checkpoint.
struct LogbookCounts {
  std::uint64_t generation = 0;
  std::uint64_t best_generation = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t rows = 0;
  std::uint64_t improvements = 0;
  std::uint64_t births = 0;
  std::uint64_t evaluation_rows = 0;
};

}  // namespace

template <>
inline constexpr auto members_of<LogbookCounts> = std::tuple{
    Member{"generation", "1", "generation at which the island stands", &LogbookCounts::generation},
    Member{"best_generation", "1", "generation of the last new best", &LogbookCounts::best_generation},
    Member{"evaluations", "1", "evaluations since the start", &LogbookCounts::evaluations},
    Member{"rows", "1", "Statistics that follow", &LogbookCounts::rows},
    Member{"improvements", "1", "Improvements that follow", &LogbookCounts::improvements},
    Member{"births", "1", "Births that follow", &LogbookCounts::births},
    Member{"evaluation_rows", "1", "EvaluationRows that follow", &LogbookCounts::evaluation_rows}};
static_assert(describes_whole<LogbookCounts>);

namespace {

[[noreturn]] void refuse() {
  throw DataError("a saved island ends too early");
}

template <typename T>
void take(std::span<const std::byte>& bytes, std::vector<T>& records, std::uint64_t count) {
  if (count > bytes.size() / sizeof(T)) refuse();
  records.resize(count);
  for (T& record : records) take_record(bytes, record);
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
  births.insert(births.end(), island.births().begin(), island.births().end());
  evaluation_rows.insert(evaluation_rows.end(), island.evaluation_rows().begin(),
                         island.evaluation_rows().end());
  island.forget();
}

void Logbook::clear() {
  rows.clear();
  improvements.clear();
  births.clear();
  evaluation_rows.clear();
}

std::vector<std::byte> pack(const Logbook& logbook, const Island& island) {
  std::vector<std::byte> bytes;
  append_record(bytes, LogbookCounts{logbook.generation, logbook.best_generation, logbook.evaluations,
                                     logbook.rows.size(), logbook.improvements.size(), logbook.births.size(),
                                     logbook.evaluation_rows.size()});
  for (const Statistics& row : logbook.rows) append_record(bytes, row);
  for (const Improvement& improvement : logbook.improvements) append_record(bytes, improvement);
  for (const Birth& birth : logbook.births) append_record(bytes, birth);
  for (const EvaluationRow& row : logbook.evaluation_rows) append_record(bytes, row);
  const std::vector<std::byte> own = island.save();
  bytes.insert(bytes.end(), own.begin(), own.end());
  return bytes;
}

std::span<const std::byte> unpack(std::span<const std::byte> bytes, Logbook& logbook) {
  LogbookCounts counts;
  if (!take_record(bytes, counts)) refuse();
  logbook.generation = counts.generation;
  logbook.best_generation = counts.best_generation;
  logbook.evaluations = counts.evaluations;
  take(bytes, logbook.rows, counts.rows);
  take(bytes, logbook.improvements, counts.improvements);
  take(bytes, logbook.births, counts.births);
  take(bytes, logbook.evaluation_rows, counts.evaluation_rows);
  return bytes;
}

void unpack(std::span<const std::byte> bytes, Logbook& logbook, Island& island) {
  island.load(unpack(bytes, logbook));
}

}  // namespace skerry
