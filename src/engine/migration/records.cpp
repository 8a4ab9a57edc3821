#include "engine/migration/records.hpp"

#include "skerry/error.hpp"

#include <cstdint>
#include <cstring>

namespace skerry {

void locate_records(std::span<const std::byte> buffer, std::size_t count, std::size_t record_size_bytes,
                    std::vector<std::size_t>& offsets) {
  offsets.resize(count + 1);
  std::size_t offset = 0;
  for (std::size_t i = 0; i < count; ++i) {
    offsets[i] = offset;
    const std::size_t left = buffer.size() - offset;
    std::uint64_t size = record_size_bytes;
    if (record_size_bytes == 0) {
      if (left < sizeof(size)) throw DataError("a buffer of genomes ends in the middle of a record");
      std::memcpy(&size, buffer.data() + offset, sizeof(size));
      if (size > left - sizeof(size)) throw DataError("a buffer of genomes ends in the middle of a record");
      size += sizeof(size);
    }
    offset += size;
  }
  offsets[count] = offset;
  if (offset != buffer.size()) throw DataError("a buffer of genomes is longer than its records");
}

}  // namespace skerry
