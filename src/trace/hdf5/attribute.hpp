#pragma once

#include "trace/hdf5/handle.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace skerry::hdf5 {

/// Returns the type of a text of fixed size in bytes, padded with zeros, UTF-8. No text has variable length:
/// such texts lie in a heap without a checksum, and HDF5 1.10 loops for ever in a damaged one.
Datatype text_type(std::size_t size_bytes);

/// The most bytes of a text; HDF5 takes no attribute of more than 64 KiB.
inline constexpr std::size_t most_text_bytes = 60000;

// Attributes of an object, all scalars. `object` is a file, group or dataset.
void add_attribute(hid_t object, const char* name, const std::string& text);
void add_attribute(hid_t object, const char* name, std::int64_t value);
void add_attribute(hid_t object, const char* name, std::uint64_t value);
void add_attribute(hid_t object, const char* name, double value);

/// Adds a text that may change later, up to that size: such an attribute is rewritten in place, which SWMR
/// allows.
void reserve_attribute(hid_t object, const char* name, const std::string& text, std::size_t size_bytes);
void change_attribute(hid_t object, const char* name, const std::string& text);
void change_attribute(hid_t object, const char* name, std::int64_t value);
void change_attribute(hid_t object, const char* name, double value);

/// Returns the value, or none where the object has no such attribute.
std::optional<std::string> text_attribute(hid_t object, const char* name);
std::optional<std::int64_t> integer_attribute(hid_t object, const char* name);
std::optional<std::uint64_t> unsigned_attribute(hid_t object, const char* name);
std::optional<double> real_attribute(hid_t object, const char* name);

/// Returns the value, or throws a Failure that names the missing attribute.
template <typename T>
T required(std::optional<T> value, const char* name) {
  if (!value) throw Failure(std::string("attribute '") + name + "' is missing");
  return *std::move(value);
}

}  // namespace skerry::hdf5
