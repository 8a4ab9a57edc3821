#pragma once

#include "skerry/error.hpp"
#include "skerry/record.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

// The state of an algorithm stands at the end of a saved island. Where its size is not known before, the size
// follows it.

/// Appends what write(bytes) appends, and then its size.
template <typename Write>
void append_trailing(std::vector<std::byte>& state, Write write) {
  const std::size_t before = state.size();
  write(state);
  append_record(state, std::uint64_t{state.size() - before});
}

/// Returns the size of what append_trailing() appended last, its size included. Throws DataError if the state
/// is shorter than that.
inline std::size_t trailing_size_bytes(std::span<const std::byte> state) {
  std::uint64_t size_bytes = 0;
  if (state.size() < sizeof(size_bytes)) throw DataError("a saved island ends too early");
  std::span<const std::byte> last = state.last(sizeof(size_bytes));
  take_record(last, size_bytes);
  if (size_bytes > state.size() - sizeof(size_bytes)) throw DataError("a saved island ends too early");
  return size_bytes + sizeof(size_bytes);
}

}  // namespace skerry
