#include "trace/hdf5/checksum.hpp"

#include "trace/hdf5/handle.hpp"

#include <array>
#include <bit>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

namespace skerry::hdf5 {
namespace {

static_assert(std::endian::native == std::endian::little, "datasets are little-endian");

/// zlib's, which takes a fraction of the time of boost::crc_32_type.
class Crc {
 public:
  void add(const void* bytes, std::size_t size) {
    if (size == 0) return;  // zlib takes a null pointer for a wish to start over
    value_ = ::crc32_z(value_, static_cast<const Bytef*>(bytes), size);
  }
  std::uint64_t value() const { return value_; }

 private:
  uLong value_ = 0;
};

struct Sums {
  Crc decided;
  Crc measured;

  template <typename Record, std::size_t N>
  void add(std::span<const Record> records, const std::array<trace_format::Column<Record>, N>& columns,
           std::size_t count = N) {
    std::vector<std::array<char, 8>> values(records.size());
    for (const auto& column : std::span(columns).first(count)) {
      std::visit(
          [&](auto member) {
            for (std::size_t i = 0; i < records.size(); ++i) {
              values[i] = std::bit_cast<std::array<char, 8>>(records[i].*member);
            }
          },
          column.member);
      (trace_format::is_measured(column) ? measured : decided)
          .add(values.data(), values.size() * sizeof(values[0]));
    }
  }
};

}  // namespace

std::uint64_t checksum_of(std::string_view text) {
  return checksum_of({}, text);
}

std::uint64_t checksum_of(std::span<const std::byte> genome, std::string_view text) {
  Crc crc;
  crc.add(genome.data(), genome.size());
  crc.add(text.data(), text.size());
  return crc.value();
}

EpochChecksums checksums_of(const EpochRecord& record, const trace_format::EpochRow& row) {
  Sums sums;
  sums.add(std::span(record.statistics), trace_format::generation_columns);
  sums.add(std::span(record.improvements), trace_format::improvement_columns);
  sums.add(std::span(record.migration), trace_format::migration_columns);
  sums.add(std::span(&row, 1), trace_format::epoch_columns,
           trace_format::epoch_columns.size() - trace_format::checksum_columns);
  return {sums.decided.value(), sums.measured.value()};
}

void check(std::string_view what, std::uint64_t read, std::uint64_t written) {
  if (read == written) return;
  throw Failure(fmt::format("{} is not as it was written: its checksum is {:#010x} and not {:#010x}", what,
                            read, written));
}

}  // namespace skerry::hdf5
