#pragma once

#include "skerry/record.hpp"

#include "trace/hdf5/reading.hpp"
#include "trace/trace_columns.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace skerry::hdf5 {

/// Fills the member to which a stored column belongs, in records [row][island] or, for width 0, [row]. A
/// column without a member was written by a later version, and is ignored.
template <Record R>
void fill(std::vector<R>& records, const ColumnPath& column, const StoredRows& rows, hsize_t width) {
  for_each_member<R>([&]<typename T>(const Member<R, T>& member) {
    if (current_name(column) != member.name) return;
    const std::span<const T> values = rows.values<T>(width);
    records.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) records[i].*member.pointer = values[i];
  });
}

}  // namespace skerry::hdf5
