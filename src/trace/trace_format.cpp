#include "trace/trace_format.hpp"

#include "trace/hdf5/file.hpp"

#include <bit>

#include <fmt/core.h>
#include <zlib.h>

namespace skerry::hdf5 {
namespace {

static_assert(std::endian::native == std::endian::little, "datasets are little-endian");

template <Record R>
void add(EpochChecksums& sums, std::span<const R> records) {
  for_each_member<R>([&](const auto& member) {
    std::uint64_t& sum = member.measured() ? sums.measured : sums.decided;
    sum = column_checksum(records, member, sum);
  });
}

}  // namespace

std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t before) {
  if (bytes.empty()) return before;  // zlib would start over at a null pointer
  return ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

std::uint64_t checksum_of(std::string_view text, std::uint64_t before) {
  return checksum_of(std::as_bytes(std::span(text)), before);
}

EpochChecksums checksums_of(const EpochRecord& record, const EpochRow& row) {
  EpochChecksums sums;
  add<Statistics>(sums, record.statistics);
  add<Improvement>(sums, record.improvements);
  add<MigrationCost>(sums, record.migration);
  add<EpochRow>(sums, std::span(&row, 1));
  const std::size_t cells = record.statistics.size();
  const std::size_t columns = cells == 0 ? 0 : record.column_values.size() / cells;
  std::vector<double> values(columns == 0 ? 0 : cells);
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t i = 0; i < cells; ++i) values[i] = record.column_values[i * columns + column];
    sums.decided = checksum_of(std::as_bytes(std::span(values)), sums.decided);
  }
  sums.decided = checksum_of(record.improvement_genomes, sums.decided);
  return sums;
}

void check(std::string_view what, std::uint64_t read, std::uint64_t written) {
  if (read == written) return;
  throw Failure(fmt::format("{} is not as it was written: its checksum is {:#010x} and not {:#010x}", what,
                            read, written));
}

}  // namespace skerry::hdf5
