#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// Finds the beginning of each of `count` records of a buffer, and the end of the last. All records have
/// `record_size_bytes` where that is above 0; where it is 0, each begins with the size of what follows, in 64
/// bits. Throws DataError for a buffer that does not hold such records.
void locate_records(std::span<const std::byte> buffer, std::size_t count, std::size_t record_size_bytes,
                    std::vector<std::size_t>& offsets);

}  // namespace skerry
