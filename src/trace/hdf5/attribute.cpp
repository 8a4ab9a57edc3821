#include "trace/hdf5/attribute.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

void add(hid_t object, const char* name, hid_t file_type, hid_t memory_type, const void* value) {
  const std::string doing = fmt::format("attribute '{}'", name);
  const Dataspace scalar(H5Screate(H5S_SCALAR), doing);
  const Attribute attribute(H5Acreate2(object, name, file_type, scalar.id(), H5P_DEFAULT, H5P_DEFAULT),
                            doing);
  checked(H5Awrite(attribute.id(), memory_type, value), doing);
}

void change(hid_t object, const char* name, hid_t memory_type, const void* value) {
  const std::string doing = fmt::format("attribute '{}'", name);
  const Attribute attribute(H5Aopen(object, name, H5P_DEFAULT), doing);
  checked(H5Awrite(attribute.id(), memory_type, value), doing);
}

/// Opens a scalar attribute of that class; returns none where there is no such attribute.
std::optional<Attribute> open(hid_t object, const char* name, H5T_class_t expected, const char* kind) {
  const std::string doing = fmt::format("attribute '{}'", name);
  if (checked(H5Aexists(object, name), doing) == 0) return std::nullopt;
  Attribute attribute(H5Aopen(object, name, H5P_DEFAULT), doing);
  const Datatype type(H5Aget_type(attribute.id()), doing);
  const Dataspace space(H5Aget_space(attribute.id()), doing);
  if (H5Tget_class(type.id()) != expected || H5Sget_simple_extent_npoints(space.id()) != 1) {
    throw Failure(fmt::format("attribute '{}' is not {}", name, kind));
  }
  return attribute;
}

template <typename T>
std::optional<T> number(hid_t object, const char* name, H5T_class_t expected, const char* kind,
                        hid_t memory_type) {
  const auto attribute = open(object, name, expected, kind);
  if (!attribute) return std::nullopt;
  T value{};
  checked(H5Aread(attribute->id(), memory_type, &value), fmt::format("attribute '{}'", name));
  return value;
}

}  // namespace

Datatype text_type(std::size_t size_bytes) {
  Datatype type(H5Tcopy(H5T_C_S1), "text type");
  checked(H5Tset_size(type.id(), size_bytes), "text type");
  checked(H5Tset_cset(type.id(), H5T_CSET_UTF8), "text type");
  checked(H5Tset_strpad(type.id(), H5T_STR_NULLPAD), "text type");
  return type;
}

void add_attribute(hid_t object, const char* name, const std::string& text) {
  reserve_attribute(object, name, text, std::max<std::size_t>(text.size(), 1));
}

void add_attribute(hid_t object, const char* name, std::int64_t value) {
  add(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}

void add_attribute(hid_t object, const char* name, std::uint64_t value) {
  add(object, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}

void add_attribute(hid_t object, const char* name, double value) {
  add(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

void reserve_attribute(hid_t object, const char* name, const std::string& text, std::size_t size_bytes) {
  const Datatype type = text_type(size_bytes);
  std::string padded = text;
  padded.resize(size_bytes, '\0');
  add(object, name, type.id(), type.id(), padded.data());
}

void change_attribute(hid_t object, const char* name, const std::string& text) {
  const Attribute attribute(H5Aopen(object, name, H5P_DEFAULT), name);
  const Datatype type(H5Aget_type(attribute.id()), name);
  std::string padded = text;
  padded.resize(H5Tget_size(type.id()), '\0');
  checked(H5Awrite(attribute.id(), type.id(), padded.data()), name);
}

void change_attribute(hid_t object, const char* name, std::int64_t value) {
  change(object, name, H5T_NATIVE_INT64, &value);
}

void change_attribute(hid_t object, const char* name, double value) {
  change(object, name, H5T_NATIVE_DOUBLE, &value);
}

std::optional<std::string> text_attribute(hid_t object, const char* name) {
  const auto attribute = open(object, name, H5T_STRING, "a text");
  if (!attribute) return std::nullopt;
  const Datatype type(H5Aget_type(attribute->id()), name);
  const std::size_t size = H5Tget_size(type.id());
  if (checked(H5Tis_variable_str(type.id()), name) > 0 || size > most_text_bytes) {
    throw Failure(fmt::format("attribute '{}' is not a text of fixed size", name));
  }
  std::string text(size, '\0');
  checked(H5Aread(attribute->id(), type.id(), text.data()), name);
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

std::optional<std::int64_t> integer_attribute(hid_t object, const char* name) {
  return number<std::int64_t>(object, name, H5T_INTEGER, "a whole number", H5T_NATIVE_INT64);
}

std::optional<std::uint64_t> unsigned_attribute(hid_t object, const char* name) {
  return number<std::uint64_t>(object, name, H5T_INTEGER, "a whole number", H5T_NATIVE_UINT64);
}

std::optional<double> real_attribute(hid_t object, const char* name) {
  return number<double>(object, name, H5T_FLOAT, "a number", H5T_NATIVE_DOUBLE);
}

}  // namespace skerry::hdf5
