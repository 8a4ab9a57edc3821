#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skerry::hdf5 {

struct Extent {
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
};

/// All of a file but the rows of its datasets.
struct Structure {
  std::uint64_t size_bytes = 0;  ///< of the file
  std::vector<Extent> extents = {};
  std::vector<std::byte> bytes = {};  ///< of the extents, one after another
};

}  // namespace skerry::hdf5
