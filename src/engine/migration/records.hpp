#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// Where each of `count` records of a buffer begins, and where the last ends. Records of one size where it is
/// given; otherwise (0) each begins with the size of what follows, 64 bits. Throws DataError where the buffer
/// is no such.
void locate_records(std::span<const std::byte> buffer, std::size_t count, std::size_t record_size_bytes,
                    std::vector<std::size_t>& offsets);

}  // namespace skerry
