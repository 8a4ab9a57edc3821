#include "trace/birth_table.hpp"

#include "trace/checksum.hpp"
#include "trace/trace_columns.hpp"
#include "trace/trace_format.hpp"

namespace skerry::hdf5 {
namespace {

namespace format = trace_format;

}  // namespace

BirthTable::BirthTable(hid_t file, TraceTable& epoch)
    : table_(file, format::birth_table, 0, ""),
      count_(&epoch.add_row_column(format::births_column, "rows of /birth so far")),
      checksum_(&epoch.add_row_column(format::births_checksum_column, "CRC-32 of the epoch's births")) {
  checksum_->set_attribute(format::columns_attribute, birth_columns_text());
}

void BirthTable::add(const EpochRecord& record) {
  table_.append<Birth>(births_, record.births);
  births_ += record.births.size();
  count_->add(births_);
  checksum_->add(checksum_of_births(record.births));
}

}  // namespace skerry::hdf5
