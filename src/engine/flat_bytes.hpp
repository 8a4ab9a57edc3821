#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace skerry {

/// Appends values as their bytes.
template <typename T>
requires std::is_trivially_copyable_v<T>
void append_flat(std::vector<std::byte>& bytes, std::span<const T> values) {
  const std::size_t before = bytes.size();
  bytes.resize(before + values.size_bytes());
  if (!values.empty()) std::memcpy(bytes.data() + before, values.data(), values.size_bytes());
}

/// Takes values off the front; false where there are too few bytes.
template <typename T>
requires std::is_trivially_copyable_v<T>
bool take_flat(std::span<const std::byte>& bytes, std::span<T> values) {
  if (bytes.size() < values.size_bytes()) return false;
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size_bytes());
  bytes = bytes.subspan(values.size_bytes());
  return true;
}

}  // namespace skerry
