#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

namespace skerry {

/// Stands for the unit of a member that holds fitness values: that of the run, which its problem states.
inline constexpr const char* fitness_unit = nullptr;

/// Describes one member of a record, a struct of numbers or of such structs. Trace columns, checksums, JSON
/// and checkpoints follow from the table members_of<Record>, in its order.
template <typename Record, typename T>
struct Member {
  using Value = T;

  /// Takes name, unit, meaning, and the member itself.
  constexpr Member(const char* member_name, const char* member_unit, const char* meaning, T Record::*member)
      : name(member_name), unit(member_unit), long_name(meaning), pointer(member) {}

  /// Tells whether the value is measured, so that it differs between two runs of one seed and configuration.
  constexpr bool measured() const {
    const auto is = [this](const char* other) {
      const char* own = unit;
      while (*own != '\0' && *own == *other) ++own, ++other;
      return *own == *other;
    };
    return unit != fitness_unit && (is("s") || is("byte"));
  }

  const char* name;       ///< the name of the column and the key in JSON; that of a time ends in _s
  const char* unit;       ///< "1" for pure numbers, "s", "byte", or fitness_unit
  const char* long_name;  ///< the meaning in words
  T Record::*pointer;
};

/// The table of a record: a tuple of its Members, which is specialised beside the record.
template <typename Record>
inline constexpr auto members_of = nullptr;

/// A struct that has a table of members.
template <typename T>
concept Record = !std::is_same_v<std::remove_const_t<decltype(members_of<T>)>, std::nullptr_t>;

/// Calls work(member) for each member, in the order of the table.
template <Record R, typename Work>
constexpr void for_each_member(Work&& work) {
  std::apply([&work](const auto&... member) { (work(member), ...); }, members_of<R>);
}

/// Tells whether the table contains every member, which is asserted beside it.
template <Record R>
inline constexpr bool describes_whole = [] {
  std::size_t size_bytes = 0;
  for_each_member<R>([&size_bytes]<typename M>(const M&) { size_bytes += sizeof(typename M::Value); });
  return std::is_trivially_copyable_v<R> && size_bytes == sizeof(R);
}();

/// Appends a value as bytes: a record member by member, anything else as it is in memory.
template <typename T>
requires std::is_trivially_copyable_v<T>
void append_record(std::vector<std::byte>& bytes, const T& value) {
  if constexpr (Record<T>) {
    for_each_member<T>([&](const auto& member) { append_record(bytes, value.*member.pointer); });
  } else {
    const std::size_t before = bytes.size();
    bytes.resize(before + sizeof(T));
    std::memcpy(bytes.data() + before, &value, sizeof(T));
  }
}

/// Takes a value of append_record() from the front of the bytes; returns false if they are too few.
template <typename T>
requires std::is_trivially_copyable_v<T>
bool take_record(std::span<const std::byte>& bytes, T& value) {
  if (bytes.size() < sizeof(T)) return false;
  if constexpr (Record<T>) {
    for_each_member<T>([&](const auto& member) { take_record(bytes, value.*member.pointer); });
  } else {
    std::memcpy(&value, bytes.data(), sizeof(T));
    bytes = bytes.subspan(sizeof(T));
  }
  return true;
}

}  // namespace skerry
