#include "trace/trace_table.hpp"

namespace skerry::hdf5 {

Group create_group(hid_t parent, const char* name) {
  const PropertyList creation(H5Pcreate(H5P_GROUP_CREATE), name);
  checked(H5Pset_link_creation_order(creation.id(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED), name);
  return {H5Gcreate2(parent, name, H5P_DEFAULT, creation.id(), H5P_DEFAULT), name};
}

TraceTable::TraceTable(hid_t file, const char* group, const char* row, const char* row_long_name,
                       hsize_t width)
    : name_(group),
      width_(width),
      group_(create_group(file, group)),
      row_(group_.id(),
           {.name = row, .type = Extendible::Type::integer, .unit = "1", .long_name = row_long_name}) {
  row_.make_scale();
  if (width_ > 0) island_ = add_index_scale(group_.id(), "island", width_, "island");
}

Extendible& TraceTable::add_column(const Extendible::Format& format) {
  Extendible& column = columns_.emplace_back(group_.id(), format);
  column.attach(row_, 0);
  if (format.width > 0) column.attach(island_.id(), 1);
  return column;
}

Extendible& TraceTable::add_row_column(const char* name, const char* long_name) {
  return add_column({.name = name, .type = Extendible::Type::integer, .unit = "1", .long_name = long_name});
}

void TraceTable::write() {
  row_.write();
  for (Extendible& column : columns_) column.write();
}

void TraceTable::close() {
  for (Extendible& column : columns_) column.close();
  columns_.clear();
  row_.close();
  island_.close(name_);
  group_.close(name_);
}

}  // namespace skerry::hdf5
